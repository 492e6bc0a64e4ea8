// Goal: what an agent asks through the permission prompt tool is answered by a person, each call by
// its own answer, and by nothing else. Method: the real afar-mcp and afard, MCP spoken as Claude
// Code does, answers by the operator's command.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/integration/command.h"
#include "tests/integration/mcp_server.h"

namespace afar::test {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using ::testing::AllOf;
using ::testing::HasSubstr;

const ordered_json kBash = {{"command", "touch made && echo made"}, {"description", "makes it"}};

ordered_json color() { return before("s-1", "toolu_1").at("tool_input"); }

json denied(const std::string& message) { return {{"behavior", "deny"}, {"message", message}}; }

class McpTest : public ::testing::Test {
 protected:
  void answer(const std::string& id, std::vector<std::string> words) {
    words.insert(words.begin(), {"answer", id});
    const Command::End end = Command(stage_, words).end();
    EXPECT_EQ(end.exit, (Exit{0, 0})) << end.out << end.err;
  }
  // The dialog of the one call that is open.
  json only_dialog() { return stage_.connect().until_open(1).at(0); }
  void configure(const json& config) {
    const std::string file = stage_.home() + "/config/afar/config.json";
    std::filesystem::create_directories(stage_.home() + "/config/afar");
    std::ofstream(file) << config;
    std::filesystem::permissions(file, std::filesystem::perms(0600));
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
};

TEST_F(McpTest, AQuestionIsAnsweredAsTheHookAnswersIt) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "AskUserQuestion", color(), "toolu_1");
  const json dialog = only_dialog();
  EXPECT_EQ(dialog.at("kind"), "user_question");
  EXPECT_EQ(dialog.at("origin").at("agent"), "claude-code");
  EXPECT_EQ(dialog.at("origin").at("session"), "s-1");
  EXPECT_EQ(dialog.at("origin").at("call"), "toolu_1");
  answer(dialog.at("id"), {"Blue"});
  ordered_json updated = color();
  updated["answers"] = {{"Which color?", "Blue"}};
  EXPECT_EQ(server.answer_to(1), (json{{"behavior", "allow"}, {"updatedInput", json(updated)}}));
  ASSERT_TRUE(until("the answer to be delivered", [&] {
    return stage_.connect().get(dialog.at("id")).at("outcome").at("delivery") == "delivered";
  }));
}

TEST_F(McpTest, APermissionIsAllowedOrDeniedInThePersonsWords) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", kBash, "toolu_1");
  const json dialog = only_dialog();
  EXPECT_EQ(dialog.at("kind"), "permission");
  EXPECT_THAT(dialog.at("body").get<std::string>(), HasSubstr("touch made && echo made"));
  answer(dialog.at("id"), {"allow"});
  EXPECT_EQ(server.answer_to(1), (json{{"behavior", "allow"}, {"updatedInput", json(kBash)}}));

  server.prompt(2, "Bash", kBash, "toolu_2");
  answer(only_dialog().at("id"), {"deny", "--text", "use \"staging\" 🦊"});
  EXPECT_EQ(server.answer_to(2), denied("use \"staging\" 🦊"));

  server.prompt(3, "Bash", kBash, "toolu_3");
  answer(only_dialog().at("id"), {"deny_and_stop"});
  json stopped = denied("Denied by owner.");
  stopped["interrupt"] = true;
  EXPECT_EQ(server.answer_to(3), stopped);

  server.prompt(4, "ExitPlanMode", {{"plan", "# Cache\n1. Redis"}}, "toolu_4");
  EXPECT_EQ(only_dialog().at("kind"), "plan_approval");
  answer(only_dialog().at("id"), {"reject", "--text", "no Redis"});
  EXPECT_EQ(server.answer_to(4), denied("no Redis"));
}

// A permission is asked for one deed: an allow is no leave for the next one.
TEST_F(McpTest, AnEqualCallIsAskedAgain) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", kBash, "toolu_1");
  const std::string first = only_dialog().at("id");
  answer(first, {"allow"});
  EXPECT_EQ(server.answer_to(1).at("behavior"), "allow");
  server.prompt(2, "Bash", kBash, "toolu_2");
  const std::string second = only_dialog().at("id");
  EXPECT_NE(first, second);
  answer(second, {"deny"});
  EXPECT_EQ(server.answer_to(2).at("behavior"), "deny");
}

TEST_F(McpTest, TwoAtOnceGetTheirOwnAnswers) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", {{"command", "one"}}, "toolu_1");
  server.prompt(2, "Bash", {{"command", "two"}}, "toolu_2");
  Operator person = stage_.connect();
  std::map<std::string, std::string> ids;
  for (const auto& dialog : person.until_open(2)) {
    ids[dialog.at("origin").at("call")] = dialog.at("id");
  }
  server.expect_silence_and_life();
  answer(ids.at("toolu_2"), {"deny", "--text", "not two"});
  EXPECT_EQ(server.answer_to(2), denied("not two"));
  answer(ids.at("toolu_1"), {"allow"});
  EXPECT_EQ(server.answer_to(1).at("updatedInput"), (json{{"command", "one"}}));
}

TEST_F(McpTest, ACancelledCallIsCancelledAndGetsNoReply) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", kBash, "toolu_1");
  server.prompt(2, "AskUserQuestion", color(), "toolu_2");
  Operator person = stage_.connect();
  const auto open = person.until_open(2);
  const auto& bash = open.at(0).at("kind") == "permission" ? open.at(0) : open.at(1);
  server.send({{"jsonrpc", "2.0"},
               {"method", "notifications/cancelled"},
               {"params", {{"requestId", 1}, {"reason", "the other one won"}}}});
  EXPECT_EQ(person.until_closed(bash.at("id")).at("state"), "cancelled");
  server.expect_silence_and_life();
  answer(only_dialog().at("id"), {"Red"});
  EXPECT_EQ(server.answer_to(2).at("behavior"), "allow");
}

class McpRestartTest : public McpTest, public ::testing::WithParamInterface<int> {};

TEST_P(McpRestartTest, ADaemonMayEndWhileItWaits) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", kBash, "toolu_1");
  const std::string id = only_dialog().at("id");
  stage_.end_daemon(GetParam());
  // Started anew by whoever waits.
  stage_.connect().until_waiters(id, 1);
  answer(id, {"deny", "--text", "after the restart"});
  EXPECT_EQ(server.answer_to(1), denied("after the restart"));
}

INSTANTIATE_TEST_SUITE_P(Signals, McpRestartTest, ::testing::Values(SIGKILL, SIGTERM));

TEST_F(McpTest, WithoutADaemonNobodyIsAskedAndNothingAllowed) {
  McpServer server(agent_, "s-1", {"--no-start"});
  server.prompt(1, "Bash", kBash, "toolu_1");
  const json reply = server.answer_to(1);
  EXPECT_EQ(reply.at("behavior"), "deny");
  EXPECT_THAT(reply.at("message").get<std::string>(),
              AllOf(HasSubstr("Nobody was asked"), HasSubstr("no terminal to fall back to")));
  EXPECT_EQ(stage_.living_daemon(), 0);
  // The next daemon puts it on record.
  stage_.start_daemon();
  ASSERT_TRUE(until("it to be on record", [&] {
    const json events = stage_.connect().call("audit.query").at("events");
    return std::any_of(events.begin(), events.end(),
                       [](const json& event) { return event.at("kind") == "unavailable"; });
  }));
}

TEST_F(McpTest, StartsADaemonWhereNoneRuns) {
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", kBash, "toolu_1");
  answer(only_dialog().at("id"), {"allow"});
  EXPECT_EQ(server.answer_to(1).at("behavior"), "allow");
}

TEST_F(McpTest, RulesDecideAndWhatTheyLeaveIsDenied) {
  configure({{"rules",
              {{{"name", "no network"},
                {"when", {{"kind", "permission"}, {"input", "curl"}}},
                {"do", {{"mode", "deny"}, {"message", "There is no network."}}}},
               {{"name", "at the desk"},
                {"when", {{"kind", "permission"}, {"tool", "Write"}}},
                {"do", {{"mode", "local"}}}},
               {{"name", "echo is harmless"},
                {"when", {{"kind", "permission"}, {"input", "echo"}}},
                {"do", {{"mode", "default"}, {"default", "Allow once"}}}}}}});
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", {{"command", "curl example.invalid"}}, "toolu_1");
  const json refused = server.answer_to(1);
  EXPECT_EQ(refused.at("behavior"), "deny");
  EXPECT_THAT(refused.at("message").get<std::string>(), HasSubstr("There is no network."));

  server.prompt(2, "Write", {{"file_path", "/x"}, {"content", "x"}}, "toolu_2");
  const json left = server.answer_to(2);
  EXPECT_EQ(left.at("behavior"), "deny");
  EXPECT_THAT(left.at("message").get<std::string>(),
              AllOf(HasSubstr("Nobody was asked"), HasSubstr("\"at the desk\"")));

  server.prompt(3, "Bash", {{"command", "echo hi"}}, "toolu_3");
  EXPECT_EQ(server.answer_to(3),
            (json{{"behavior", "allow"}, {"updatedInput", {{"command", "echo hi"}}}}));
  EXPECT_TRUE(stage_.connect().open_dialogs().empty());
}

// Whoever comes second joins.
TEST_F(McpTest, TheHookAndTheToolAskTheSameQuestionOnce) {
  stage_.start_daemon();
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  const std::string id = only_dialog().at("id");
  McpServer server(agent_, "s-1");
  server.prompt(1, "AskUserQuestion", color(), "toolu_1");
  stage_.connect().until_waiters(id, 2);
  EXPECT_EQ(only_dialog().at("id"), id);
  answer(id, {"Red"});
  EXPECT_EQ(server.answer_to(1).at("updatedInput").at("answers"), (json{{"Which color?", "Red"}}));
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Red"}}));
}

TEST_F(McpTest, TheEndOfItsInputEndsItAndWhatItAsked) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", kBash, "toolu_1");
  const std::string bash = only_dialog().at("id");
  server.prompt(2, "AskUserQuestion", color(), "toolu_2");
  Operator person = stage_.connect();
  const auto open = person.until_open(2);
  const std::string question =
      open.at(0).at("id") == bash ? open.at(1).at("id") : open.at(0).at("id");
  server.close_input();
  EXPECT_EQ(server.end(), (Exit{0, 0}));
  // A question can still be answered later; a permission cannot.
  EXPECT_EQ(person.until_closed(bash).at("state"), "cancelled");
  EXPECT_EQ(person.until_closed(question).at("state"), "left");
}

TEST_F(McpTest, ASignalEndsItAndWhatItAsked) {
  stage_.start_daemon();
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    McpServer server(agent_, "s-1");
    server.prompt(1, "Bash", kBash, "toolu_" + std::to_string(signal));
    Operator person = stage_.connect();
    const std::string id = person.until_open(1).at(0).at("id");
    ::kill(server.pid(), signal);
    EXPECT_EQ(server.end(), signal == SIGKILL ? (Exit{-1, SIGKILL}) : (Exit{0, 0}));
    EXPECT_EQ(person.until_closed(id).at("state"), "cancelled");
  }
}

TEST_F(McpTest, WhereItIsSwitchedOffNothingIsAllowed) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1", {}, {{"AFAR_DISABLE", "1"}});
  server.prompt(1, "Bash", kBash, "toolu_1");
  EXPECT_THAT(server.answer_to(1).at("message").get<std::string>(),
              HasSubstr("Nobody was asked about this: afar is switched off"));
  ASSERT_EQ(Command(stage_, {"off"}).end().exit, (Exit{0, 0}));
  McpServer another(agent_, "s-1");
  another.prompt(1, "AskUserQuestion", color(), "toolu_1");
  EXPECT_EQ(another.answer_to(1).at("behavior"), "deny");
  EXPECT_TRUE(stage_.connect().open_dialogs().empty());
}

std::vector<pid_t> children_of(pid_t pid) {
  const std::string number = std::to_string(pid);
  std::ifstream list("/proc/" + number + "/task/" + number + "/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; list >> child;) children.push_back(child);
  return children;
}

TEST_F(McpTest, WhatBefallsOneCallTouchesNoOther) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", {{"command", "one"}}, "toolu_1");
  only_dialog();
  const auto first = children_of(server.pid());
  ASSERT_EQ(first.size(), 1u);
  server.prompt(2, "Bash", {{"command", "two"}}, "toolu_2");
  Operator person = stage_.connect();
  person.until_open(2);
  ::kill(first[0], SIGKILL);
  const json failed = server.line();
  EXPECT_EQ(failed.at("id"), 1);
  EXPECT_EQ(failed.at("error").at("code"), -32603);
  for (const auto& dialog : person.open_dialogs()) {
    if (dialog.at("origin").at("call") == "toolu_2") answer(dialog.at("id"), {"allow"});
  }
  EXPECT_EQ(server.answer_to(2).at("updatedInput"), (json{{"command", "two"}}));
}

// An agent's own process may not answer what it asks.
TEST_F(McpTest, TheAgentCannotAllowItself) {
  stage_.start_daemon();
  McpServer server(agent_, "s-1");
  server.prompt(1, "Bash", kBash, "toolu_1");
  const std::string id = only_dialog().at("id");
  Hook afar = agent_.program({executable("afar"), "answer", id, "allow"}, "",
                             {{"CLAUDECODE", ""}, {"AI_AGENT", ""}});
  EXPECT_EQ(afar.end().exit, (Exit{6, 0}));
  answer(id, {"deny"});
  EXPECT_EQ(server.answer_to(1).at("behavior"), "deny");
}

}  // namespace
}  // namespace afar::test
