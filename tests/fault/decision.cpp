#include "tests/fault/decision.h"

#include <gtest/gtest.h>

namespace afar::test {
namespace {

void read_allowed(const Event& event, const Event& output, Decision& decision) {
  const Event input = output.value("updatedInput", Event::object());
  const Event answers = input.value("answers", Event::object());
  for (const auto& question : event.at("tool_input").at("questions")) {
    const std::string text = question.at("question");
    decision.answers[text] = answers.value(text, "");
    EXPECT_NE(decision.answers[text], "") << "allowed without an answer to: " << text;
  }
  EXPECT_EQ(answers.size(), decision.answers.size()) << answers;
  EXPECT_EQ(input.value("questions", Event()), event.at("tool_input").at("questions"));
}

std::string decided(const Event& output) {
  if (output.contains("decision")) return output.at("decision").value("behavior", "");
  return output.value("permissionDecision", "");
}

}  // namespace

Decision decision_of(const Event& event, const HookEnd& end) {
  EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
  Decision decision;
  if (end.out.empty()) return decision;
  const Event said = Event::parse(end.out, nullptr, false);
  if (said.is_discarded()) {
    ADD_FAILURE() << "the hook printed no JSON: " << end.out;
    return decision;
  }
  const Event& output = said.at("hookSpecificOutput");
  const std::string what = decided(output);
  if (what == "allow") {
    read_allowed(event, output.contains("decision") ? output.at("decision") : output, decision);
    decision.words = output.value("additionalContext", "");
    // A default never looks like the person's answer.
    decision.told = decision.words.find("Nobody answered") != std::string::npos ? Told::kDefaulted
                                                                                : Told::kAnswered;
  } else if (what == "deny") {
    decision.told = Told::kDenied;
    decision.words = end.out;
  } else {
    EXPECT_EQ(what, "defer") << end.out;
    decision.told = Told::kDeferred;
  }
  return decision;
}

Event four(const std::string& session) {
  Event event = captured("claude-code-2.1.197", "PreToolUse-four.json");
  event["session_id"] = session;
  event["tool_use_id"] = "toolu_4";
  return event;
}

std::map<std::string, std::string> labels(const Event& event, const std::map<int, int>& choices) {
  std::map<std::string, std::string> found;
  const Event& questions = event.at("tool_input").at("questions");
  for (const auto& [number, option] : choices) {
    const Event& question = questions.at(static_cast<std::size_t>(number - 1));
    found[question.at("question")] =
        question.at("options").at(static_cast<std::size_t>(option - 1)).at("label");
  }
  return found;
}

}  // namespace afar::test
