#include "daemon/surfaces/ntfy/ntfy_text.h"

#include "daemon/surfaces/card_words.h"
#include "daemon/text/printable.h"
#include "daemon/text/utf8.h"
#include "daemon/text/words.h"

namespace afar::ntfy {
namespace {

constexpr char kCut[] = " …";
// What the question and its options may take, so that there is room for what it is about.
constexpr std::size_t kQuestionsBytesMax = 2000;
constexpr std::size_t kOptionBytesMax = 300;
constexpr std::size_t kContextBytesMax = 500;

std::string block(const std::string& text) { return printable_block(text, ""); }

std::string title_of(const Dialog& dialog) {
  const std::string end = " · " + dialog.id;
  return shortened(who_asks_line(dialog), kTitleBytesMax - end.size()) + end;
}

std::string option_line(const Option& option, std::size_t number) {
  std::string line = std::to_string(number) + ". " + printable_line(option.label);
  if (option.recommended) line = "★ " + line;
  if (!option.description.empty()) line += " — " + printable_line(option.description);
  return shortened(line, kOptionBytesMax) + "\n";
}

std::string question_text(const Question& question, std::size_t number, std::size_t of) {
  std::string text;
  if (of > 1) text += std::to_string(number) + " of " + std::to_string(of) + ": ";
  if (!question.header.empty() && question.header != question.text) {
    text += printable_line(question.header) + " — ";
  }
  text += block(question.text) + "\n";
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    text += option_line(question.options[i], i + 1);
  }
  if (question.multi_select) text += "(several can be chosen)\n";
  for (const auto& link : question.links) text += printable_line(link.url) + "\n";
  return text;
}

// What was answered of it so far, on a line; empty: nothing yet.
std::string so_far(const Question& question, const Answer& answers) {
  const auto found = answers.questions.find(question.id);
  if (found == answers.questions.end()) return "";
  const std::string chosen = chosen_in_words(question, found->second);
  return chosen.empty() ? "" : shortened("→ " + chosen, kOptionBytesMax) + "\n";
}

std::string questions_text(const Dialog& dialog) {
  const auto& questions = dialog.content.questions;
  std::string text;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    text += question_text(questions[i], i + 1, questions.size());
    text += so_far(questions[i], dialog.answers);
  }
  return shortened(text, kQuestionsBytesMax);
}

// Markdown's fences say nothing in plain text.
std::string without_fences(const std::string& text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.size() < 3 || line.find_first_not_of('`') != std::string::npos) kept += line + "\n";
    at = end + 1;
  }
  return kept;
}

std::string how_to_answer(const DialogId& id, const std::string& url) {
  return url.empty() ? "All of it, and other answers: afar show " + id + " in a terminal."
                     : "All of it, and other answers: on the page.";
}

}  // namespace

std::string shortened(const std::string& text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  const std::size_t room = bytes_max - (sizeof(kCut) - 1);
  std::size_t kept = 0;
  while (kept < text.size()) {
    const std::size_t bytes = first_code_point(std::string_view(text).substr(kept)).bytes;
    if (kept + bytes > room) break;
    kept += bytes;
  }
  return text.substr(0, kept) + kCut;
}

CardText open_text(const Dialog& dialog, const std::string& url, WallTime) {
  CardText card;
  card.title = title_of(dialog);
  const Content& content = dialog.content;
  const std::string questions = questions_text(dialog);
  const std::string hint = how_to_answer(dialog.id, url);
  // Two empty lines between three parts, and the marks of what is cut.
  std::size_t room = kTextBytesMax - questions.size() - hint.size() - 16;
  const bool permission = dialog.kind == DialogKind::kPermission;
  const std::string whole = block(permission ? without_fences(content.body) : content.body);
  const std::string body = shortened(whole, room);
  card.body_whole = body == whole;
  room -= body.size();
  std::string context;
  if (!content.context.empty() && room > kContextBytesMax) {
    context = "“" + shortened(printable_line(content.context), kContextBytesMax - 16) + "”\n\n";
  }
  // What is to be approved comes first: it is what a small screen shows.
  if (!body.empty()) card.text += body + "\n\n";
  card.text = permission ? card.text + context : context + card.text;
  card.text += questions + hint;
  return card;
}

CardText ended_text(const Dialog& dialog, WallTime now) {
  CardText card;
  card.title = title_of(dialog);
  const std::string asked =
      dialog.content.questions.empty() ? dialog.content.title : dialog.content.questions[0].text;
  card.text = shortened(printable_line(ending_line(dialog, now)), kTextBytesMax / 2) + "\n" +
              shortened(printable_line(asked), kQuestionsBytesMax / 2);
  return card;
}

}  // namespace afar::ntfy
