#include "daemon/surfaces/card_words.h"

#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"
#include "daemon/text/words.h"

namespace afar {
namespace {

// Enough of a session's id to tell a person's few apart.
constexpr std::size_t kSessionLetters = 8;

std::string chosen(const Dialog& dialog) {
  const std::string words = answer_in_words(dialog.content, dialog.answers);
  return words.empty() ? "no answer" : words;
}

// "ann, Telegram, 14:02"
std::string by_whom(const Outcome& outcome, WallTime now) {
  std::string words = outcome.by.name.empty() ? "" : printable_line(outcome.by.name) + ", ";
  if (!outcome.by.surface.empty()) words += place_name(outcome.by.surface) + ", ";
  return words + moment_in_words(outcome.at, now);
}

std::string by_rule(const Decider& by) {
  return by.rule.empty() || by.rule == "built-in" ? "the built-in rule" : "rule " + quoted(by.rule);
}

std::string answered_line(const Dialog& dialog, const Outcome& outcome, WallTime now) {
  if (outcome.by.kind == Decider::Kind::kTerminal) {
    return "💻 answered in the terminal: " + chosen(dialog);
  }
  const std::string line = "✅ " + chosen(dialog) + " — " + by_whom(outcome, now);
  if (outcome.delivery != Delivery::kStale) return line;
  return "⌛ stale: the session moved on; " + chosen(dialog) + " — " + by_whom(outcome, now);
}

}  // namespace

std::string who_asks_line(const Dialog& dialog) {
  const Origin& origin = dialog.origin;
  std::string line = printable_line(origin.agent);
  if (!origin.project.empty()) line += " · " + printable_line(origin.project);
  line += " · " + printable_line(origin.session.substr(0, kSessionLetters));
  if (!origin.subagent.empty()) line += " · subagent " + printable_line(origin.subagent);
  return line;
}

std::string ending_line(const Dialog& dialog, WallTime now) {
  if (dialog.state == DialogState::kOpen) return "";
  if (dialog.state == DialogState::kExpired) return "⌛ expired: nobody answered";
  if (!dialog.outcome) return "ended";
  const Outcome& outcome = *dialog.outcome;
  switch (dialog.state) {
    case DialogState::kAnswered:
      return answered_line(dialog, outcome, now);
    case DialogState::kDefaulted:
      return "⏱ default: " + chosen(dialog) + " — " + by_rule(outcome.by);
    case DialogState::kDenied:
      return "⏱ nobody answered: refused — " + by_rule(outcome.by);
    case DialogState::kLeft:
      return outcome.by.kind == Decider::Kind::kAgent ? "💤 its agent is gone"
                                                      : "💻 left to the terminal";
    case DialogState::kCancelled:
      return "🚫 cancelled" +
             (outcome.by.name.empty() ? std::string() : " — " + by_whom(outcome, now));
    case DialogState::kOpen:
    case DialogState::kExpired:
      break;
  }
  return "";
}

}  // namespace afar
