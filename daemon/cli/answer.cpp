// afar answer: a person's answer.
#include <algorithm>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/answer_words.h"
#include "daemon/cli/call_failure.h"
#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/text/words.h"
#include "daemon/core/answering.h"
#include "daemon/core/record.h"
#include "shared/dialog/dialog_json.h"

namespace afar::cli {
namespace {

using nlohmann::json;

// The text on standard input. One newline at its end is the shell's, not the person's.
std::string read_all(std::istream& in) {
  std::string text;
  char block[65536];
  while (text.size() <= kAnswerTextBytesMax && in.read(block, sizeof block).gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
  }
  if (text.size() > kAnswerTextBytesMax + 1) {
    throw Failure(ExitCode::kWrongUsage, "the text on standard input is longer than " +
                                             std::to_string(kAnswerTextBytesMax) + " bytes");
  }
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

AnswerWords words_of(const Arguments& arguments, Surroundings& surroundings) {
  AnswerWords words;
  words.choices.assign(arguments.operands.begin() + 1, arguments.operands.end());
  words.question = arguments.value("question");
  words.text = arguments.value("text");
  words.note = arguments.value("note");
  words.response = arguments.value("response");
  words.edited = arguments.value("edited");
  bool taken = false;
  for (auto* text : {&words.text, &words.note, &words.response, &words.edited}) {
    if (*text != "-") continue;
    if (taken) throw Failure(ExitCode::kWrongUsage, "only one text can come from standard input");
    *text = read_all(surroundings.console.in);
    taken = true;
  }
  return words;
}

// What happens with a complete answer, by how it is on its way.
std::string what_follows(const Dialog& dialog) {
  if (!dialog.outcome) return "";
  switch (dialog.outcome->delivery) {
    case Delivery::kPending:
    case Delivery::kDelivered:
      return dialog.outcome->stop ? "The session stops." : "The session goes on.";
    case Delivery::kUndelivered:
      if (!can_be_asked_again(dialog.kind)) {
        return "No agent waits for it any more: its session is told at its next turn, and nothing "
               "is done by it.";
      }
      return "No agent waits for it now: the answer is kept, told to its session at its next turn, "
             "and given to it when it asks the same again.";
    case Delivery::kStale:
      return "The session has moved on since it asked: the answer is kept, but not given to it.";
    case Delivery::kNone:
      return "A rule keeps late answers from the session: it is on record only.";
  }
  return "";
}

std::string earlier_end(const Dialog& before, WallTime now) {
  return "It was " + outcome_in_words(before, now) + ".";
}

void print_missing(const Dialog& dialog, const json& missing, Console& console) {
  console.out << dialog.id << " is not answered yet; kept so far: "
              << answer_in_words(dialog.content, dialog.answers) << ".\nStill missing:\n";
  std::size_t number = 0;
  for (const auto& question : dialog.content.questions) {
    ++number;
    if (std::find(missing.begin(), missing.end(), json(question.id)) == missing.end()) continue;
    console.out << "  " << number << ". " << quoted(question.text) << "  (afar answer " << dialog.id
                << " " << number << "=CHOICE)\n";
  }
}

void print_result(const Dialog& before, const json& result, Surroundings& surroundings) {
  Console& console = surroundings.console;
  const Dialog dialog = dialog_from(result.at("dialog"));
  if (!result.value("complete", true)) {
    print_missing(dialog, result.value("missing", json::array()), console);
    return;
  }
  const bool late = result.value("late", false);
  console.out << dialog.id << (late ? " answered late: " : " answered: ")
              << answer_in_words(dialog.content, dialog.answers) << ".";
  if (late) console.out << " " << earlier_end(before, surroundings.now());
  const std::string follows = what_follows(dialog);
  if (!follows.empty()) console.out << " " << follows;
  console.out << "\n";
}

Answer read_answer_to(const Dialog& dialog, const AnswerWords& words, WallTime now) {
  try {
    return read_answer(dialog, words);
  } catch (const Failure&) {
    // Nothing that could be typed would do any more: that is what the person needs to hear.
    if (is_final(dialog.state)) throw already_ended(dialog, now);
    throw;
  }
}

ExitCode run_answer(const Arguments& arguments, Surroundings& surroundings) {
  const DialogId id = arguments.dialog_id();
  const AnswerWords words = words_of(arguments, surroundings);
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const Dialog before = dialog_from(get_dialog(link, id));
  const Answer answer = read_answer_to(before, words, surroundings.now());
  json params = {{"id", id}, {"answers", to_json(answer.questions)}};
  if (answer.response) params["response"] = *answer.response;
  // Sent even where the dialog has ended meanwhile: who won is the daemon's to say, and the attempt
  // goes on record.
  const json result = link.call("dialog.answer", params);
  if (arguments.has("json")) {
    surroundings.console.out << rpc::dump(result) << "\n";
  } else {
    print_result(before, result, surroundings);
  }
  return ExitCode::kDone;
}

}  // namespace

Command answer_command() {
  return {
      "answer",
      "ID [CHOICE ...]",
      "answer a dialog, or a part of it",
      "CHOICE is an option's number (from 1), its id, or its label (whole, any case); =3 means\n"
      "the label \"3\". Several: 1,3 or 1 3. With several questions one list goes to the first\n"
      "unanswered one; --question N or N=CHOICE (1=2 2=1,3) names them.\n\n"
      "A text of \"-\" is read from standard input, without the newline at its end.\n"
      "To say no in your own words: afar answer ID deny --text \"use the staging key\"\n\n"
      "A form: --question N --text TEXT for a field to fill in; accept sends it, decline does not.",
      {{"question", "N", "the question that the words are for"},
       {"text", "TEXT", "an answer in your own words"},
       {"note", "TEXT", "a note beside the answer to one question"},
       {"edited", "TEXT", "with accept: the plan as it is to be"},
       {"response", "TEXT", "a reply to the whole dialog"},
       {"json", "", "the result as JSON"}},
      1,
      kAnyNumber,
      run_answer};
}

}  // namespace afar::cli
