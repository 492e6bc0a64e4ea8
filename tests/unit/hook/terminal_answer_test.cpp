// The terminal's own answers, as PostToolUse tells them.
#include "hook/agents/claude_code/terminal_answer.h"

#include "support.h"

namespace afar::hook {
namespace {

using nlohmann::json;

QuestionAnswer given(std::vector<std::string> options, std::optional<std::string> text = {},
                     std::optional<std::string> note = {}) {
  return {std::move(options), std::move(text), std::move(note)};
}

std::optional<Answer> answer_in(const std::string& input) {
  const Event event = read_event(input);
  return std::get<SettleRequest>(event).answers;
}

TEST(TerminalAnswer, IsReadFromBothReleases) {
  struct Case {
    std::string file;
    QuestionAnswer answer;
  };
  const std::vector<Case> both{
      {"PostToolUse-tui-local-wins.json", given({"o1"})},
      {"PostToolUse-tui-free.json", given({}, "green, please")},
      {"PostToolUse-tui-multi.json", given({"o1", "o3"})},
      {"PostToolUse-tui-remote-wins.json", given({"o2"})},
  };
  for (const auto& release : releases()) {
    for (const auto& each : both) {
      SCOPED_TRACE(release + " " + each.file);
      const auto answer = answer_in(fixture(release, each.file));
      ASSERT_TRUE(answer.has_value());
      EXPECT_EQ(answer->questions, (std::map<std::string, QuestionAnswer>{{"q1", each.answer}}));
    }
  }
  EXPECT_EQ(
      answer_in(fixture("claude-code-2.1.332", "PostToolUse-tui-notes.json"))->questions["q1"],
      given({"o2"}, {}, "a note"));
  // A note and no choice.
  EXPECT_EQ(
      answer_in(fixture("claude-code-2.1.197", "PostToolUse-tui-notes.json"))->questions["q1"],
      given({}, {}, "a note"));
}

Question question(bool multi_select, const std::vector<std::string>& labels) {
  Question result;
  result.multi_select = multi_select;
  for (const auto& label : labels) {
    Option option;
    option.id = "o" + std::to_string(result.options.size() + 1);
    option.label = label;
    result.options.push_back(option);
  }
  return result;
}

TEST(TerminalAnswer, SplitsAMultiSelectAtWholeLabels) {
  const Question several =
      question(true, {"Auth", "Auth, later", "Logs", "Cache (fast, small)", "Auth, later, maybe"});
  struct Case {
    std::string written;
    QuestionAnswer answer;
  };
  const std::vector<Case> cases{
      {"Auth", given({"o1"})},
      {"Auth, Logs", given({"o1", "o3"})},
      {"Logs, Auth", given({"o3", "o1"})},
      {"Auth, later", given({"o2"})},
      {"Auth, later, Auth", given({"o2", "o1"})},
      {"Auth, later, maybe", given({"o5"})},
      {"Cache (fast, small), Logs", given({"o4", "o3"})},
      {"Auth, something else, Logs", given({"o1"}, "something else, Logs")},
      {"Authentication", given({}, "Authentication")},
      {"Auth,Logs", given({}, "Auth,Logs")},  // not how the client joins
      {"auth", given({}, "auth")},
      {"Auth, Auth", given({"o1"}, "Auth")},
      {"  Auth", given({}, "  Auth")},
      {"Logs, ", given({"o3"})},
      {"line\nbreak, 🦊", given({}, "line\nbreak, 🦊")},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(claude_code::parse_choice(several, each.written), each.answer) << each.written;
  }
}

TEST(TerminalAnswer, ASingleChoiceIsAWholeLabelOrThePersonsWords) {
  const Question single = question(false, {"Nein, danke", "Nein"});
  EXPECT_EQ(claude_code::parse_choice(single, "Nein, danke"), given({"o1"}));
  EXPECT_EQ(claude_code::parse_choice(single, "Nein"), given({"o2"}));
  EXPECT_EQ(claude_code::parse_choice(single, "Nein, doch"), given({}, "Nein, doch"));
}

json post_tool_use(const json& fields) {
  json input = json::parse(pre_tool_use(
      R"({"questions":[{"question":"Q1","options":[{"label":"A"},{"label":"B"}]},{"question":"Q2","options":[]}]})"));
  input["hook_event_name"] = "PostToolUse";
  input["tool_input"].update(fields);
  return input;
}

TEST(TerminalAnswer, WhatNobodySentOffIsNoAnswer) {
  const std::string idle =
      "No response after 60s — the user may be away from keyboard. Proceed using your best "
      "judgment "
      "based on the context so far; you can re-ask this question later if it's still relevant.";
  for (const json& fields :
       {json::object(), json{{"answers", json::object()}}, json{{"answers", {{"Q1", ""}}}},
        json{{"answers", {{"Q1", 7}}}}, json{{"answers", "A"}}, json{{"answers", {{"Other", "A"}}}},
        json{{"answers", {{"Q1", idle}}}}, json{{"response", idle}},
        // The newer client's mark, also beside choices made before the time ran out.
        json{{"answers", {{"Q1", "A"}}}, {"afkTimeoutMs", 60000}}}) {
    EXPECT_EQ(answer_in(post_tool_use(fields).dump()), std::nullopt) << fields;
  }
  json told = post_tool_use(json::object());
  told["tool_response"] = idle;
  EXPECT_EQ(answer_in(told.dump()), std::nullopt);
  told["tool_response"] = {{"answers", {{"Q1", "A"}}}, {"afkTimeoutMs", 60000}};
  EXPECT_EQ(answer_in(told.dump()), std::nullopt);
}

TEST(TerminalAnswer, WordsThatStartLikeTheClientsOwnAreThePersons) {
  const auto answer =
      answer_in(post_tool_use({{"answers", {{"Q1", "No response after the deploy"}}}}).dump());
  EXPECT_EQ(answer->questions.at("q1"), given({}, "No response after the deploy"));
}

TEST(TerminalAnswer, TakesArraysPartsAndRepliesToTheWhole) {
  const auto parts = answer_in(post_tool_use({{"answers", {{"Q2", "x"}}}}).dump());
  EXPECT_EQ(parts->questions, (std::map<std::string, QuestionAnswer>{{"q2", given({}, "x")}}));
  EXPECT_EQ(answer_in(post_tool_use({{"response", "do as you like"}}).dump())->response,
            "do as you like");
  json told = post_tool_use(json::object());
  told["tool_response"] = {{"answers", {{"Q1", json::array({"B"})}}}};
  EXPECT_EQ(answer_in(told.dump())->questions["q1"], given({"o2"}));
}

}  // namespace
}  // namespace afar::hook
