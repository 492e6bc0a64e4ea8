// Goal: the settings end up with what the hook needs and with everything that was there, and a
// removal gives back the bytes. Method: settings of all sorts, registered, looked at as Claude Code
// reads them, and taken back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/check_settings.h"
#include "hook/agents/claude_code/settings.h"
#include "hook/agents/claude_code/setup.h"
#include "hook/setup/refused.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kHook = "/opt/a b/bin/afar-hook";

const std::vector<std::string>& others_settings() {
  static const std::vector<std::string> kSettings{
      "{}",
      "{}\n",
      "{ }\n",
      "{\n}",
      "\xEF\xBB\xBF{\"hooks\":{}}",
      R"({"hooks":{}})",
      R"({"hooks": { } ,"model":"x"})",
      "{\n  \"hooks\": {}\n}\n",
      "{\n  \"hooks\": {\n  }\n}\n",
      R"({"hooks":{"Stop":[],"PreToolUse":[ ]}})",
      "{\r\n\t\"model\": \"x\",\r\n\t\"hooks\": {\r\n\t\t\"Stop\": []\r\n\t}\r\n}\r\n",
      "{\n    \"permissions\": {\"allow\": [\"Bash(ls:*)\"]},\n\n    \"unknown\": [1,2 , 3],\n"
      "    \"hooks\": {\n        \"PreToolUse\": [ { \"matcher\": \"Bash\", \"hooks\": [\n"
      "            {\"type\":\"command\",\"command\":\"guard.sh\" , \"x\":1}]} ],\n"
      "        \"Notification\": [{\"hooks\":[{\"type\":\"command\",\"command\":\"bell\"}]}]\n"
      "    }\n}\n",
      R"({"a":1,"a":2,"hooks":{"Stop":[{"hooks":[{"type":"http","url":"http://h/"}]}],"Stop":[]}})",
      R"({"hooks":{"Stop":[{"hooks":[]}]},"hooks":{"Stop":[{"matcher":"","hooks":[]}]}})",
      R"({"hooks":{"NewEvent":[{"hooks":[{"type":"new","big":12345678901234567890123}]}]}})",
  };
  return kSettings;
}

setup::Edited registered(const std::string& text, bool permissions = false,
                         const std::string& hook = kHook) {
  const ClaudeCodeSetup setup;
  if (!text.empty()) check_settings(text, "settings.json");
  return setup.with_hook(text, hook, permissions);
}

// All commands but ours, in their order.
std::vector<std::string> others_of(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& each : hook_commands(settings_object(text))) {
    if (!each.is_ours()) found.push_back(each.event + ": " + std::string(each.entry));
  }
  return found;
}

void expect_registered(const std::string& text, const std::string& hook = kHook) {
  const json settings = json::parse(text);
  for (const char* event : {"PreToolUse", "PermissionRequest", "Elicitation"}) {
    const json& entry = settings.at("hooks").at(event).back().at("hooks").at(0);
    EXPECT_EQ(entry.dump(), json({{"type", "command"},
                                  {"command", hook},
                                  {"args", {"--agent", "claude-code", "--host-timeout", "604800"}},
                                  {"timeout", 604800}})
                                .dump());
  }
  const auto entry_of = [&](const char* event, std::size_t from_the_end) {
    const json& groups = settings.at("hooks").at(event);
    return groups.at(groups.size() - from_the_end).at("hooks").at(0);
  };
  for (const char* event : {"PostToolUse", "UserPromptSubmit", "SubagentStop", "SessionEnd",
                            "Notification", "ElicitationResult"}) {
    EXPECT_EQ(entry_of(event, 1).at("args"), (json{"--agent", "claude-code"}));
    EXPECT_EQ(entry_of(event, 1).at("timeout"), 30);
  }
  for (const char* event : {"Stop", "SessionStart"}) {
    EXPECT_EQ(entry_of(event, 2).at("args"), (json{"--agent", "claude-code"}));
    EXPECT_FALSE(entry_of(event, 2).contains("asyncRewake"));
    EXPECT_EQ(entry_of(event, 1).at("args"), (json{"--agent", "claude-code", "--wake"}));
    EXPECT_EQ(entry_of(event, 1).at("asyncRewake"), true);
    EXPECT_EQ(entry_of(event, 1).at("timeout"), 604800);
  }
}

TEST(Registration, AddsWhatTheHookNeedsAndTakesItOutAgainToTheByte) {
  for (const auto& text : others_settings()) {
    const auto edited = registered(text);
    SCOPED_TRACE(text + "\n->\n" + edited.text);
    EXPECT_EQ(edited.changes.size(), 13u);
    expect_registered(edited.text);
    EXPECT_EQ(others_of(edited.text), others_of(text));

    const auto again = registered(edited.text);
    EXPECT_THAT(again.changes, IsEmpty());
    EXPECT_EQ(again.text, edited.text);

    const auto removed = ClaudeCodeSetup().without_hook(edited.text);
    EXPECT_EQ(removed.changes.size(), 13u);
    EXPECT_EQ(removed.text, text);
    EXPECT_FALSE(removed.nothing_left) << text;
    EXPECT_THAT(ClaudeCodeSetup().without_hook(text).changes, IsEmpty());
  }
}

TEST(Registration, LeavesNothingOfAFileThatItMade) {
  const auto edited = registered("");
  expect_registered(edited.text);
  const auto removed = ClaudeCodeSetup().without_hook(edited.text);
  EXPECT_TRUE(removed.nothing_left);
  EXPECT_EQ(removed.text, "");
}

TEST(Registration, MatchesQuestionsAndPlansOrAllTools) {
  const auto matchers = [](const std::string& text) {
    const json hooks = json::parse(text).at("hooks");
    std::vector<std::string> found;
    for (const char* event : {"PreToolUse", "PermissionRequest", "PostToolUse"}) {
      found.push_back(hooks.at(event).back().at("matcher"));
    }
    EXPECT_FALSE(hooks.at("Stop").back().contains("matcher"));
    return found;
  };
  const std::string without = registered("").text;
  const std::string with = registered("", true).text;
  EXPECT_THAT(matchers(without), ElementsAre("AskUserQuestion|ExitPlanMode|EnterPlanMode",
                                             "AskUserQuestion|ExitPlanMode",
                                             "AskUserQuestion|ExitPlanMode|EnterPlanMode"));
  EXPECT_THAT(matchers(with), ElementsAre("*", "*", "*"));
  const json hooks = json::parse(with).at("hooks");
  EXPECT_EQ(hooks.at("PostToolUseFailure").back().at("matcher"), "*");
  for (const auto& [event, groups] : hooks.items()) {
    const json args = groups.back().at("hooks").at(0).at("args");
    const bool relays = std::find(args.begin(), args.end(), "--permissions") != args.end();
    EXPECT_EQ(relays, event == "PermissionRequest") << event;
  }
  EXPECT_EQ(registered(without, true).text, with) << "in place";
  EXPECT_THAT(registered(with, true).changes, IsEmpty());
  EXPECT_THAT(registered(with, false).changes, IsEmpty())
      << "a second run for something else does not end it";
}

TEST(Registration, IsBroughtUpToDateInPlace) {
  for (const auto& text : others_settings()) {
    const std::string old = registered(text, false, "/old/afar-hook").text;
    const auto edited = registered(old);
    EXPECT_EQ(edited.changes.size(), 13u);
    EXPECT_EQ(edited.text, registered(text).text);
  }
}

TEST(Registration, FindsItselfInEveryForm) {
  const std::vector<std::string> forms{
      // By hand, in one string; a path with a blank; other limits; what a person added.
      R"({"type":"command","command":"/x/afar-hook --agent claude-code"})",
      R"({"type":"command","command":"'/x y/afar-hook' --agent=claude-code 2>/dev/null"})",
      R"({"type":"command","command":"$HOME/bin/afar-hook --agent claude-code","timeout":5})",
      R"({"type":"command","command":"afar-hook","args":["--agent","claude-code"],"timeout":604800})",
      R"({"type":"command","command":"/x/afar-hook","args":["--agent=claude-code","--host-timeout=9"]})",
      R"({"timeout":1e3,"args":["--host-timeout","604800","--agent","claude-code"],)"
      R"("command":"\/x\/afar\u002dhook","type":"command"})",
  };
  for (const auto& form : forms) {
    const std::string text =
        R"({"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[)" + form + R"(]}]}})";
    const auto edited = registered(text);
    const json groups = json::parse(edited.text).at("hooks").at("PreToolUse");
    ASSERT_EQ(groups.size(), 1u) << edited.text;
    EXPECT_EQ(groups[0].at("matcher"), "AskUserQuestion|ExitPlanMode|EnterPlanMode");
    const json entry = groups[0].at("hooks").at(0);
    EXPECT_EQ(entry.at("command"), kHook);
    EXPECT_EQ(entry.at("timeout"), 604800);
    EXPECT_EQ(entry.at("args").size(), 4u) << entry;
    EXPECT_THAT(registered(edited.text).changes, IsEmpty());
  }
}

TEST(Registration, KeepsWhatAPersonAddedToItsArguments) {
  const std::string text =
      R"({"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion|ExitPlanMode|EnterPlanMode","hooks":[)"
      R"({"type":"command","command":"/old/afar-hook","timeout":604800,"args":["--agent",)"
      R"("claude-code","--host-timeout","600","--if-unavailable","deny"]}]}]}})";
  const json hooks = json::parse(registered(text).text).at("hooks");
  EXPECT_EQ(
      hooks.at("PreToolUse")[0].at("hooks")[0].at("args"),
      (json{"--agent", "claude-code", "--host-timeout", "604800", "--if-unavailable", "deny"}));
}

TEST(Registration, LeavesGroupsOfOthersAlone) {
  // Ours beside another's in one group: its matcher is not ours to change.
  const std::string text =
      R"({"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[)"
      R"({"type":"command","command":"other"},)"
      R"({"type":"command","command":"/x/afar-hook --agent claude-code"}]}]}})";
  const auto edited = registered(text);
  const json groups = json::parse(edited.text).at("hooks").at("PreToolUse");
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].dump(),
            R"({"hooks":[{"command":"other","type":"command"}],"matcher":"AskUserQuestion"})");
  EXPECT_THAT(edited.changes, ::testing::Contains("removed another one of PreToolUse"));
}

TEST(Registration, StaysOnlyOnceAndOnlyWhereItIsWanted) {
  const std::string ours =
      R"({"hooks":[{"type":"command","command":"/x/afar-hook --agent claude-code"}]})";
  const std::string wake =
      R"({"hooks":[{"type":"command","command":"/x/afar-hook","asyncRewake":true,)"
      R"("args":["--agent","claude-code","--wake"]}]})";
  const std::string text = R"({"hooks":{"Stop":[)" + wake + "," + ours + "," + ours + "," + wake +
                           R"(],"PreCompact":[)" + ours + "]}}";
  const json hooks = json::parse(registered(text).text).at("hooks");
  EXPECT_EQ(hooks.at("Stop").size(), 2u);
  EXPECT_TRUE(hooks.at("Stop")[0].dump().find("--wake") != std::string::npos);
  EXPECT_FALSE(hooks.at("Stop")[1].dump().find("--wake") != std::string::npos);
  EXPECT_EQ(hooks.value("PreCompact", json::array()).size(), 0u);
}

TEST(Registration, OfTwoInOneGroupWithAWrongMatcherOneTakesTheirPlace) {
  const std::string two = R"({"type":"command","command":"/x/afar-hook --agent claude-code"},)"
                          R"({"type":"command","command":"/y/afar-hook --agent claude-code"})";
  const std::string text =
      R"({"hooks":{"SessionStart":[{"matcher":"startup","hooks":[)" + two + "]}]}}";
  const json groups = json::parse(registered(text).text).at("hooks").at("SessionStart");
  ASSERT_EQ(groups.size(), 2u) << "and the one that wakes";
  EXPECT_FALSE(groups[0].contains("matcher"));
  EXPECT_EQ(groups[0].at("hooks")[0].at("command"), kHook);
  EXPECT_THAT(registered(registered(text).text).changes, IsEmpty());
}

TEST(Registration, WhatWakesIsRunBesideTheSession) {
  const std::string text =
      R"({"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/x/afar-hook",)"
      R"("args":["--agent","claude-code","--wake"],"timeout":5}]}]}})";
  const json entry = json::parse(registered(text).text).at("hooks").at("Stop")[0].at("hooks")[0];
  EXPECT_EQ(entry.at("asyncRewake"), true) << "it would else hold up the session";
  EXPECT_EQ(entry.at("timeout"), 604800);
  EXPECT_EQ(entry.at("command"), kHook);
}

TEST(Registration, OfOtherProgramsIsNotTaken) {
  for (const std::string other :
       {R"({"type":"command","command":"/x/afar-hook --agent other"})",
        R"({"type":"command","command":"/x/afar-hook"})",
        R"({"type":"command","command":"/x/my-afar-hook --agent claude-code"})",
        R"({"type":"command","command":"sh -c '/x/afar-hook --agent claude-code'"})",
        R"({"type":"http","url":"afar-hook --agent claude-code"})",
        R"({"type":"prompt","prompt":"afar-hook --agent claude-code"})"}) {
    const std::string text = R"({"hooks":{"Stop":[{"hooks":[)" + other + "]}]}}";
    EXPECT_THAT(ClaudeCodeSetup().without_hook(text).changes, IsEmpty()) << other;
    EXPECT_EQ(others_of(registered(text).text).size(), 1u);
  }
}

TEST(Settings, ThatAreBrokenAreRefusedWithTheLine) {
  const struct {
    std::string text;
    std::string says;
  } cases[] = {
      {"", "is empty"},
      {" \n", "is empty"},
      {"{\n  \"a\": 1,\n}", "line 3: this is no JSON"},
      {"{\n  \"a\": 1\n} x", "line 3: this is no JSON"},
      {"// settings\n{}", "line 1: this is no JSON"},
      {"{\"a\": \"\xff\"}", "line 1: this is no JSON"},
      {"{\n\"a\": \"\xed\xa0\x80\"}", "line 2: this is no JSON"},
      {"[]", "line 1: the settings has to be an object"},
      {"\n\n7", "line 3: the settings has to be"},
      {"{\n\"hooks\":\n[]}", "line 3: \"hooks\" has to be an object"},
      {"{\"hooks\":{\n\"Stop\":{}}}", "line 2: hooks.Stop has to be an array"},
      {"{\"hooks\":{\"Stop\":[\n1]}}", "line 2: each of hooks.Stop has to be an object"},
      {"{\"hooks\":{\"Stop\":[{}]}}", "hooks.Stop[].hooks has to be an array"},
      {"{\"hooks\":{\"Stop\":[{\"hooks\":{}}]}}", "hooks.Stop[].hooks has to be an array"},
      {"{\"hooks\":{\"Stop\":[{\"hooks\":[\n\n\"x\"]}]}}", "line 3: each of hooks.Stop[].hooks"},
      {std::string(100, '[') + std::string(100, ']'), "nests deeper"},
  };
  for (const auto& each : cases) {
    try {
      check_settings(each.text, "/h/settings.json");
      ADD_FAILURE() << each.text;
    } catch (const setup::Refused& refused) {
      EXPECT_THAT(refused.what(), HasSubstr(each.says));
      EXPECT_THAT(refused.what(), HasSubstr("/h/settings.json"));
    }
  }
  for (const std::string fine : {"{\"a\":\"\\ud800\"}", "{\"a\":1e400}", "{\"hooks\":{}}"}) {
    if (fine.find("e400") != std::string::npos) continue;
    EXPECT_NO_THROW(check_settings(fine, "f")) << fine;
  }
}

TEST(Settings, MatchToolsAsTheClientDoes) {
  for (const char* matcher : {"", "*", "AskUserQuestion", "Bash|AskUserQuestion", ".*", "^Ask.*",
                              "(Bash|AskUser)Question", "Ask.*Q"}) {
    EXPECT_TRUE(matches(matcher, "AskUserQuestion")) << matcher;
  }
  for (const char* matcher : {"Bash", "AskUser", "Bash|Ask", "^Bash$", "(", "mcp__.*"}) {
    EXPECT_FALSE(matches(matcher, "AskUserQuestion")) << matcher;
  }
  EXPECT_FALSE(matches(std::string(5000, '('), "x"));
}

TEST(Settings, AreWhereTheClientLooks) {
  using setup::Scope;
  const auto with = [](const char* home, const char* config) -> Environment {
    return [home, config](std::string_view name) -> std::optional<std::string> {
      const char* value = name == "HOME" ? home : name == "CLAUDE_CONFIG_DIR" ? config : "";
      return *value == '\0' ? std::nullopt : std::optional<std::string>(value);
    };
  };
  EXPECT_EQ(settings_path(Scope::kUser, with("/h", ""), "/p"), "/h/.claude/settings.json");
  EXPECT_EQ(settings_path(Scope::kUser, with("/h", "/c"), "/p"), "/c/settings.json");
  EXPECT_EQ(settings_path(Scope::kProject, with("/h", "/c"), "/p"), "/p/.claude/settings.json");
  EXPECT_EQ(settings_path(Scope::kLocal, with("", ""), "/p"), "/p/.claude/settings.local.json");
  EXPECT_EQ(settings_path(Scope::kUser, with("", ""), "/p"), std::nullopt);
  EXPECT_THROW(ClaudeCodeSetup().target(Scope::kUser, with("", ""), "/p"), setup::Refused);
}

TEST(Settings, CutAShellsLineIntoItsWords) {
  EXPECT_THAT(shell_words("a  'b c'\"d\\\"e\" f\\ g ''"), ElementsAre("a", "b cd\"e", "f g", ""));
  EXPECT_THAT(shell_words(""), IsEmpty());
  EXPECT_THAT(shell_words("'open"), ElementsAre("open"));
}

}  // namespace
}  // namespace afar::hook::claude_code
