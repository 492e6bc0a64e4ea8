// What an event means, over captured payloads.
#include "hook/agents/claude_code/origin.h"
#include "support.h"

namespace afar::hook {
namespace {

TEST(Event, AQuestionIsOpenedBeforeAndBesideThePicker) {
  const Ask before = read_ask(fixture("claude-code-2.1.332", "PreToolUse-four-partial.json"));
  EXPECT_EQ(before.request.kind, DialogKind::kUserQuestion);
  EXPECT_EQ(before.request.phase, Phase::kBefore);
  EXPECT_EQ(before.request.tool, "AskUserQuestion");
  EXPECT_EQ(before.request.origin.call, "toolu_lab_0001");
  EXPECT_EQ(before.request.origin.session, "00000000-0000-4000-8000-000000000001");
  EXPECT_EQ(before.request.origin.cwd, "/home/user/project");
  EXPECT_EQ(before.request.origin.project, "project");
  EXPECT_EQ(before.request.content.title, "");
  EXPECT_EQ(before.request.content.body, "");
  ASSERT_EQ(before.request.content.questions.size(), 4u);
  const Question& third = before.request.content.questions[2];
  EXPECT_EQ(third.id, "q3");
  EXPECT_EQ(third.header, "Features");
  EXPECT_TRUE(third.multi_select && third.allow_free_text && third.required);
  EXPECT_EQ(third.options[3].id, "o4");
  EXPECT_EQ(third.options[3].label, "Metrics");
  EXPECT_EQ(third.options[3].description, "Metrics thing");

  const Ask beside = read_ask(fixture("claude-code-2.1.332", "PermissionRequest-tui-notes.json"));
  EXPECT_EQ(beside.request.phase, Phase::kBeside);
  EXPECT_EQ(beside.request.origin.call, "");
  EXPECT_EQ(beside.request.origin.permission_mode, "auto");
  EXPECT_EQ(beside.request.content.questions[0].options[1].preview, "+-+\n|B|\n+-+");
}

TEST(Event, BeforeBesideAndAfterHoldTheSameQuestions) {
  for (const auto& release : releases()) {
    const Ask before = read_ask(fixture(release, "PreToolUse-tui-two-parallel.json"));
    for (const std::string name :
         {"PostToolUse-tui-two-parallel.json", "PostToolUse-tui-two-parallel-2.json"}) {
      const Event after = read_event(fixture(release, name));
      const auto& content = std::get<SettleRequest>(after).content;
      if (content.questions[0].text != before.request.content.questions[0].text) continue;
      EXPECT_EQ(content.questions[0].options[0].label,
                before.request.content.questions[0].options[0].label);
    }
  }
}

TEST(Event, SaysWhatTheHostCanDo) {
  struct Case {
    std::string entrypoint;
    std::string mode;
    std::string event;
    bool interactive, can_race, can_defer;
  };
  const std::vector<Case> cases{
      {"cli", "default", "PreToolUse", true, true, false},
      {"", "auto", "PreToolUse", true, true, false},
      {"claude-desktop", "plan", "PreToolUse", true, true, false},
      {"cli", "dontAsk", "PreToolUse", true, false, false},
      {"sdk-cli", "default", "PreToolUse", false, false, true},
      {"sdk-cli", "dontAsk", "PreToolUse", false, false, true},
      {"sdk-cli", "default", "PermissionRequest", false, false, false},
  };
  for (const auto& each : cases) {
    auto input = nlohmann::json::parse(pre_tool_use(R"({"questions":[{"question":"Q"}]})"));
    input["hook_event_name"] = each.event;
    input["permission_mode"] = each.mode;
    const Event event =
        read_event(input.dump(), environment_of({{"CLAUDE_CODE_ENTRYPOINT", each.entrypoint}}));
    const auto& request = std::get<Ask>(event).request;
    EXPECT_EQ(request.origin.interactive, each.interactive) << each.entrypoint << each.mode;
    EXPECT_EQ(request.can_race, each.can_race) << each.entrypoint << each.mode;
    EXPECT_EQ(request.can_defer, each.can_defer) << each.entrypoint << each.mode;
  }
}

TEST(Event, KnowsTheClientsVersionAndProject) {
  const Event event = read_event(fixture("claude-code-2.1.197", "PreToolUse-allow.json"),
                                 environment_of({{"AI_AGENT", "claude-code_2-1-197_harness"},
                                                 {"CLAUDE_PROJECT_DIR", "/home/user/shop-api/"}}));
  EXPECT_EQ(std::get<Ask>(event).request.origin.agent_version, "2.1.197");
  EXPECT_EQ(std::get<Ask>(event).request.origin.project, "shop-api");
  EXPECT_EQ(claude_code::version_in("claude-code_2-1-332"), "2.1.332");
  for (const std::string other :
       {"", "claude-code", "claude-code_", "claude-code_x-1", "codex_1-2"}) {
    EXPECT_EQ(claude_code::version_in(other), "") << other;
  }
}

TEST(Event, MarksRecommendedOptionsAndKeepsTheirLabels) {
  const Ask ask = read_ask(
      pre_tool_use(R"_({"questions":[{"question":"Q","options":[{"label":"A (Recommended)"},)_"
                   R"_({"label":"B (RECOMMENDED)"},{"label":"Recommended"},)_"
                   R"_({"label":"(Recommended) C"},{"label":"(recommended)"}]}]})_"));
  const auto& options = ask.request.content.questions[0].options;
  EXPECT_EQ(options[0].label, "A (Recommended)");
  EXPECT_TRUE(options[0].recommended && options[1].recommended && options[4].recommended);
  EXPECT_FALSE(options[2].recommended || options[3].recommended);
}

TEST(Event, SessionsAreToldOfTheirEvents) {
  struct Case {
    std::string release, file;
    SessionEvent::What what;
    bool by_person;
    std::string subagent;
  };
  const std::string older = "claude-code-2.1.197";
  const std::string newer = "claude-code-2.1.332";
  const std::vector<Case> cases{
      {older, "SessionStart-startup.json", SessionEvent::What::kStart, false, ""},
      {older, "SessionStart-resume.json", SessionEvent::What::kStart, false, ""},
      {older, "UserPromptSubmit-tui.json", SessionEvent::What::kPrompt, true, ""},
      {older, "Stop-tui.json", SessionEvent::What::kStop, false, ""},
      {older, "SessionEnd-tui.json", SessionEvent::What::kEnd, false, ""},
      {older, "SubagentStop-subagent.json", SessionEvent::What::kStop, false, "a0000000000000001"},
      {newer, "SessionStart-startup.json", SessionEvent::What::kStart, false, ""},
      {newer, "UserPromptSubmit-prompt.json", SessionEvent::What::kPrompt, true, ""},
      {newer, "Stop-bash-allow.json", SessionEvent::What::kStop, false, ""},
      {newer, "SubagentStop-subagent.json", SessionEvent::What::kStop, false, "a0000000000000001"},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.release + " " + each.file);
    const Event event = read_event(fixture(each.release, each.file));
    const auto& told = std::get<SessionEvent>(event);
    EXPECT_EQ(told.what, each.what);
    EXPECT_EQ(told.by_person, each.by_person);
    EXPECT_EQ(told.origin.subagent, each.subagent);
    EXPECT_EQ(told.origin.session, "00000000-0000-4000-8000-000000000001");
    EXPECT_EQ(told.takes_context, told.what != SessionEvent::What::kEnd && each.subagent.empty());
  }
}

TEST(Event, ASessionThatWaitsForItsPersonSaysSo) {
  const auto what = [](const std::string& type) -> std::optional<SessionEvent::What> {
    auto input = nlohmann::json::parse(fixture("claude-code-2.1.197", "Notification-tui.json"));
    input["notification_type"] = type;
    const Event event = read_event(input.dump());
    const auto* told = std::get_if<SessionEvent>(&event);
    return told == nullptr ? std::nullopt : std::optional(told->what);
  };
  EXPECT_EQ(what("permission_prompt"), SessionEvent::What::kNeedsInput);
  EXPECT_EQ(what("elicitation_dialog"), SessionEvent::What::kNeedsInput);
  EXPECT_EQ(what("idle_prompt"), SessionEvent::What::kIdle);
  EXPECT_EQ(what("elicitation_response"), std::nullopt);
}

TEST(Event, APromptThatAfarResumedASessionWithIsNotThePersons) {
  auto prompt =
      nlohmann::json::parse(fixture("claude-code-2.1.332", "UserPromptSubmit-prompt.json"));
  const auto told = [&](const char* entrypoint, const char* delivery) {
    const Event event = read_event(
        prompt.dump(),
        environment_of({{"CLAUDE_CODE_ENTRYPOINT", entrypoint}, {"AFAR_DELIVERY", delivery}}));
    return std::get<SessionEvent>(event);
  };
  EXPECT_EQ(told("sdk-cli", "tbxkq").delivers, "tbxkq");
  EXPECT_FALSE(told("sdk-cli", "tbxkq").by_person);
  for (const auto& other : {told("cli", "tbxkq"), told("sdk-cli", "no id")}) {
    EXPECT_FALSE(other.delivers);
    EXPECT_TRUE(other.by_person);
  }
}

TEST(Event, ThePromptsOfTheClientItselfAreNotThePersons) {
  auto prompt =
      nlohmann::json::parse(fixture("claude-code-2.1.332", "UserPromptSubmit-prompt.json"));
  prompt["prompt"] = "<task-notification>\n<task-id>x</task-id></task-notification>";
  EXPECT_FALSE(std::get<SessionEvent>(read_event(prompt.dump())).by_person);
  prompt["prompt"] = "what is a <task-notification>?";
  EXPECT_TRUE(std::get<SessionEvent>(read_event(prompt.dump())).by_person);
}

TEST(Event, WhatConcernsNobodyIsPassedOverInSilence) {
  for (const auto& release : releases()) {
    const Event entered = read_event(fixture(release, "PostToolUse-enter-plan-EnterPlanMode.json"));
    ASSERT_TRUE(std::holds_alternative<Ignored>(entered));
    EXPECT_EQ(std::get<Ignored>(entered).complaint, "");
    for (const std::string name : {"PostToolBatch-batch.json", "SubagentStart-subagent.json"}) {
      const Event event = read_event(fixture(release, name));
      EXPECT_NE(std::get<Ignored>(event).complaint, "") << name;
    }
  }
}

// What a broken event may look like: no dialog, one line that says why, and no crash.
TEST(Event, BrokenInputIsIgnoredWithAReason) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  std::vector<std::string> inputs{
      "",
      " \n",
      "hello",
      "null",
      "42",
      "\"text\"",
      "[]",
      "[{}]",
      "{",
      "{}",
      "{} {}",
      "{}x",
      R"({"hook_event_name":"Nonsense"})",
      R"({"hook_event_name":7})",
      R"({"hook_event_name":"PreToolUse"})",
      R"({"hook_event_name":"PreToolUse","tool_name":["AskUserQuestion"]})",
      R"({"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion"})",
      R"({"hook_event_name":"Stop"})",
      R"({"hook_event_name":"Stop","session_id":""})",
      R"({"hook_event_name":"Stop","session_id":{}})",
      R"({"hook_event_name":"Stop","session_id":"s","cwd":[1]})",
      R"({"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":5})",
      "{\"hook_event_name\":\"Stop\",\"session_id\":\"\xff\xfe\"}",
      "{\"hook_event_name\":\"Stop\",\"session_id\":\"a\x01z\"}",
      std::string("{\"hook_event_name\":\"Stop\",\"session_id\":\"a\0z\"}", 42),
      std::string("{\"hook_event_name\":\"Stop\"\0}", 27),
      "\xEF\xBB\xBF{\"hook_event_name\":\"Stop\",\"session_id\":\"s\"}",
      deep,
      R"({"hook_event_name":"Stop","session_id":"s","x":)" + deep + "}",
      pre_tool_use(deep)};
  for (const std::string tool_input :
       {"null",
        "7",
        "[]",
        "{}",
        R"({"questions":null})",
        R"({"questions":7})",
        R"({"questions":[]})",
        R"({"questions":{}})",
        R"({"questions":[7]})",
        R"({"questions":[{}]})",
        R"({"questions":[{"question":7}]})",
        R"({"questions":[{"question":"Q","options":7}]})",
        R"({"questions":[{"question":"Q","options":[7]}]})",
        R"({"questions":[{"question":"Q","options":[{"label":7}]}]})",
        R"({"questions":[{"question":"Q","options":[{"description":"d"}]}]})",
        R"({"questions":[{"question":"Q","multiSelect":"yes"}]})",
        R"({"questions":[{"question":"Q"},{"question":"Q"}]})",
        R"({"questions":"not json"})",
        R"({"questions":"{}"})",
        R"({"questions":"[]"})",
        R"({"questions":"[[[[\"x\"]]]]"})",
        R"({"title":7,"questions":[{"question":"Q"}]})"}) {
    inputs.push_back(pre_tool_use(tool_input));
  }
  inputs.push_back(pre_tool_use(nlohmann::json{{"questions", deep}}.dump()));
  for (const auto& input : inputs) {
    const Event event = read_event(input);
    ASSERT_TRUE(std::holds_alternative<Ignored>(event)) << input.substr(0, 200);
    EXPECT_NE(std::get<Ignored>(event).complaint, "") << input.substr(0, 200);
  }
}

TEST(Event, EveryTruncationOfAnEventIsIgnored) {
  const std::string whole = fixture("claude-code-2.1.332", "PreToolUse-unicode.json");
  const std::size_t end = whole.rfind('}');
  for (std::size_t size = 0; size < end; ++size) {
    EXPECT_TRUE(std::holds_alternative<Ignored>(read_event(whole.substr(0, size)))) << size;
  }
}

TEST(Event, LoneSurrogatesAndControlsInTextsAreTaken) {
  const Ask ask = read_ask(pre_tool_use(
      R"({"questions":[{"question":"\ud83d \u0000\u001b[31m","options":[{"label":"\ude00"}]}]})"));
  EXPECT_EQ(ask.request.content.questions[0].text, std::string("\xEF\xBF\xBD \0\x1b[31m", 10));
}

}  // namespace
}  // namespace afar::hook
