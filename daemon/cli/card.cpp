#include "daemon/cli/card.h"

#include <algorithm>
#include <ostream>

#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"
#include "daemon/text/words.h"
#include "daemon/core/answering.h"
#include "shared/dialog/expected.h"

namespace afar::cli {
namespace {

// Enough of a session's id to tell it from another.
constexpr std::size_t kSessionBytes = 8;

// Text of several lines behind a prefix, its further lines below the first one.
std::string hanging(const std::string& prefix, const std::string& text, std::size_t indent) {
  const std::string block = printable_block(text, std::string(indent, ' '));
  return prefix + block.substr(indent);
}

void print_block(const std::string& title, const std::string& text, Console& console) {
  if (text.empty()) return;
  if (!title.empty()) console.out << "\n" << title;
  console.out << "\n" << printable_block(text, console.terminal ? "  │ " : "    ") << "\n";
}

void print_head(const Dialog& dialog, WallTime now, Console& console) {
  const Origin& origin = dialog.origin;
  console.out << console.bold(dialog.id) << "  ";
  if (dialog.state == DialogState::kOpen) {
    console.out << "waits since " << moment_in_words(dialog.created_at, now) << " ("
                << duration_in_words(now - dialog.created_at) << ")";
    if (dialog.waiters == 0) console.out << "; its agent is not waiting now";
  } else {
    console.out << to_word(dialog.state) << "; asked at "
                << moment_in_words(dialog.created_at, now);
  }
  console.out << "\n" << printable_line(origin.agent);
  if (!origin.project.empty()) console.out << " · " << printable_line(origin.project);
  console.out << " · session " << printable_line(origin.session.substr(0, kSessionBytes));
  if (!origin.subagent.empty()) console.out << " · subagent " << printable_line(origin.subagent);
  console.out << "\n";
  std::string place = printable_line(origin.cwd);
  if (!origin.host.empty()) place += (place.empty() ? "on " : " on ") + printable_line(origin.host);
  if (!origin.permission_mode.empty()) {
    place +=
        (place.empty() ? "" : ", ") + ("permission mode " + printable_line(origin.permission_mode));
  }
  if (!place.empty()) console.out << console.dim(place) << "\n";
}

// An agent may mark what it recommends in the label itself.
bool says_so(const std::string& label) {
  constexpr std::string_view kMark = "(recommended)";
  if (label.size() < kMark.size()) return false;
  return std::equal(kMark.begin(), kMark.end(), label.end() - kMark.size(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

void print_option(const Option& option, std::size_t number, Console& console) {
  const std::string prefix = "  " + std::to_string(number) + ". ";
  const std::size_t indent = prefix.size();
  std::string line = hanging(prefix, option.label, indent);
  if (option.recommended && !says_so(option.label)) {
    line += " " + console.bold("(recommended)");
  }
  if (!option.description.empty()) line += hanging(" — ", option.description, indent);
  console.out << line << "\n";
  if (option.preview.empty()) return;
  console.out << printable_block(option.preview,
                                 std::string(indent, ' ') + (console.terminal ? "│ " : "  "))
              << "\n";
}

void print_question(const Dialog& dialog, std::size_t index, Console& console) {
  const auto& questions = dialog.content.questions;
  const Question& question = questions[index];
  std::string heading = "? ";
  if (questions.size() > 1) {
    heading += std::to_string(index + 1) + " of " + std::to_string(questions.size()) + ": ";
  }
  if (!question.header.empty() && question.header != question.text)
    heading += printable_line(question.header) + " — ";
  console.out << "\n" << hanging(console.bold(heading), question.text, 2);
  if (question.multi_select) console.out << " (several can be chosen)";
  if (!question.required) console.out << " (need not be answered)";
  console.out << "\n";
  const std::string expected = expected_in_words(question);
  if (!expected.empty()) console.out << "  Wanted: " << printable_line(expected) << "\n";
  if (question.expects && question.expects->suggestion) {
    console.out << "  Suggested: " << quoted(*question.expects->suggestion) << "\n";
  }
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    print_option(question.options[i], i + 1, console);
  }
  for (const auto& link : question.links) {
    console.out << "  " << printable_line(link.title) << " " << printable_line(link.url) << "\n";
  }
  const auto answer = dialog.answers.questions.find(question.id);
  if (answer == dialog.answers.questions.end()) return;
  const char* title = is_final(dialog.state) ? "  Answer: " : "  Answered so far: ";
  if (dialog.state == DialogState::kDefaulted) title = "  Default: ";
  console.out << title << chosen_in_words(question, answer->second) << "\n";
}

void print_outcome(const Dialog& dialog, WallTime now, Console& console) {
  if (dialog.answers.response) {
    console.out << "\nReply to everything: " << quoted(*dialog.answers.response) << "\n";
  }
  if (!dialog.outcome) return;
  if (dialog.outcome->state == OutcomeState::kDeferred) {
    console.out << "\nThe agent's run was ended for it, to go on with the answer.\n";
    return;
  }
  console.out << "\n" << console.bold(outcome_in_words(dialog, now)) << "\n";
  const std::string delivery = delivery_in_words(dialog.outcome->delivery);
  if (!delivery.empty()) console.out << delivery << "\n";
  print_block("The agent is told:", dialog.outcome->message, console);
}

// Of a form: to choose, to send what is filled in, to decline. Gives whether it is one.
bool print_how_to_end_form(const std::string& command, const std::vector<Question>& questions,
                           Console& console) {
  const auto closes = [](const Option& each) { return each.closes; };
  const Question& last = questions.back();
  if (std::none_of(last.options.begin(), last.options.end(), closes)) return false;
  const auto has_options = [](const Question& each) { return !each.options.empty(); };
  if (std::any_of(questions.begin(), questions.end() - 1, has_options)) {
    console.out << command << " N=NUMBER ...\n";
  }
  for (const auto& option : last.options) console.out << command << " " << option.id << "\n";
  return true;
}

// The command lines that answer it, as they may be typed.
void print_how_to_answer(const Dialog& dialog, Console& console) {
  const auto& questions = dialog.content.questions;
  if (is_final(dialog.state) || questions.empty()) return;
  console.out << "\n"
              << (dialog.state == DialogState::kOpen ? "To answer:" : "It can still be answered:")
              << "\n";
  const std::string command = "  afar answer " + dialog.id;
  const Question& first = questions[0];
  if (print_how_to_end_form(command, questions, console)) {
    // Its fields are not all chosen from.
  } else if (questions.size() > 1) {
    console.out << command << " 1=NUMBER 2=NUMBER ...\n";
  } else if (!first.options.empty()) {
    console.out << command << (first.multi_select ? " NUMBER,NUMBER" : " NUMBER") << "\n";
  }
  const auto takes_text = [](const Question& each) { return each.allow_free_text; };
  const auto free_text = std::find_if(questions.begin(), questions.end(), takes_text);
  if (free_text != questions.end()) {
    console.out << command << (questions.size() > 1 ? " --question N" : "") << " --text \"...\"\n";
  }
  for (const auto& option : first.options) {
    if (option_takes_text(option.id)) {
      console.out << command << " " << option.id << " --text \"...\"\n";
    }
    if (option.edits) console.out << command << " " << option.id << " --edited - < FILE\n";
  }
  console.out << "  afar dismiss " << dialog.id << "\n";
}

}  // namespace

void print_card(const Dialog& dialog, WallTime now, Console& console) {
  print_head(dialog, now, console);
  print_block("The agent said:", dialog.content.context, console);
  const auto& questions = dialog.content.questions;
  // A question's own text is often its title too: it is printed once.
  const bool title_is_text = !questions.empty() && questions[0].text == dialog.content.title;
  if (!title_is_text && !dialog.content.title.empty()) {
    console.out << "\n" << console.bold(printable_line(dialog.content.title)) << "\n";
  }
  print_block("", dialog.content.body, console);
  for (std::size_t i = 0; i < questions.size(); ++i) print_question(dialog, i, console);
  print_outcome(dialog, now, console);
  print_how_to_answer(dialog, console);
}

}  // namespace afar::cli
