// The wait itself, against a scripted daemon: what ends it, and what survives a restart. In this
// process, so that the times can be short.
#include "hook/dialog_wait.h"

#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "fake_daemon.h"
#include "support.h"
#include "temporary_folder.h"

namespace afar::hook {
namespace {

using nlohmann::json;
using Connection = FakeDaemon::Connection;

const json kAnswer = {{"q1", {{"options", {"o2"}}, {"text", nullptr}, {"note", nullptr}}}};
constexpr const char* kColor =
    R"({"questions":[{"question":"Which color?","options":[{"label":"Red"},{"label":"Blue"}]}]})";

class DialogWaitTest : public testing::Test {
 protected:
  DialogWaitTest() {
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, output_), 0);
    terms_.paths.socket = folder_.path() + "/afard.sock";
    terms_.paths.database = folder_.path() + "/afar.db";
    terms_.paths.state_dir = folder_.path();
    terms_.paths.lock = folder_.path() + "/afar.lock";
    terms_.paths.spawn_lock = folder_.path() + "/spawn.lock";
    terms_.may_start = false;
    terms_.start = terms_.first_word = Milliseconds(300);
    set_limit(std::chrono::seconds(20));
  }
  ~DialogWaitTest() override {
    ::close(output_[0]);
    if (output_[1] >= 0) ::close(output_[1]);
  }

  void set_limit(std::chrono::seconds limit) {
    terms_.deadlines = deadlines_for(std::chrono::steady_clock::now(), limit);
  }
  Waited wait() {
    AgentWatch watch(output_[0]);
    return DialogWait(ask_, *agent_, terms_, watch).run();
  }
  void close_output() {
    ::close(output_[1]);
    output_[1] = -1;
  }

  TemporaryFolder folder_;
  WaitTerms terms_;
  Ask ask_ = read_ask(pre_tool_use(kColor));
  std::unique_ptr<const Agent> agent_ = make_agent("claude-code");
  int output_[2];
};

TEST_F(DialogWaitTest, TakesAnOutcomeThatPolicyGivesAtOnce) {
  FakeDaemon daemon(terms_.paths.socket, [](Connection& connection, const json& message) {
    connection.reply(message, message["method"] == "dialog.open"
                                  ? outcome("denied", json::object(), "no")
                                  : json::object());
  });
  const Waited waited = wait();
  EXPECT_EQ(waited.end, Waited::End::kDecided);
  EXPECT_EQ(waited.result.outcome.state, OutcomeState::kDenied);
  const json initialize = daemon.wait_for("initialize");
  EXPECT_EQ(initialize["params"]["role"], "hook");
  const json open = daemon.wait_for("dialog.open")["params"];
  EXPECT_EQ(open["phase"], "before");
  EXPECT_GT(open["limit_ms"], 17'000);
  EXPECT_LE(open["limit_ms"], 18'000);
  EXPECT_FALSE(open.contains("id"));
}

TEST_F(DialogWaitTest, TakesTheAnswerGivenWhileItWaits) {
  FakeDaemon daemon(terms_.paths.socket, [](Connection& connection, const json& message) {
    if (message.value("method", "") != "dialog.open") return;
    connection.notify("dialog.opened",
                      {{"id", "tbxkq"}, {"fallback", outcome("left", json::object())}});
    connection.reply(message, outcome("answered", kAnswer));
    connection.hang_up();  // the daemon's last words count
  });
  const Waited waited = wait();
  EXPECT_EQ(waited.end, Waited::End::kDecided);
  EXPECT_EQ(waited.result.answers.questions.at("q1").options, std::vector<std::string>{"o2"});
}

TEST_F(DialogWaitTest, WithoutADaemonItIsUnavailableAtOnce) {
  terms_.first_word = std::chrono::seconds(15);
  const auto start = std::chrono::steady_clock::now();
  const Waited waited = wait();
  EXPECT_EQ(waited.end, Waited::End::kUnavailable);
  EXPECT_NE(waited.why, "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, terms_.first_word);
}

TEST_F(DialogWaitTest, ADaemonThatSaysNothingIsUnavailable) {
  FakeDaemon daemon(terms_.paths.socket, [](Connection&, const json&) {});
  EXPECT_EQ(wait().end, Waited::End::kUnavailable);
}

TEST_F(DialogWaitTest, OneThatHangsUpAgainAndAgainIsUnavailable) {
  FakeDaemon daemon(terms_.paths.socket,
                    [](Connection& connection, const json&) { connection.hang_up(); });
  EXPECT_EQ(wait().end, Waited::End::kUnavailable);
  EXPECT_LT(daemon.received().size(), 40u) << "tries again without a rest";
}

TEST_F(DialogWaitTest, ErrorsThatTimeDoesNotMendFallBackAtOnce) {
  for (const int code : {-32000, -32004, -32006, -32602, -32603}) {
    FakeDaemon daemon(terms_.paths.socket, [code](Connection& connection, const json& message) {
      if (message["method"] == "dialog.open") connection.refuse(message, code, "because");
    });
    const Waited waited = wait();
    EXPECT_EQ(waited.end, Waited::End::kUnavailable) << code;
    EXPECT_NE(waited.why.find("because"), std::string::npos);
  }
}

TEST_F(DialogWaitTest, AnUnreadableReplyFallsBack) {
  for (const std::string reply :
       {R"({"jsonrpc":"2.0","id":2,"result":{}})", R"({"jsonrpc":"2.0","id":2,"result":7})",
        R"({"jsonrpc":"2.0","method":"dialog.opened","params":{"id":7}})"}) {
    FakeDaemon daemon(terms_.paths.socket, [&](Connection& connection, const json& message) {
      if (message["method"] == "dialog.open") connection.send(reply + "\n");
    });
    EXPECT_EQ(wait().end, Waited::End::kUnavailable) << reply;
  }
}

TEST_F(DialogWaitTest, OpensTheSameDialogAgainAfterTheConnectionIsLost) {
  FakeDaemon daemon(terms_.paths.socket, [](Connection& connection, const json& message) {
    if (message.value("method", "") != "dialog.open") return;
    connection.notify("dialog.opened",
                      {{"id", "tbxkq"}, {"fallback", outcome("left", json::object())}});
    if (connection.number() == 1) return connection.hang_up();
    if (connection.number() == 2) return connection.refuse(message, -32005, "restarting");
    connection.reply(message, outcome("answered", kAnswer));
  });
  EXPECT_EQ(wait().end, Waited::End::kDecided);
  const json first = daemon.wait_for("dialog.open", 1)["params"];
  const json third = daemon.wait_for("dialog.open", 3)["params"];
  EXPECT_FALSE(first.contains("id"));
  EXPECT_EQ(third["id"], "tbxkq");
  EXPECT_EQ(third["questions"], first["questions"]);
  EXPECT_EQ(third["origin"], first["origin"]);
  EXPECT_LE(third["limit_ms"], first["limit_ms"]);
}

TEST_F(DialogWaitTest, WaitsForADaemonThatComesBack) {
  auto first = std::make_unique<FakeDaemon>(terms_.paths.socket,
                                            opens_and_waits(outcome("left", json::object())));
  std::unique_ptr<FakeDaemon> second;
  std::thread restart([&] {
    first->wait_for("dialog.open");
    first.reset();
    std::this_thread::sleep_for(terms_.first_word * 2);  // longer than a first word may take
    second = std::make_unique<FakeDaemon>(
        terms_.paths.socket, [](Connection& connection, const json& message) {
          if (message["method"] == "dialog.open") {
            connection.reply(message, outcome("answered", kAnswer));
          }
        });
  });
  const Waited waited = wait();
  restart.join();
  EXPECT_EQ(waited.end, Waited::End::kDecided);
  EXPECT_EQ(second->wait_for("dialog.open")["params"]["id"], "tbxkq");
}

TEST_F(DialogWaitTest, NearTheLimitTheRulesOwnFallbackDecides) {
  for (const bool stays : {true, false}) {
    set_limit(std::chrono::seconds(1));
    FakeDaemon daemon(terms_.paths.socket, [stays](Connection& connection, const json& message) {
      if (message.value("method", "") != "dialog.open") return;
      connection.notify(
          "dialog.opened",
          {{"id", "tbxkq"}, {"fallback", outcome("defaulted", kAnswer, "a default")}});
      if (!stays) connection.hang_up();
    });
    const Waited waited = wait();
    EXPECT_EQ(waited.end, Waited::End::kFellBack);
    EXPECT_EQ(waited.result.outcome.state, OutcomeState::kDefaulted);
    EXPECT_EQ(waited.result.outcome.message, "a default");
    EXPECT_NE(waited.why, "");
    EXPECT_GE(std::chrono::steady_clock::now(), terms_.deadlines.guard);
  }
}

TEST_F(DialogWaitTest, ASignalCallsItOff) {
  FakeDaemon daemon(terms_.paths.socket, opens_and_waits(outcome("left", json::object())));
  std::thread stop([&] {
    daemon.wait_for("dialog.open");
    std::this_thread::sleep_for(Milliseconds(50));
    ::kill(::getpid(), SIGTERM);
  });
  EXPECT_EQ(wait().end, Waited::End::kCalledOff);
  stop.join();
  EXPECT_EQ(daemon.wait_for("dialog.cancel")["params"],
            (json{{"request", daemon.wait_for("dialog.open")["id"]}, {"reason", "interrupted"}}));
}

TEST_F(DialogWaitTest, ASignalBeforeTheIdIsKnownNamesTheRequest) {
  terms_.first_word = std::chrono::seconds(10);
  FakeDaemon daemon(terms_.paths.socket, [](Connection&, const json&) {});
  std::thread stop([&] {
    daemon.wait_for("dialog.open");
    ::kill(::getpid(), SIGTERM);
  });
  EXPECT_EQ(wait().end, Waited::End::kCalledOff);
  stop.join();
  EXPECT_EQ(daemon.wait_for("dialog.cancel")["params"],
            (json{{"request", daemon.wait_for("dialog.open")["id"]}, {"reason", "interrupted"}}));
}

TEST_F(DialogWaitTest, AClosedOutputMeansThatTheAgentIsGone) {
  FakeDaemon daemon(terms_.paths.socket, opens_and_waits(outcome("left", json::object())));
  std::thread end([&] {
    daemon.wait_for("dialog.open");
    std::this_thread::sleep_for(Milliseconds(50));
    close_output();
  });
  EXPECT_EQ(wait().end, Waited::End::kCalledOff);
  end.join();
  EXPECT_EQ(daemon.wait_for("dialog.cancel")["params"],
            (json{{"request", daemon.wait_for("dialog.open")["id"]}, {"reason", "agent_gone"}}));
}

TEST_F(DialogWaitTest, NoticesTheAgentsEndWhileNoDaemonIsThere) {
  auto daemon = std::make_unique<FakeDaemon>(terms_.paths.socket,
                                             opens_and_waits(outcome("left", json::object())));
  std::thread end([&] {
    daemon->wait_for("dialog.open");
    std::this_thread::sleep_for(Milliseconds(50));
    daemon.reset();
    std::this_thread::sleep_for(Milliseconds(50));
    close_output();
  });
  EXPECT_EQ(wait().end, Waited::End::kCalledOff);
  end.join();
}

TEST_F(DialogWaitTest, ADaemonThatLeavesTwoPingsWithoutAnswerIsConnectedToAgain) {
  terms_.ping_every = Milliseconds(40);
  FakeDaemon daemon(terms_.paths.socket, [](Connection& connection, const json& message) {
    if (message.value("method", "") != "dialog.open") return;
    connection.notify("dialog.opened",
                      {{"id", "tbxkq"}, {"fallback", outcome("left", json::object())}});
    if (connection.number() > 1) connection.reply(message, outcome("answered", kAnswer));
  });
  EXPECT_EQ(wait().end, Waited::End::kDecided);
  EXPECT_EQ(daemon.wait_for("dialog.open", 2)["params"]["id"], "tbxkq");
}

TEST_F(DialogWaitTest, AnsweredPingsKeepTheConnection) {
  terms_.ping_every = Milliseconds(20);
  FakeDaemon daemon(
      terms_.paths.socket, [pings = 0](Connection& connection, const json& message) mutable {
        static json open;
        if (message.value("method", "") == "dialog.open") {
          open = message;
          connection.notify("dialog.opened",
                            {{"id", "tbxkq"}, {"fallback", outcome("left", json::object())}});
        } else if (message.value("method", "") == "ping") {
          connection.reply(message, json::object());
          if (++pings == 5) connection.reply(open, outcome("answered", kAnswer));
        }
      });
  EXPECT_EQ(wait().end, Waited::End::kDecided);
  EXPECT_EQ(daemon.received().size(), 2u + 5u);
}

TEST_F(DialogWaitTest, TheNewestFallbackCounts) {
  set_limit(std::chrono::seconds(1));
  FakeDaemon daemon(terms_.paths.socket, [](Connection& connection, const json& message) {
    if (message.value("method", "") != "dialog.open") return;
    const std::string state = connection.number() == 1 ? "left" : "denied";
    connection.notify("dialog.opened",
                      {{"id", "tbxkq"}, {"fallback", outcome(state, json::object(), "new rules")}});
    if (connection.number() == 1) connection.hang_up();
  });
  EXPECT_EQ(wait().result.outcome.state, OutcomeState::kDenied);
}

TEST_F(DialogWaitTest, LooksForTheContextAcrossARestart) {
  terms_.look_every = Milliseconds(10);
  ask_.transcript = folder_.path() + "/none";
  FakeDaemon daemon(terms_.paths.socket, [](Connection& connection, const json& message) {
    if (message.value("method", "") != "dialog.open") return;
    if (connection.number() == 1) {
      connection.notify("dialog.opened",
                        {{"id", "tbxkq"}, {"fallback", outcome("left", json::object())}});
      return connection.hang_up();
    }
    std::this_thread::sleep_for(Milliseconds(100));  // no dialog.opened yet on this one
    connection.reply(message, outcome("answered", kAnswer));
  });
  EXPECT_EQ(wait().end, Waited::End::kDecided);
}

TEST_F(DialogWaitTest, SendsTheContextOnceTheTranscriptHasIt) {
  terms_.look_every = Milliseconds(10);
  ask_.transcript = folder_.path() + "/transcript.jsonl";
  FakeDaemon daemon(terms_.paths.socket, [](Connection& connection, const json& message) {
    static json open;
    const std::string method = message.value("method", "");
    if (method == "dialog.open") {
      open = message;
      connection.notify("dialog.opened",
                        {{"id", "tbxkq"}, {"fallback", outcome("left", json::object())}});
    } else if (method == "dialog.context") {
      connection.reply(open, outcome("answered", kAnswer));
    }
  });
  std::thread write([&] {
    daemon.wait_for("dialog.open");
    std::ofstream file(ask_.transcript);
    file
        << R"({"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"I wonder."}]}})"
        << "\n"
        << R"({"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"toolu_1","name":"AskUserQuestion","input":{}}]}})"
        << "\n"
        << R"({"type":"api-request-blob","content":")" << std::string(100'000, 'x') << "\"}\n";
  });
  EXPECT_EQ(wait().end, Waited::End::kDecided);
  write.join();
  EXPECT_EQ(daemon.wait_for("dialog.open")["params"]["context"], "");
  EXPECT_EQ(daemon.wait_for("dialog.context")["params"],
            (json{{"id", "tbxkq"}, {"context", "I wonder."}, {"running_calls", {"toolu_1"}}}));
}

}  // namespace
}  // namespace afar::hook
