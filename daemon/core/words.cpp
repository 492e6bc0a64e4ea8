#include "daemon/core/words.h"

#include <iterator>

#include "daemon/core/record.h"

namespace afar::words {
namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

// "on Telegram": where a person answered.
std::string where_answered(const std::string& surface) {
  if (surface == "cli") return "on the command line";
  if (surface == "web") return "on the web page";
  return "by " + surface;
}

// Whether the person answered this question.
bool is_given(const Answer& given, const Question& question) {
  const auto found = given.questions.find(question.id);
  return found != given.questions.end() && found->second.gives_something();
}

// "SQLite file cache", "Berlin, Paris", "words of their own"
std::string answer_in_words(const Question& question, const QuestionAnswer& answer) {
  std::string words;
  const auto add = [&](const std::string& text) { words += (words.empty() ? "" : ", ") + text; };
  for (const auto& id : answer.options) {
    if (const Option* option = question.find_option(id)) add(option->label);
  }
  if (answer.text) add(*answer.text);
  if (answer.edited) return quoted(words) + ", edited to: " + quoted(*answer.edited);
  return quoted(words);
}

// "Which cache?" = "SQLite file cache", "And where?" = "Berlin, Paris": of those questions that the
// person answered, or of the others.
std::string in_words(const About& about, const Answer& answers, bool of_person) {
  std::string text;
  for (const auto& question : about.content.questions) {
    const auto found = answers.questions.find(question.id);
    if (found == answers.questions.end() || is_given(about.given, question) != of_person) continue;
    if (!text.empty()) text += ", ";
    text += quoted(question.text) + " = " + answer_in_words(question, found->second);
  }
  return text;
}

bool is_partly_given(const About& about) {
  for (const auto& question : about.content.questions) {
    if (is_given(about.given, question)) return true;
  }
  return false;
}

std::string within(const About& about) {
  return about.waited ? " within " + duration(*about.waited) : "";
}

// What is known of the person, as a whole sentence. What they answered of it is never passed over.
std::string what_they_did(const About& about) {
  const std::string which = " (afar " + about.id + ")";
  if (is_partly_given(about)) {
    return "The person has not answered all of this" + within(about) + which +
           ". What they did answer: " + in_words(about, about.given, /*of_person=*/true) + ".";
  }
  return about.waited ? "Nobody answered this" + within(about) + which + "."
                      : "The person has not seen this" + which + ".";
}

std::string by_rule(const About& about) {
  return about.rule == "built-in" ? "afar's built-in policy" : "the rule " + quoted(about.rule);
}

// The operator's words stand before ours, as a sentence.
std::string with_operators_words(const About& about, std::string text) {
  std::string words = about.operators_words;
  if (words.empty()) return text;
  if (std::string_view(".!?:;").find(words.back()) == std::string_view::npos) words += ".";
  return words + " " + text;
}

std::string ask_again(const About& about) {
  return about.can_ask_again ? " Ask the same question again later to get the person's own answer, "
                               "if they have given one by then."
                             : "";
}

constexpr char kWithoutIt[] =
    "Go on with what does not depend on it, or end your turn and say what is missing.";

}  // namespace

std::string denied(const About& about, const std::optional<Answer>& defaults) {
  if (defaults) {
    return with_operators_words(
        about, what_they_did(about) +
                   " Go on with the default: " + in_words(about, *defaults, /*of_person=*/false) +
                   ". It was chosen by " + by_rule(about) +
                   ", not by the person, so keep it easy to change." + ask_again(about));
  }
  return with_operators_words(about, what_they_did(about) +
                                         " There is no default to go on with (by " +
                                         by_rule(about) + "). " + kWithoutIt + ask_again(about));
}

std::string stopped(const About& about) {
  return with_operators_words(about, what_they_did(about) +
                                         " End your turn now and say what is missing (by " +
                                         by_rule(about) + ").");
}

std::string defaulted(const About& about, const Answer& answers) {
  const std::string which = "afar " + about.id + ": ";
  if (is_partly_given(about)) {
    return with_operators_words(
        about, which + "not all of this is the person's answer. They answered " +
                   in_words(about, answers, /*of_person=*/true) + ", and nothing else" +
                   within(about) + "; the rest, " + in_words(about, answers, /*of_person=*/false) +
                   ", is the default, by " + by_rule(about) + ". Keep that easy to change." +
                   ask_again(about));
  }
  const std::string why =
      about.waited ? "Nobody replied" + within(about) + "; " : "The person has not seen this; ";
  return with_operators_words(about, which + "not the person's answer. " + why + by_rule(about) +
                                         " answered with the default options. Keep it easy to "
                                         "change." +
                                         ask_again(about));
}

std::string parked(const About& about) {
  return with_operators_words(about, what_they_did(about) +
                                         " It stays open for the person to answer later (by " +
                                         by_rule(about) + "). " + kWithoutIt + ask_again(about));
}

std::string dismissed(const DialogId& id, const std::string& by) {
  return "Nobody answers this (afar " + id + "): " + by +
         " dismissed it without choosing anything. Go on with what does not depend on it, or end "
         "your "
         "turn and say what is missing.";
}

std::string late_answer(const Dialog& dialog, bool can_be_given) {
  const Outcome& outcome = *dialog.outcome;
  const std::string clock = to_rfc3339(outcome.at);
  const About about{dialog.id, dialog.content, outcome.by.rule, outcome.message,
                    {},        dialog.answers};
  std::string text = outcome.by.name + " has answered " + where_answered(outcome.by.surface) +
                     " at " + clock.substr(0, 10) + " " + clock.substr(11, 5) + " UTC (afar " +
                     dialog.id + "): " + in_words(about, dialog.answers, /*of_person=*/true) + ".";
  for (const auto& [question, answer] : dialog.answers.questions) {
    if (!answer.note) continue;
    text += " Their note on " + quoted(dialog.content.find_question(question)->text) + ": " +
            quoted(*answer.note) + ".";
  }
  if (!can_be_asked_again(dialog.kind)) {
    return text +
           " Nothing was done by that: the call is over. Make it again if it is still "
           "wanted; it is then asked for again.";
  }
  if (!can_be_given) return text;
  return text +
         " Ask exactly the same question again to receive this as the tool's answer; it is "
         "given at once, and nobody is asked anew.";
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
