// Goal: plans and permissions of several sessions at once each get their own answer, and nothing
// that a rule, a limit or a death of the daemon does lets a call through. Method: the real hook and
// daemon, captured events of the newer release, answers by the command line.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/agent.h"
#include "tests/integration/command.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Exit kQuiet{0, 0};

Event permission(const std::string& session, const std::string& command) {
  Event event = captured("claude-code-2.1.332", "PermissionRequest-bash-rule.json");
  event["session_id"] = session;
  event["tool_input"]["command"] = command;
  return event;
}

Event call_of(const Event& permission, const char* event_name) {
  Event event = permission;
  event["hook_event_name"] = event_name;
  event["tool_use_id"] = "toolu_1";
  event.erase("permission_suggestions");
  return event;
}

Event plan(const std::string& session, const std::string& text) {
  Event event = captured("claude-code-2.1.332", "PermissionRequest-plan-file-ExitPlanMode.json");
  event["session_id"] = session;
  event["tool_input"]["plan"] = text;
  return event;
}

json decision_in(const HookEnd& end) {
  EXPECT_EQ(end.exit, kQuiet) << end.err;
  return json::parse(end.out).at("hookSpecificOutput").at("decision");
}

class LeaveTest : public ::testing::Test {
 protected:
  const HookTerms relayed{{"--permissions"}, {}};

  void answer(const std::string& id, std::vector<std::string> words) {
    words.insert(words.begin(), {"answer", id});
    const Command::End end = Command(stage_, words).end();
    EXPECT_EQ(end.exit, kQuiet) << end.out << end.err;
  }
  void rule(const json& when, const json& then) {
    const std::string folder = stage_.home() + "/config/afar";
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/config.json")
        << json{{"rules", {{{"name", "the rule"}, {"when", when}, {"do", then}}}}};
    std::filesystem::permissions(folder + "/config.json", std::filesystem::perms(0600));
  }
  std::string only_dialog() { return stage_.connect().until_open(1).at(0).at("id"); }

  Stage stage_;
  Agent agent_{stage_};
};

TEST_F(LeaveTest, TwoPlansAndThreePermissionsOfTwoSessionsAreFiveCardsWithFiveAnswers) {
  stage_.start_daemon();
  Agent other(stage_);
  Hook plan_one = agent_.hook(plan("s-1", "# One\n1. x"));
  Hook plan_two = other.hook(plan("s-2", "# Two\n1. x"));
  Hook run_one = agent_.hook(permission("s-1", "make one"), relayed);
  Hook run_two = other.hook(permission("s-2", "make one"), relayed);
  Hook run_three = other.hook(permission("s-2", "make three"), relayed);
  std::map<std::string, std::string> ids;
  for (const auto& dialog : stage_.connect().until_open(5)) {
    const std::string session = dialog.at("origin").at("session");
    ids[session + " " + dialog.at("title").get<std::string>()] = dialog.at("id");
  }
  ASSERT_EQ(ids.size(), 5u);
  answer(ids.at("s-2 Bash: make three"), {"deny_and_stop"});
  answer(ids.at("s-1 Approve the plan \"One\"?"), {"reject", "--text", "not so"});
  answer(ids.at("s-2 Bash: make one"), {"allow_always"});
  answer(ids.at("s-2 Approve the plan \"Two\"?"), {"accept_edits"});
  answer(ids.at("s-1 Bash: make one"), {"deny", "--text", "not now"});
  EXPECT_EQ(decision_in(plan_one.end()), (json{{"behavior", "deny"}, {"message", "not so"}}));
  const json two = decision_in(plan_two.end());
  EXPECT_EQ(two.at("behavior"), "allow");
  EXPECT_EQ(two.at("updatedPermissions").at(0).at("mode"), "acceptEdits");
  EXPECT_EQ(decision_in(run_one.end()), (json{{"behavior", "deny"}, {"message", "not now"}}));
  const json allowed = decision_in(run_two.end());
  EXPECT_EQ(allowed.at("behavior"), "allow");
  EXPECT_EQ(allowed.at("updatedPermissions"),
            json(permission("s-2", "").at("permission_suggestions")));
  EXPECT_EQ(decision_in(run_three.end()),
            (json{{"behavior", "deny"}, {"message", "Denied by owner."}, {"interrupt", true}}));
}

TEST_F(LeaveTest, WithoutTheOperatorsWordNobodyIsAsked) {
  stage_.start_daemon();
  for (const char* event : {"PreToolUse", "PostToolUse", "PostToolUseFailure"}) {
    EXPECT_EQ(agent_.run(call_of(permission("s-1", "make one"), event), relayed).out, "");
  }
  EXPECT_EQ(agent_.run(permission("s-1", "make one")).out, "");
  Operator person = stage_.connect();
  EXPECT_EQ(person.counter("opened"), 0u);
  EXPECT_EQ(person.call("dialog.list", {{"all", true}}).at("dialogs"), json::array());
}

TEST_F(LeaveTest, TheTerminalsLeaveEndsTheWaitingHook) {
  stage_.start_daemon();
  for (const char* how : {"PostToolUse", "PostToolUseFailure"}) {
    const Event asked = permission("s-1", std::string("make ") + how);
    agent_.run(call_of(asked, "PreToolUse"));
    Hook hook = agent_.hook(asked, relayed);
    const std::string id = only_dialog();
    agent_.run(call_of(asked, how));
    EXPECT_EQ(hook.end().out, "") << how;
    const json ended = stage_.connect().get(id);
    EXPECT_EQ(ended.at("outcome").at("by").at("kind"), "terminal") << how;
    EXPECT_EQ(ended.at("answers").at("q1").at("options"), (json{"allow"})) << how;
  }
}

// Every way for a rule to end it without a person.
TEST_F(LeaveTest, NoRuleAllowsByTheWay) {
  for (const char* on_timeout : {"local", "default", "deny", "park", "stop"}) {
    for (const char* by_default : {"recommended", "first", "none"}) {
      Stage stage;
      Agent agent(stage);
      const std::string folder = stage.home() + "/config/afar";
      std::filesystem::create_directories(folder);
      const json then{
          {"mode", "block"}, {"wait", "1s"}, {"on_timeout", on_timeout}, {"default", by_default}};
      std::ofstream(folder + "/config.json") << json{
          {"rules", {{{"when", {{"kind", "permission"}, {"tool", "Bash"}}}, {"do", then}}}}};
      std::filesystem::permissions(folder + "/config.json", std::filesystem::perms(0600));
      stage.start_daemon();
      const Event asked = permission("s-1", "make one");
      Hook before = agent.hook(call_of(asked, "PreToolUse"));
      Hook beside = agent.hook(permission("s-2", "make one"), relayed);
      for (Hook* hook : {&before, &beside}) {
        const HookEnd end = hook->end();
        EXPECT_EQ(end.exit, kQuiet);
        EXPECT_THAT(end.out, Not(HasSubstr("allow"))) << on_timeout << by_default;
        EXPECT_TRUE(end.out.empty() || end.out.find("\"deny\"") != std::string::npos) << end.out;
      }
    }
  }
}

TEST_F(LeaveTest, ADefaultIsOnlyALabelThatTheOperatorWrote) {
  rule({{"kind", "permission"}, {"input", "make"}},
       {{"mode", "default"}, {"default", "Allow once"}});
  stage_.start_daemon();
  EXPECT_EQ(decision_in(agent_.run(permission("s-1", "make one"))).at("behavior"), "allow");
  const auto all = stage_.connect().call("dialog.list", {{"all", true}}).at("dialogs");
  EXPECT_EQ(all.at(0).at("state"), "defaulted");
}

TEST_F(LeaveTest, AKilledDaemonAllowsNothingAndAsksOnWhenItIsBack) {
  stage_.start_daemon();
  Hook hook = agent_.hook(permission("s-1", "make one"), relayed);
  const std::string id = only_dialog();
  stage_.end_daemon(SIGKILL);
  EXPECT_FALSE(hook.has_ended());
  Operator person = stage_.connect();
  person.until_waiters(id, 1);
  answer(id, {"allow"});
  EXPECT_EQ(decision_in(hook.end()).at("behavior"), "allow");
}

TEST_F(LeaveTest, AKilledDaemonThatStaysAwayAllowsNothing) {
  stage_.start_daemon();
  Hook hook = agent_.hook(permission("s-1", "make one"),
                          {{"--permissions", "--no-start", "--host-timeout", "8"}, {}});
  only_dialog();
  stage_.end_daemon(SIGKILL);
  const HookEnd end = hook.end();
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(end.exit, kQuiet);
}

// A rule for everything is not one for every file that an agent reads.
TEST_F(LeaveTest, ACallThatNobodyAsksAboutIsHeldUpByARuleThatNamesItAndByNoOther) {
  rule({{"presence", {"here", "away"}}}, {{"mode", "block"}});
  stage_.start_daemon();
  const Event call = call_of(permission("s-1", "make one"), "PreToolUse");
  EXPECT_EQ(agent_.run(call).out, "");
  EXPECT_EQ(stage_.connect().counter("opened"), 0u);
  rule({{"kind", "permission"}, {"input", "\\bmake\\b"}}, {{"mode", "block"}});
  stage_.connect().call("reload");
  Hook hook = agent_.hook(call);
  const std::string id = only_dialog();
  answer(id, {"deny", "--text", "not without me"});
  EXPECT_EQ(json::parse(hook.end().out).at("hookSpecificOutput").at("permissionDecisionReason"),
            "not without me");
}

// What a person says after the agent went on is kept, and allows nothing.
TEST_F(LeaveTest, ALateAllowIsNoLeaveForTheNextCall) {
  stage_.start_daemon();
  const Event asked = permission("s-1", "make one");
  agent_.run(call_of(asked, "PreToolUse"));
  Hook hook = agent_.hook(asked, relayed);
  const std::string id = only_dialog();
  agent_.run(stop("s-1"));
  EXPECT_EQ(hook.end().out, "");
  answer(id, {"allow"});
  Event again = call_of(asked, "PreToolUse");
  again["tool_use_id"] = "toolu_2";
  EXPECT_EQ(agent_.run(again).out, "");
  Hook next = agent_.hook(asked, relayed);
  EXPECT_NE(only_dialog(), id);
  EXPECT_FALSE(next.has_ended());
}

TEST_F(LeaveTest, TheWayIntoPlanModeIsRefusedByARuleAndNeverAsked) {
  Event entry = captured("claude-code-2.1.332", "PreToolUse-enter-plan-EnterPlanMode.json");
  rule({{"kind", "plan_entry"}}, {{"mode", "block"}});
  stage_.start_daemon();
  EXPECT_EQ(agent_.run(entry).out, "");
  rule({{"kind", "plan_entry"}}, {{"mode", "deny"}, {"message", "Just do it."}});
  stage_.connect().call("reload");
  const json output = json::parse(agent_.run(entry).out).at("hookSpecificOutput");
  EXPECT_EQ(output.at("permissionDecision"), "deny");
  EXPECT_THAT(output.at("permissionDecisionReason").get<std::string>(), HasSubstr("Just do it."));
  EXPECT_TRUE(stage_.connect().open_dialogs().empty());
}

}  // namespace
}  // namespace afar::test
