#include "daemon/text/words.h"

#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"

namespace afar {
namespace {

std::string place_in_words(const std::string& surface) {
  const bool article = surface == "cli" || surface == "web";
  if (surface == "terminal") return "in the terminal";
  return (article ? "on the " : "on ") + place_name(surface);
}

// "by ann on Telegram at 14:02", as far as each is known.
std::string by_and_at(const Outcome& outcome, WallTime now) {
  return decider_in_words(outcome.by) + " at " + moment_in_words(outcome.at, now);
}

// ": SQLite file cache", where there is an answer to name.
std::string colon_and_answer(const Dialog& dialog) {
  const std::string answer = answer_in_words(dialog.content, dialog.answers);
  return answer.empty() ? "" : ": " + answer;
}

std::string left_in_words(const Outcome& outcome, WallTime now) {
  const std::string at = moment_in_words(outcome.at, now);
  if (outcome.by.kind == Decider::Kind::kAgent) return "left: its agent was gone at " + at;
  if (outcome.by.kind == Decider::Kind::kTerminal) {
    return "left: it ended in the terminal at " + at + ", which did not say how";
  }
  return "left to the terminal, " + by_and_at(outcome, now);
}

}  // namespace

std::string place_name(const std::string& surface) {
  if (surface == "cli") return "command line";
  if (surface == "web") return "web page";
  std::string name = printable_line(surface);
  if (surface == "telegram") name[0] = 'T';
  return name;
}

std::string quoted(const std::string& text) { return "\"" + printable_line(text) + "\""; }

std::string chosen_in_words(const Question& question, const QuestionAnswer& answer) {
  std::string words;
  const auto add = [&](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
  for (const auto& id : answer.options) {
    const Option* option = question.find_option(id);
    add(printable_line(option == nullptr ? id : option->label));
  }
  if (answer.text) add(quoted(*answer.text));
  if (answer.edited) words += ", edited";
  if (answer.note) words += (words.empty() ? "" : " ") + ("(note: " + quoted(*answer.note) + ")");
  return words;
}

std::string answer_in_words(const Content& content, const Answer& answer) {
  std::string words;
  int number = 0;
  for (const auto& question : content.questions) {
    ++number;
    const auto found = answer.questions.find(question.id);
    if (found == answer.questions.end()) continue;
    const std::string chosen = chosen_in_words(question, found->second);
    if (chosen.empty()) continue;
    if (!words.empty()) words += "; ";
    if (content.questions.size() > 1) words += std::to_string(number) + ": ";
    words += chosen;
  }
  if (words.empty() && answer.response) return quoted(*answer.response);
  return words;
}

std::string decider_in_words(const Decider& decider) {
  switch (decider.kind) {
    case Decider::Kind::kTerminal:
      return "in the terminal";
    case Decider::Kind::kAgent:
      return "by the agent";
    case Decider::Kind::kPolicy:
      if (decider.rule.empty() || decider.rule == "built-in") return "by the built-in rule";
      return "by the rule " + quoted(decider.rule);
    case Decider::Kind::kPerson:
      break;
  }
  std::string words = decider.name.empty() ? "" : "by " + printable_line(decider.name);
  if (!decider.surface.empty()) {
    words += (words.empty() ? "" : " ") + place_in_words(decider.surface);
  }
  return words.empty() ? "by a person" : words;
}

std::string outcome_in_words(const Dialog& dialog, WallTime now) {
  if (!dialog.outcome || dialog.state == DialogState::kOpen) return "open";
  const Outcome& outcome = *dialog.outcome;
  switch (dialog.state) {
    case DialogState::kAnswered:
      return "answered" + colon_and_answer(dialog) + ", " + by_and_at(outcome, now);
    case DialogState::kDefaulted:
      return "defaulted" + colon_and_answer(dialog) + ", " + by_and_at(outcome, now);
    case DialogState::kLeft:
      return left_in_words(outcome, now);
    case DialogState::kExpired:
      return "expired at " + moment_in_words(dialog.expires_at, now);
    default:
      return std::string(to_word(dialog.state)) + ", " + by_and_at(outcome, now);
  }
}

std::string ended_already(const Dialog& dialog, WallTime now) {
  if (dialog.state == DialogState::kExpired) {
    return dialog.id + " expired at " + moment_in_words(dialog.expires_at, now) + ".";
  }
  if (!dialog.outcome) return dialog.id + " has ended already.";
  std::string words = dialog.id + " is " + std::string(to_word(dialog.state)) + " already";
  if (dialog.state == DialogState::kAnswered) words += colon_and_answer(dialog);
  return words + ", " + by_and_at(*dialog.outcome, now) + ".";
}

std::string delivery_in_words(Delivery delivery) {
  switch (delivery) {
    case Delivery::kNone:
      return "";
    case Delivery::kPending:
      return "on its way to the agent";
    case Delivery::kDelivered:
      return "the agent has it";
    case Delivery::kUndelivered:
      return "not delivered: no agent was waiting for it; it is kept";
    case Delivery::kStale:
      return "stale: the session moved on before the answer came, so it is not given to the agent";
  }
  return "";
}

bool is_final(DialogState state) {
  return state == DialogState::kAnswered || state == DialogState::kCancelled ||
         state == DialogState::kExpired;
}

}  // namespace afar
