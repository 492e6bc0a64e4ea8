// The real afar-hook: stdin to stdout and its exit code, whatever comes in and whatever the daemon
// does.
#include <signal.h>

#include <algorithm>

#include "fake_daemon.h"
#include "hook_process.h"
#include "support.h"

namespace afar::hook {
namespace {

using nlohmann::json;
using Connection = FakeDaemon::Connection;

const json kAnswer = {{"q1", {{"options", {"o2"}}, {"text", nullptr}, {"note", nullptr}}}};
constexpr const char* kColor =
    R"({"questions":[{"question":"Which color?","options":[{"label":"Red"},{"label":"Blue"}]}]})";

class ProcessTest : public testing::Test {
 protected:
  std::string socket() const { return home_.path() + "/s"; }
  std::vector<std::string> arguments(std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"--agent", "claude-code", "--socket", socket()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  HookProcess::Ended run(const std::string& input, const std::vector<std::string>& more = {},
                         const std::vector<std::string>& environment = {}) {
    return HookProcess(home_, arguments(more), input, environment).wait();
  }
  TemporaryFolder home_;
};

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

FakeDaemon::Script answers() {
  return [](Connection& connection, const json& message) {
    if (message.value("method", "") == "dialog.open") {
      connection.reply(message, outcome("answered", kAnswer));
    } else if (message.contains("id")) {
      connection.reply(message, json{{"id", nullptr}, {"context", json::array()}});
    }
  };
}

TEST_F(ProcessTest, AnAnswerGoesFromTheDaemonToTheAgentAndIsConfirmed) {
  FakeDaemon daemon(socket(), answers());
  const auto ended = run(pre_tool_use(kColor), {}, {"CLAUDECODE=1"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(json::parse(ended.out)["hookSpecificOutput"]["updatedInput"]["answers"],
            (json{{"Which color?", "Blue"}}));
  EXPECT_EQ(daemon.wait_for("dialog.delivered")["params"], (json{{"id", "tbxkq"}}));
  EXPECT_EQ(daemon.wait_for("initialize")["params"]["from_agent"], true);
  const json open = daemon.wait_for("dialog.open")["params"];
  EXPECT_EQ(open["agent_pid"], ::getpid());
  EXPECT_NE(open["origin"]["host"], "");
  EXPECT_GT(open["limit_ms"].get<int>(), 580'000);
  EXPECT_LE(open["limit_ms"].get<int>(), 595'000);
}

TEST_F(ProcessTest, AnIncompleteAnswerIsNotGivenAndNotConfirmed) {
  FakeDaemon daemon(socket(), [](Connection& connection, const json& message) {
    if (message.value("method", "") == "dialog.open") {
      connection.reply(message, outcome("answered", json::object()));
    }
  });
  const auto ended = run(pre_tool_use(kColor));
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(lines_in(ended.err), 1) << ended.err;
  for (const auto& message : daemon.received()) EXPECT_NE(message["method"], "dialog.delivered");
}

TEST_F(ProcessTest, TheTerminalsAnswerAndSessionEventsAreTold) {
  FakeDaemon daemon(socket(), answers());
  const auto settled = run(fixture("claude-code-2.1.332", "PostToolUse-tui-multi.json"));
  EXPECT_EQ(settled.exit_code, 0);
  EXPECT_EQ(settled.out + settled.err, "");
  const json settle = daemon.wait_for("dialog.settle")["params"];
  EXPECT_EQ(settle["answers"]["q1"]["options"], (json{"o1", "o3"}));
  const auto stopped = run(fixture("claude-code-2.1.332", "Stop-bash-allow.json"));
  EXPECT_EQ(stopped.out + stopped.err, "");
  EXPECT_EQ(daemon.wait_for("session.event")["params"]["event"], "stop");
}

TEST_F(ProcessTest, ASettlementOutlivesARestartOfTheDaemon) {
  FakeDaemon daemon(socket(), [](Connection& connection, const json& message) {
    if (message.value("method", "") != "dialog.settle") return;
    if (connection.number() == 1) return connection.hang_up();
    if (connection.number() == 2) return connection.refuse(message, -32005, "restarting");
    connection.reply(message, json{{"id", "tbxkq"}});
  });
  EXPECT_EQ(run(fixture("claude-code-2.1.332", "PostToolUse-tui-multi.json")).exit_code, 0);
  daemon.wait_for("dialog.settle", 3);
}

TEST_F(ProcessTest, WhatConcernsNobodyMakesNoConnection) {
  FakeDaemon daemon(socket(), answers());
  for (const std::string name :
       {"PostToolUse-enter-plan-EnterPlanMode.json", "PostToolBatch-batch.json"}) {
    const auto ended = run(fixture("claude-code-2.1.332", name));
    EXPECT_EQ(ended.exit_code, 0);
    EXPECT_EQ(ended.out, "");
  }
  EXPECT_TRUE(daemon.received().empty());
}

TEST_F(ProcessTest, WithoutADaemonEventsThatAskNothingAreDropped) {
  const auto ended = run(fixture("claude-code-2.1.332", "Stop-bash-allow.json"));
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.out + ended.err, "");
}

// One hook with a daemon of its own, so that the cases of a table can wait side by side.
struct Try {
  Try(const FakeDaemon::Script& script, const std::string& if_unavailable) {
    const std::string socket = home.path() + "/s";
    if (script) daemon = std::make_unique<FakeDaemon>(socket, script);
    hook = std::make_unique<HookProcess>(
        home,
        std::vector<std::string>{"--agent", "claude-code", "--socket", socket, "--no-start",
                                 "--host-timeout", "1", "--if-unavailable", if_unavailable},
        pre_tool_use(kColor));
  }
  // What it decided; null: nothing printed.
  json decision() {
    const auto ended = hook->wait();
    EXPECT_EQ(ended.exit_code, 0);
    EXPECT_EQ(lines_in(ended.err), 1) << ended.err;
    return ended.out.empty() ? json() : json::parse(ended.out)["hookSpecificOutput"];
  }
  json spooled() const {
    std::ifstream spool(home.path() + "/.local/state/afar/spool");
    return json::parse(spool, nullptr, false);
  }

  TemporaryFolder home;
  std::unique_ptr<FakeDaemon> daemon;
  std::unique_ptr<HookProcess> hook;
};

// Every case in which the daemon cannot decide, before a dialog is open.
TEST(Unavailable, DoesWhatTheOptionSays) {
  const std::map<std::string, FakeDaemon::Script> scripts{
      {"no daemon", nullptr},
      {"refuses",
       [](Connection& connection, const json& message) {
         if (message["method"] == "dialog.open") connection.refuse(message, -32000, "disk full");
       }},
      {"says nothing", [](Connection&, const json&) {}},
      {"hangs up", [](Connection& connection, const json&) { connection.hang_up(); }},
      {"talks nonsense", [](Connection& connection, const json&) { connection.send("hello\n"); }},
  };
  std::map<std::pair<std::string, std::string>, Try> tries;
  for (const auto& [name, script] : scripts) {
    for (const std::string wanted : {"local", "deny", "default"}) {
      tries.try_emplace({name, wanted}, script, wanted);
    }
  }
  for (auto& [key, one] : tries) {
    const auto& [name, wanted] = key;
    SCOPED_TRACE(name + " " + wanted);
    const json decision = one.decision();
    if (wanted == "local") {
      EXPECT_EQ(decision, json());
      EXPECT_EQ(one.spooled()["state"], "left");
    } else if (wanted == "deny") {
      EXPECT_EQ(decision["permissionDecision"], "deny");
      EXPECT_EQ(one.spooled()["state"], "denied");
    } else {
      EXPECT_EQ(decision["updatedInput"]["answers"], (json{{"Which color?", "Red"}}));
      EXPECT_TRUE(decision["additionalContext"].is_string());
      EXPECT_EQ(one.spooled()["state"], "defaulted");
    }
  }
}

// Once the rule is known, it wins: a daemon that dies or hangs until the limit.
TEST(Unavailable, TheRulesFallbackWinsOnceItIsKnown) {
  struct Case {
    json answers;
    std::string decision;  // empty: nothing printed
  };
  const std::map<std::string, Case> cases{{"left", {json::object(), ""}},
                                          {"denied", {json::object(), "deny"}},
                                          {"defaulted", {kAnswer, "allow"}},
                                          {"deferred", {json::object(), "defer"}}};
  std::map<std::pair<std::string, bool>, Try> tries;
  for (const auto& [state, each] : cases) {
    for (const bool dies : {false, true}) {
      const json fallback = outcome(state, each.answers, "why");
      tries.try_emplace(
          {state, dies},
          [fallback, dies](Connection& connection, const json& message) {
            if (message.value("method", "") != "dialog.open") return;
            connection.notify("dialog.opened", {{"id", "tbxkq"}, {"fallback", fallback}});
            if (dies) connection.hang_up();
          },
          "deny");
    }
  }
  for (auto& [key, one] : tries) {
    const auto& [state, dies] = key;
    SCOPED_TRACE(state + (dies ? " dies" : " hangs"));
    const json decision = one.decision();
    EXPECT_EQ(decision.is_null() ? "" : decision.value("permissionDecision", ""),
              cases.at(state).decision);
    EXPECT_EQ(one.spooled()["state"], state);
    EXPECT_EQ(one.spooled()["dialog"], "tbxkq");
  }
}

TEST_F(ProcessTest, EscEndsItAtOnceWithoutAWord) {
  FakeDaemon daemon(socket(), opens_and_waits(outcome("left", json::object())));
  HookProcess hook(home_, arguments(), pre_tool_use(kColor));
  daemon.wait_for("dialog.open");
  ::kill(hook.pid(), SIGTERM);
  const auto ended = hook.wait();
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(daemon.wait_for("dialog.cancel")["params"]["reason"], "interrupted");
}

TEST_F(ProcessTest, TheAgentsDeathIsReported) {
  FakeDaemon daemon(socket(), opens_and_waits(outcome("left", json::object())));
  HookProcess hook(home_, arguments(), pre_tool_use(kColor));
  daemon.wait_for("dialog.open");
  hook.close_output();
  EXPECT_EQ(daemon.wait_for("dialog.cancel")["params"]["reason"], "agent_gone");
}

// A daemon that has words for the session, whatever it is asked.
FakeDaemon::Script has_late_words() {
  return [](Connection& connection, const json& message) {
    if (!message.contains("id")) return;
    connection.reply(message, json{{"generation", 1},
                                   {"context", {"owner has answered: \"A\"", "and again"}},
                                   {"dialogs", {"tbxkq", "mfvqz"}}});
  };
}

std::string session_event(const std::string& name) {
  return json{{"hook_event_name", name}, {"session_id", "s1"}, {"cwd", "/w"}}.dump();
}

TEST_F(ProcessTest, LateAnswersAreGivenWithTheEventAndConfirmed) {
  for (const std::string name : {"Stop", "UserPromptSubmit", "SessionStart"}) {
    FakeDaemon daemon(socket(), has_late_words());
    const auto ended = run(session_event(name));
    EXPECT_EQ(ended.exit_code, 0);
    EXPECT_EQ(json::parse(ended.out),
              (json{{"hookSpecificOutput",
                     {{"hookEventName", name},
                      {"additionalContext", "owner has answered: \"A\"\nand again"}}}}));
    EXPECT_EQ(daemon.wait_for("session.event")["params"]["takes_context"], true);
    EXPECT_EQ(daemon.wait_for("dialog.delivered")["params"], (json{{"id", "tbxkq"}}));
  }
}

TEST_F(ProcessTest, AnIdleSessionIsWokenByTwoAndWordsOnStderr) {
  FakeDaemon daemon(socket(), has_late_words());
  const auto ended = run(session_event("Stop"), {"--wake"}, {"CLAUDE_CODE_ENTRYPOINT=cli"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err, "owner has answered: \"A\"\nand again\n");
  EXPECT_EQ(daemon.wait_for("session.wait")["params"]["origin"]["session"], "s1");
  EXPECT_EQ(daemon.wait_for("dialog.delivered")["params"], (json{{"id", "tbxkq"}}));
}

// Two would erase the person's prompt, or have a run without a terminal begin again.
TEST_F(ProcessTest, NothingElseIsEverWoken) {
  FakeDaemon daemon(socket(), has_late_words());
  for (const std::string name : {"UserPromptSubmit", "SessionEnd", "Notification", "PreToolUse"}) {
    EXPECT_EQ(run(session_event(name), {"--wake"}, {"CLAUDE_CODE_ENTRYPOINT=cli"}).exit_code, 0)
        << name;
  }
  EXPECT_EQ(run(session_event("Stop"), {"--wake"}, {"CLAUDE_CODE_ENTRYPOINT=sdk-cli"}).exit_code,
            0);
  EXPECT_EQ(run(pre_tool_use(kColor), {"--wake"}).exit_code, 0);
  EXPECT_EQ(run("not json", {"--wake"}).exit_code, 0);
  EXPECT_TRUE(daemon.received().empty());
}

TEST_F(ProcessTest, WithoutADaemonThereIsNothingToWakeFor) {
  const auto ended = run(session_event("Stop"), {"--wake"}, {"CLAUDE_CODE_ENTRYPOINT=cli"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.err, "");
}

TEST_F(ProcessTest, WhatWaitsBesideASessionGoesWithItsAgent) {
  FakeDaemon daemon(socket(), [](Connection&, const json&) {});
  HookProcess hook(home_, arguments({"--wake"}), session_event("Stop"),
                   {"CLAUDE_CODE_ENTRYPOINT=cli"});
  daemon.wait_for("session.wait");
  hook.close_output();
  EXPECT_EQ(hook.wait().exit_code, 0);
}

TEST_F(ProcessTest, StaysOutWhereItIsTurnedOff) {
  FakeDaemon daemon(socket(), answers());
  EXPECT_EQ(run(pre_tool_use(kColor), {}, {"AFAR_DISABLE=1"}).out, "");
  std::filesystem::create_directories(home_.path() + "/.local/state/afar");
  std::ofstream(home_.path() + "/.local/state/afar/off").flush();
  EXPECT_EQ(run(pre_tool_use(kColor)).out, "");
  EXPECT_TRUE(daemon.received().empty());
}

TEST_F(ProcessTest, NoInputMakesItFailOrTalkNonsense) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  const std::vector<std::string> inputs{
      "",
      "not json",
      "[]",
      "{",
      "null",
      pre_tool_use(kColor).substr(0, 60),
      deep,
      pre_tool_use(deep),
      std::string(9u << 20, ' ') + pre_tool_use(kColor),
      pre_tool_use(R"({"questions":")" + std::string(9u << 20, 'x') + "\"}"),
      "{\"hook_event_name\":\"\xff\"}",
      std::string("{\"hook_event_name\":\"Stop\0\"}", 26),
      R"({"hook_event_name":"Nonsense"})",
      pre_tool_use(R"({"questions":7})")};
  for (const auto& input : inputs) {
    const auto ended = run(input, {"--no-start", "--if-unavailable", "deny"});
    EXPECT_EQ(ended.exit_code, 0) << input.substr(0, 100);
    EXPECT_EQ(ended.out, "") << input.substr(0, 100);
    EXPECT_EQ(lines_in(ended.err), 1) << ended.err.substr(0, 300);
    for (const char c : ended.err) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  }
}

TEST_F(ProcessTest, WrongOptionsExitOne) {
  const auto ended = HookProcess(home_, {"--agent", "claude-code", "--bogus"}, "{}").wait();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(lines_in(ended.err), 1);
  const auto version = HookProcess(home_, {"--version"}, "").wait();
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out.rfind("afar-hook ", 0), 0u);
}

}  // namespace
}  // namespace afar::hook
