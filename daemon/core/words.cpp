#include "daemon/core/words.h"

#include <iterator>

namespace afar::words {
namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

// "Which cache?" = "SQLite file cache", "And where?" = "Berlin, Paris"
std::string in_words(const Content& content, const Answer& answers) {
  std::string text;
  for (const auto& question : content.questions) {
    const auto found = answers.questions.find(question.id);
    if (found == answers.questions.end()) continue;
    std::string labels;
    for (const auto& id : found->second.options) {
      const Option* option = question.find_option(id);
      if (option == nullptr) continue;
      if (!labels.empty()) labels += ", ";
      labels += option->label;
    }
    if (!text.empty()) text += ", ";
    text += quoted(question.text) + " = " + quoted(labels);
  }
  return text;
}

std::string nobody_answered(const About& about) {
  return about.waited ? "Nobody answered this within " + duration(*about.waited) + " (afar " +
                            about.id + ")."
                      : "The person has not seen this (afar " + about.id + "): they are away.";
}

std::string by_rule(const About& about) {
  return about.rule == "built-in" ? "afar's built-in policy" : "the rule " + quoted(about.rule);
}

std::string with_operators_words(const About& about, std::string text) {
  return about.operators_words.empty() ? text : about.operators_words + " " + text;
}

constexpr char kAskAgain[] =
    " Ask the same question again later to get the person's own answer, if they have given one by "
    "then.";

}  // namespace

std::string denied(const About& about, const std::optional<Answer>& defaults) {
  if (defaults) {
    return with_operators_words(
        about, nobody_answered(about) + " Go on with the default: " +
                   in_words(about.content, *defaults) + ". It was chosen by " + by_rule(about) +
                   ", not by the person, so keep it easy to change." + kAskAgain);
  }
  return with_operators_words(
      about, nobody_answered(about) + " " + "There is no default to go on with (by " +
                 by_rule(about) +
                 "). Go on with what does not depend on it, or end your turn and say what is "
                 "missing." +
                 kAskAgain);
}

std::string stopped(const About& about) {
  return with_operators_words(about, nobody_answered(about) +
                                         " End your turn now and say what is "
                                         "missing (by " +
                                         by_rule(about) + ").");
}

std::string defaulted(const About& about) {
  const std::string why =
      about.waited ? "Nobody replied within " + duration(*about.waited) + "; " : "";
  return with_operators_words(about, "afar " + about.id + ": not the person's answer. " + why +
                                         by_rule(about) +
                                         " answered with the default options. Keep it easy to "
                                         "change." +
                                         kAskAgain);
}

std::string parked(const DialogId& id) {
  return "Nobody has answered this yet (afar " + id +
         "); it stays open for the person to answer later. Go on with what does not depend on it, "
         "or "
         "end your turn and say what is missing. Ask the same question again later to get their "
         "answer, if they have given one by then.";
}

std::string dismissed(const DialogId& id, const std::string& by) {
  return "Nobody answers this (afar " + id + "): " + by +
         " dismissed it without choosing anything. Go on with what does not depend on it, or end "
         "your "
         "turn and say what is missing.";
}

std::string duration(Milliseconds time) {
  using namespace std::chrono;
  // "2h 30m": the largest unit and the next one, which is as exact as anybody needs a wait to be.
  struct Unit {
    Milliseconds length;
    const char* name;
  };
  static constexpr Unit kUnits[] = {{days(1), "d"},
                                    {hours(1), "h"},
                                    {minutes(1), "m"},
                                    {seconds(1), "s"},
                                    {Milliseconds(1), "ms"}};
  for (std::size_t i = 0; i < std::size(kUnits); ++i) {
    if (time < kUnits[i].length && i + 1 < std::size(kUnits)) continue;
    std::string text = std::to_string(time / kUnits[i].length) + kUnits[i].name;
    const Milliseconds rest = time % kUnits[i].length;
    if (i + 2 < std::size(kUnits) && rest >= kUnits[i + 1].length) {
      text += " " + std::to_string(rest / kUnits[i + 1].length) + kUnits[i + 1].name;
    }
    return text;
  }
  return "0ms";
}

}  // namespace afar::words
