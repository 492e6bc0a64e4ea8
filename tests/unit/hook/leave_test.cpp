// Goal: a plan or a permission is let through only by the option that says so, and in the form that
// the client takes. Method: captured events of both releases, every outcome and every answer that
// says less than yes.
#include "hook/fallback.h"
#include "shared/dialog/dialog_json.h"
#include "support.h"

namespace afar::hook {
namespace {

using nlohmann::json;

constexpr const char* kPlan = R"({"plan":"# Add a cache\n1. Redis","planFilePath":"/p.md"})";
constexpr const char* kBash = R"({"command":"make deploy","n":12345678901234567890123})";
constexpr const char* kRule =
    R"({"type":"addRules", "rules":[{"toolName":"Bash","ruleContent":"make deploy *"}],)"
    R"("behavior":"allow","destination":"localSettings"})";
constexpr const char* kMode = R"({"type":"setMode","mode":"acceptEdits","destination":"session"})";

std::string event_of(const std::string& event, const std::string& tool, const std::string& input,
                     const std::string& suggestions = "") {
  return R"({"session_id":"s1","cwd":"/p","hook_event_name":")" + event + R"(","tool_name":")" +
         tool + R"(","tool_use_id":"toolu_1","tool_input":)" + input +
         (suggestions.empty() ? "" : R"(,"permission_suggestions":)" + suggestions) + "}";
}

OpenResult chosen(const std::string& option, std::optional<std::string> words = std::nullopt) {
  return answered({{"q1", {{option}, std::move(words), {}}}});
}

Reply reply(const Ask& ask, const OpenResult& result) {
  return make_agent("claude-code")->write(ask, result);
}

json output_of(const Reply& reply) {
  EXPECT_EQ(reply.complaint, "");
  return json::parse(reply.text).at("hookSpecificOutput");
}

json decision_of(const Ask& ask, const OpenResult& result) {
  return output_of(reply(ask, result)).at("decision");
}

std::vector<std::string> ids_of(const Ask& ask) {
  std::vector<std::string> ids;
  for (const auto& option : ask.request.content.questions.at(0).options) ids.push_back(option.id);
  return ids;
}

// Every event that may ask for leave, as one that does.
std::vector<Ask> all_asks() {
  const std::string suggestions = std::string("[") + kRule + "," + kMode + "]";
  return {read_ask(event_of("PreToolUse", "ExitPlanMode", kPlan)),
          read_ask(event_of("PreToolUse", "ExitPlanMode", "{}")),
          read_ask(event_of("PermissionRequest", "ExitPlanMode", kPlan)),
          read_ask(event_of("PermissionRequest", "ExitPlanMode", "{}")),
          read_ask(event_of("PreToolUse", "EnterPlanMode", "{}")),
          read_ask(event_of("PreToolUse", "Bash", kBash)),
          read_ask(event_of("PermissionRequest", "Bash", kBash)),
          read_ask(event_of("PermissionRequest", "Bash", kBash, suggestions)),
          read_ask(event_of("PermissionRequest", "mcp__db__drop", "{}", "[]"))};
}

std::string name(const Ask& ask) {
  return ask.event + " of " + ask.request.tool + " " + ask.input + ask.suggestions;
}

// Silence (the client asks in its own way) or a refusal.
void expect_no_leave(const Ask& ask, const OpenResult& result) {
  const Reply given = reply(ask, result);
  SCOPED_TRACE(name(ask) + " -> " + given.text);
  EXPECT_EQ(given.text.find("\"allow\""), std::string::npos);
  EXPECT_EQ(given.text.find("updatedInput"), std::string::npos);
  EXPECT_EQ(given.text.find("updatedPermissions"), std::string::npos);
  if (given.text.empty()) return;
  const json output = json::parse(given.text).at("hookSpecificOutput");
  const json& how = ask.request.phase == Phase::kBefore ? output.at("permissionDecision")
                                                        : output.at("decision").at("behavior");
  EXPECT_TRUE(how == "deny" || how == "defer") << how;
}

TEST(Leave, OnlyAnAnswerOrADefaultGivesIt) {
  for (const auto& ask : all_asks()) {
    const auto options = ids_of(ask);
    for (const auto state : {OutcomeState::kDenied, OutcomeState::kDeferred, OutcomeState::kLeft,
                             OutcomeState::kCancelled, OutcomeState::kExpired}) {
      for (const char* message : {"", "words of the daemon"}) {
        for (const std::string option : {"allow", "accept", "allow_always"}) {
          OpenResult result = chosen(option);
          result.outcome.state = state;
          result.outcome.message = message;
          expect_no_leave(ask, result);
        }
      }
    }
  }
}

TEST(Leave, IsNotGivenByAnAnswerThatSaysLessThanYes) {
  const std::vector<std::map<std::string, QuestionAnswer>> less{
      {},
      {{"q1", {}}},
      {{"q1", {{"no such option"}, {}, {}}}},
      {{"q1", {{""}, {}, {}}}},
      {{"q1", {{"Allow once"}, {}, {}}}},
      {{"q1", {{"allowed"}, {}, {}}}},
      {{"q1", {{"allow", "deny"}, {}, {}}}},
      {{"q1", {{"allow", "allow"}, {}, {}}}},
      {{"q1", {{"allow_always_7"}, {}, {}}}},
      {{"q1", {{}, "allow", {}}}},
      {{"q1", {{}, {}, "allow"}}},
      {{"q2", {{"allow"}, {}, {}}}},
      {{"q1", {{"allow"}, {}, {}}}, {"q2", {{"deny"}, {}, {}}}},
      {{"q1", {{"deny"}, {}, {}}}},
      {{"q1", {{"deny_and_stop"}, {}, {}}}},
      {{"q1", {{"reject"}, {}, {}}}},
      {{"q1", {{"accept", "reject"}, {}, {}}}},
      {{"q1", {{}, "accept", {}}}},
  };
  for (const auto& ask : all_asks()) {
    for (const auto& answers : less) {
      const bool no_rule_to_choose = ask.suggestions.empty() || ask.suggestions == "[]";
      const auto q1 = answers.find("q1");
      const bool always =
          q1 != answers.end() && q1->second.options == std::vector<std::string>{"allow_always_7"};
      if (always && ask.suggestions.empty() && no_rule_to_choose) continue;  // see below
      for (const auto state : {OutcomeState::kAnswered, OutcomeState::kDefaulted}) {
        OpenResult result = answered(answers);
        result.outcome.state = state;
        expect_no_leave(ask, result);
      }
    }
  }
}

TEST(Leave, IsNotTheAgentsToGiveNorOfAnotherKind) {
  for (const auto& ask : all_asks()) {
    for (const std::string option : {"allow", "accept", "accept_edits", "allow_always", "o1"}) {
      OpenResult result = chosen(option);
      result.outcome.by = {Decider::Kind::kAgent, "claude-code", "", ""};
      expect_no_leave(ask, result);
      const bool of_plan = option.rfind("accept", 0) == 0;
      const bool plan = ask.request.kind == DialogKind::kPlanApproval;
      const bool permission = ask.request.kind == DialogKind::kPermission;
      if ((of_plan && plan) || (!of_plan && option != "o1" && permission)) continue;
      expect_no_leave(ask, chosen(option));
    }
  }
}

TEST(Leave, NothingIsSaidTwiceOfWhatTheTerminalAnswered) {
  for (const auto& ask : all_asks()) {
    for (const std::string option : {"allow", "accept", "deny"}) {
      OpenResult result = chosen(option);
      result.outcome.by = {Decider::Kind::kTerminal, "", "terminal", ""};
      EXPECT_EQ(reply(ask, result).text, "") << name(ask);
    }
  }
}

TEST(Leave, WithoutADaemonThereIsNone) {
  for (const auto& ask : all_asks()) {
    for (const auto wanted :
         {IfUnavailable::kLocal, IfUnavailable::kDeny, IfUnavailable::kDefault}) {
      const OpenResult result = unavailable_result(wanted, ask.request, WallTime{});
      const bool plan = ask.request.kind == DialogKind::kPlanApproval;
      // A default was asked for by the operator, and a plan has one: it is marked in the plan.
      if (plan && wanted == IfUnavailable::kDefault) continue;
      expect_no_leave(ask, result);
      const bool silent = reply(ask, result).text.empty();
      EXPECT_TRUE(wanted != IfUnavailable::kLocal || silent);
      EXPECT_TRUE(wanted != IfUnavailable::kDeny || !silent);
    }
  }
  // A call that nobody asked about goes its way; only a refusal that the operator wants stops it.
  const Ask unasked = read_ask(event_of("PreToolUse", "Read", R"({"file_path":"/a"})"));
  EXPECT_EQ(reply(unasked, unavailable_result(IfUnavailable::kDefault, unasked.request, {})).text,
            "");
}

TEST(Leave, APermissionRunsWithItsInputByTheByte) {
  EXPECT_EQ(reply(read_ask(event_of("PermissionRequest", "Bash", kBash)), chosen("allow")).text,
            std::string(R"({"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":)"
                        R"({"behavior":"allow","updatedInput":)") +
                kBash + "}}}");
  EXPECT_EQ(reply(read_ask(event_of("PreToolUse", "Bash", kBash)), chosen("allow")).text,
            std::string(R"({"hookSpecificOutput":{"hookEventName":"PreToolUse",)"
                        R"("permissionDecision":"allow","updatedInput":)") +
                kBash + "}}");
}

TEST(Leave, ARuleIsGivenBackByTheByteWhereItWasChosen) {
  const Ask ask = read_ask(
      event_of("PermissionRequest", "Bash", kBash, std::string("[") + kRule + " , " + kMode + "]"));
  EXPECT_EQ(ids_of(ask), (std::vector<std::string>{"allow", "allow_always", "allow_always_2",
                                                   "deny", "deny_and_stop"}));
  const auto written = [&](const std::string& option) { return reply(ask, chosen(option)).text; };
  EXPECT_NE(written("allow_always").find(std::string(R"(,"updatedPermissions":[)") + kRule + "]"),
            std::string::npos);
  EXPECT_NE(written("allow_always_2").find(std::string(R"(,"updatedPermissions":[)") + kMode + "]"),
            std::string::npos);
  EXPECT_EQ(written("allow").find("updatedPermissions"), std::string::npos);
}

// The permission prompt tool asks about the same call without the client's proposals: the call that
// was allowed for good there is allowed here.
TEST(Leave, AlwaysAllowsTheCallWhereTheEventProposesNothing) {
  const json output =
      output_of(reply(read_ask(event_of("PreToolUse", "Bash", kBash)), chosen("allow_always")));
  EXPECT_EQ(output.at("permissionDecision"), "allow");
}

TEST(Leave, ANoIsExactlyThePersonsWords) {
  const std::string words = "use the staging key\n\"now\" \xf0\x9f\xa6\x8a";
  const Ask bash = read_ask(event_of("PermissionRequest", "Bash", kBash));
  EXPECT_EQ(decision_of(bash, chosen("deny", words)),
            (json{{"behavior", "deny"}, {"message", words}}));
  EXPECT_EQ(decision_of(bash, chosen("deny")),
            (json{{"behavior", "deny"}, {"message", "Denied by owner."}}));
  EXPECT_EQ(decision_of(bash, chosen("deny_and_stop", words)),
            (json{{"behavior", "deny"}, {"message", words}, {"interrupt", true}}));
  const json stopped = json::parse(
      reply(read_ask(event_of("PreToolUse", "Bash", kBash)), chosen("deny_and_stop", words)).text);
  EXPECT_EQ(stopped.at("continue"), false);
  EXPECT_EQ(stopped.at("stopReason"), words);
  EXPECT_EQ(stopped.at("hookSpecificOutput").at("permissionDecision"), "deny");
  const Ask plan = read_ask(event_of("PreToolUse", "ExitPlanMode", kPlan));
  EXPECT_EQ(output_of(reply(plan, chosen("reject", words))).at("permissionDecisionReason"), words);
}

TEST(Leave, APlanIsApprovedInEveryWayThatTheEventHasAPlaceFor) {
  const Ask beside = read_ask(event_of("PermissionRequest", "ExitPlanMode", kPlan));
  EXPECT_EQ(ids_of(beside),
            (std::vector<std::string>{"accept", "accept_edits", "accept_with_feedback", "reject"}));
  EXPECT_EQ(decision_of(beside, chosen("accept")),
            (json{{"behavior", "allow"}, {"updatedInput", json::parse(kPlan)}}));
  EXPECT_EQ(decision_of(beside, chosen("accept_edits")).at("updatedPermissions"),
            json::array({json::parse(kMode)}));
  EXPECT_EQ(
      decision_of(beside, chosen("accept_with_feedback", "test it")).at("updatedInput").at("plan"),
      "# Add a cache\n1. Redis\n\n## The person's feedback\n\ntest it");
  const Ask before = read_ask(event_of("PreToolUse", "ExitPlanMode", kPlan));
  EXPECT_EQ(ids_of(before), (std::vector<std::string>{"accept", "accept_with_feedback", "reject"}));
  const Ask bare = read_ask(event_of("PreToolUse", "ExitPlanMode", "{}"));
  EXPECT_EQ(ids_of(bare), (std::vector<std::string>{"accept", "accept_with_feedback", "reject"}));
  EXPECT_EQ(output_of(reply(bare, chosen("accept"))).at("updatedInput"), json::object());
  for (const Ask* ask : {&before, &bare}) {
    const json output = output_of(reply(*ask, chosen("accept_with_feedback", "test it")));
    EXPECT_EQ(output.at("permissionDecision"), "allow");
    EXPECT_EQ(output.at("additionalContext"), "The person's feedback:\n\ntest it");
    EXPECT_EQ(output.at("updatedInput"), json::parse(ask->input))
        << "the client reads its own file";
  }
  const Ask bare_beside = read_ask(event_of("PermissionRequest", "ExitPlanMode", "{}"));
  EXPECT_EQ(ids_of(bare_beside), (std::vector<std::string>{"accept", "accept_edits", "reject"}));
}

// A default never looks like the person's answer.
TEST(Leave, APlanThatThePersonEditedTakesThePlaceOfTheAgents) {
  OpenResult result = chosen("accept_edits");
  result.answers.questions["q1"].edited = "# Another\n\"x\"";
  const json decision =
      decision_of(read_ask(event_of("PermissionRequest", "ExitPlanMode", kPlan)), result);
  EXPECT_EQ(decision.at("updatedInput"),
            (json{{"plan", "# Another\n\"x\""}, {"planFilePath", "/p.md"}}));
  EXPECT_TRUE(decision.contains("updatedPermissions"));
  // With no plan to replace the agent is to present it again.
  const json without =
      decision_of(read_ask(event_of("PermissionRequest", "ExitPlanMode", "{}")), result);
  EXPECT_EQ(without.at("behavior"), "deny");
  EXPECT_NE(without.at("message").get<std::string>().find("# Another\n\"x\""), std::string::npos);
}

TEST(Leave, APlansDefaultIsMarked) {
  OpenResult result = chosen("accept");
  result.outcome.state = OutcomeState::kDefaulted;
  result.outcome.by = {Decider::Kind::kPolicy, "", "", "night"};
  result.outcome.message = "Nobody answered; the rule \"night\" did.";
  for (const char* input : {kPlan, "{}"}) {
    const json before =
        output_of(reply(read_ask(event_of("PreToolUse", "ExitPlanMode", input)), result));
    EXPECT_EQ(before.at("permissionDecision"), "allow");
    EXPECT_EQ(before.at("additionalContext"),
              "Approved by a rule, not by the person:\n\nNobody answered; the rule \"night\" did.");
    expect_no_leave(read_ask(event_of("PermissionRequest", "ExitPlanMode", input)), result);
  }
}

TEST(Leave, APermissionIsAskedAsBothReleasesTellIt) {
  for (const auto& release : releases()) {
    SCOPED_TRACE(release);
    const Ask ask = read_ask(fixture(release, "PermissionRequest-bash-rule.json"));
    EXPECT_EQ(ask.request.kind, DialogKind::kPermission);
    EXPECT_EQ(ask.request.tool, "Bash");
    EXPECT_EQ(ask.request.phase, Phase::kBeside);
    EXPECT_FALSE(ask.request.unasked);
    EXPECT_EQ(json::parse(ask.request.input).at("command"), "make one");
    const Option* always = ask.request.content.questions.at(0).find_option("allow_always");
    ASSERT_NE(always, nullptr);
    EXPECT_EQ(always->label, "Always: Bash(make one *)");
    EXPECT_EQ(always->description,
              "it runs, and what matches Bash(make one *) is not asked about from now on, by your "
              "own settings of this project (.claude/settings.local.json)");
    EXPECT_EQ(read_ask(fixture(release, "PermissionRequest-bash-two-rules.json"))
                  .request.content.questions.at(0)
                  .find_option("allow_always")
                  ->label,
              "Always: Bash(npm run *), Bash(touch a/b/c)");
    const Ask write = read_ask(fixture(release, "PermissionRequest-write.json"));
    EXPECT_EQ(ids_of(write), (std::vector<std::string>{"allow", "allow_always", "allow_always_2",
                                                       "deny", "deny_and_stop"}));
    const Ask before = read_ask(fixture(release, "PreToolUse-bash-Bash.json"));
    EXPECT_TRUE(before.request.unasked);
    EXPECT_TRUE(before.request.can_race) << "PermissionRequest tells where one is needed";
  }
}

TEST(Leave, APlanIsTheSameOneInEveryEvent) {
  for (const auto& release : releases()) {
    SCOPED_TRACE(release);
    const Content before =
        read_ask(fixture(release, "PreToolUse-plan-file-ExitPlanMode.json")).request.content;
    const Content beside =
        read_ask(fixture(release, "PermissionRequest-plan-file-ExitPlanMode.json")).request.content;
    const Event after = read_event(fixture(release, "PostToolUse-plan-file-ExitPlanMode.json"));
    const auto& settle = std::get<SettleRequest>(after);
    EXPECT_EQ(before.body, "# My plan\n1. Do A\n2. Do B\n");
    for (const Content* other : {&beside, &settle.content}) {
      EXPECT_EQ(other->body, before.body);
      EXPECT_EQ(other->title, before.title);
    }
    ASSERT_TRUE(settle.answers);
    EXPECT_EQ(settle.answers->questions.at("q1").options, (std::vector<std::string>{"accept"}));
  }
}

TEST(Leave, WhatTheTerminalGrantedIsToldByItsResult) {
  for (const auto& release : releases()) {
    for (const char* file : {"PostToolUse-bash-Bash.json", "PostToolUseFailure-bash.json"}) {
      const Event event = read_event(fixture(release, file));
      const auto& settle = std::get<SettleRequest>(event);
      EXPECT_EQ(settle.kind, DialogKind::kPermission);
      ASSERT_TRUE(settle.answers);
      EXPECT_EQ(settle.answers->questions.at("q1").options, (std::vector<std::string>{"allow"}));
    }
    auto plan = json::parse(fixture(release, "PostToolUse-plan-ExitPlanMode.json"));
    plan["permission_mode"] = "acceptEdits";
    EXPECT_EQ(std::get<SettleRequest>(read_event(plan.dump())).answers->questions.at("q1").options,
              (std::vector<std::string>{"accept_edits"}));
    // The way into plan mode is no answer to anything, and a plan that failed neither.
    plan["hook_event_name"] = "PostToolUseFailure";
    EXPECT_TRUE(std::holds_alternative<Ignored>(read_event(plan.dump())));
    EXPECT_TRUE(std::holds_alternative<Ignored>(
        read_event(fixture(release, "PostToolUse-enter-plan-EnterPlanMode.json"))));
  }
}

// A tool's result may be megabytes of anything: it is not looked at.
TEST(Leave, AResultIsPassedOverUnread) {
  auto event = fixture("claude-code-2.1.332", "PostToolUse-bash-Bash.json");
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  event.insert(event.find("\"tool_use_id\""), "\"tool_response\":" + deep + ",");
  EXPECT_TRUE(std::holds_alternative<SettleRequest>(read_event(event)));
}

TEST(Leave, WithoutAnInputThereIsNothingToAskAbout) {
  for (const char* event : {"PreToolUse", "PermissionRequest", "PostToolUse"}) {
    for (const char* tool : {"Bash", "ExitPlanMode", "AskUserQuestion"}) {
      for (const char* input : {"null", "7", "[]", "\"{}\""}) {
        EXPECT_TRUE(std::holds_alternative<Ignored>(read_event(event_of(event, tool, input))))
            << event << tool << input;
      }
      const std::string without =
          std::string(R"({"session_id":"s1","cwd":"/p","hook_event_name":")") + event +
          R"(","tool_name":")" + tool + "\"}";
      EXPECT_TRUE(std::holds_alternative<Ignored>(read_event(without))) << event << tool;
    }
  }
}

}  // namespace
}  // namespace afar::hook
