// Goal: a caller gets its result, or one of three exceptions that say what to do; nothing that came
// in between is lost. Method: the other end of a socket pair plays the daemon.
#include "shared/rpc/client.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <nlohmann/json.hpp>

#include "shared/rpc/limits.h"
#include "shared/version.h"

namespace afar::rpc {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

// Longer than any answer here takes: a call that needs it has failed.
constexpr std::chrono::milliseconds kGuard(30'000);

class ClientTest : public ::testing::Test {
 protected:
  ClientTest() : client_(connect()) {}

  UniqueFd connect() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    daemon_ = UniqueFd(ends[1]);
    return UniqueFd(ends[0]);
  }
  void daemon_says(const std::string& text) {
    ASSERT_EQ(::send(daemon_.get(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  std::string daemon_hears() {
    char text[4096];
    const ssize_t got = ::recv(daemon_.get(), text, sizeof text, MSG_DONTWAIT);
    return got > 0 ? std::string(text, static_cast<std::size_t>(got)) : "";
  }
  static steady_clock::time_point past() { return steady_clock::now() - std::chrono::hours(1); }

  UniqueFd daemon_;
  Client client_;
};

TEST_F(ClientTest, ACallGivesItsResult) {
  daemon_says(result_line("1", {{"pong", true}}));
  EXPECT_EQ(client_.call("ping", {{"a", 1}}, kGuard), json({{"pong", true}}));
  EXPECT_EQ(json::parse(daemon_hears()),
            json({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "ping"}, {"params", {{"a", 1}}}}));
}

TEST_F(ClientTest, WhatCameInBetweenStaysInItsOrder) {
  daemon_says(notification_line("dialog.opened", {{"n", 1}}) + result_line("\"other\"", 5) +
              result_line("1", json::object()) +
              notification_line("daemon.restarting", {{"n", 2}}));
  client_.call("ping", json::object(), kGuard);
  ASSERT_EQ(client_.next()->method, "dialog.opened");
  ASSERT_EQ(client_.next()->id, "\"other\"");
  ASSERT_EQ(client_.wait(steady_clock::now() + kGuard)->method, "daemon.restarting");
  EXPECT_FALSE(client_.next());
}

TEST_F(ClientTest, WhatCameBeforeAnErrorStays) {
  daemon_says(notification_line("dialog.opened", {{"n", 1}}) +
              error_line("1", ErrorCode::kNotFound, "no"));
  EXPECT_THROW(client_.call("ping", json::object(), kGuard), CallFailed);
  const auto kept = client_.next();
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->method, "dialog.opened");
}

TEST_F(ClientTest, WhatCameBeforeATimeoutStays) {
  daemon_says(notification_line("dialog.opened", {{"n", 1}}));
  EXPECT_THROW(client_.call("ping", json::object(), std::chrono::milliseconds(0)), CallTimedOut);
  // Whether it was read before or is read now, it is there.
  ASSERT_EQ(client_.wait(steady_clock::now() + kGuard)->method, "dialog.opened");
}

TEST_F(ClientTest, AnErrorTellsItsCodeAndData) {
  daemon_says(
      error_line("1", ErrorCode::kAlreadyEnded, "tbxkq has ended", {{"dialog", {{"x", 1}}}}));
  try {
    client_.call("dialog.answer", json::object(), kGuard);
    FAIL() << "no error";
  } catch (const CallFailed& failed) {
    EXPECT_EQ(failed.code(), ErrorCode::kAlreadyEnded);
    EXPECT_STREQ(failed.what(), "tbxkq has ended");
    EXPECT_EQ(json::parse(failed.data()),
              json({{"dialog", {{"x", 1}}}, {"kind", "already_ended"}}));
  }
}

TEST_F(ClientTest, AnErrorOfAnotherShapeIsStillAFailedCall) {
  for (const char* error : {"\"text\"", "5", "[]", "{}", R"({"message":5,"code":"x","data":[]})"}) {
    const json shape = json::parse(error);
    EXPECT_EQ(CallFailed(shape).code(), ErrorCode::kInternal) << error;
    EXPECT_STRNE(CallFailed(shape).what(), "") << error;
  }
}

TEST_F(ClientTest, MessagesMayComeInPieces) {
  const std::string line = result_line("1", {{"text", "\u65e5\u672c"}});
  daemon_says(line.substr(0, 20));
  client_.pump();
  EXPECT_FALSE(client_.next());
  daemon_says(line.substr(20));
  EXPECT_EQ(client_.call("ping", json::object(), kGuard), json({{"text", "\u65e5\u672c"}}));
}

TEST_F(ClientTest, EmptyLinesAreNoMessages) {
  daemon_says("\n\r\n" + result_line("1", json::object()) + "\n");
  client_.call("ping", json::object(), kGuard);
  EXPECT_FALSE(client_.next());
}

TEST_F(ClientTest, ADeadlineInThePastStillTakesWhatIsThere) {
  EXPECT_FALSE(client_.wait(past()));
  daemon_says(notification_line("dialog.opened", json::object()));
  EXPECT_TRUE(client_.wait(past()));
  EXPECT_FALSE(client_.wait(past()));
}

TEST_F(ClientTest, ACallThatGetsNoAnswerTimesOut) {
  daemon_says(result_line("99", json::object()));
  EXPECT_THROW(client_.call("ping", json::object(), std::chrono::milliseconds(1)), CallTimedOut);
}

TEST_F(ClientTest, TheEndOfTheStreamIsALostConnectionAfterWhatWasSaid) {
  daemon_says(result_line("1", {{"last", "words"}}) + "{\"half");
  daemon_.reset();
  EXPECT_THROW(client_.pump(), ConnectionLost);
  EXPECT_EQ(client_.next()->id, "1");
  EXPECT_THROW(client_.wait(steady_clock::now() + kGuard), ConnectionLost);
}

// A daemon that stops says so and closes at once: both are read together.
TEST_F(ClientTest, TheLastWordsBeforeTheEndAreStillGiven) {
  daemon_says(notification_line("daemon.restarting", json::object()) +
              result_line("\"x\"", json::object()));
  daemon_.reset();
  const auto guard = steady_clock::now() + kGuard;
  EXPECT_EQ(client_.wait(guard)->method, "daemon.restarting");
  EXPECT_EQ(client_.wait(guard)->id, "\"x\"");
  EXPECT_THROW(client_.wait(guard), ConnectionLost);
  EXPECT_THROW(client_.wait(past()), ConnectionLost);
  EXPECT_THROW(client_.pump(), ConnectionLost);
}

TEST_F(ClientTest, AfterWhatIsNoMessageTheConnectionStaysLost) {
  daemon_says(notification_line("dialog.opened", json::object()) + "hello\n" +
              notification_line("dialog.opened", json::object()));
  const auto guard = steady_clock::now() + kGuard;
  EXPECT_TRUE(client_.wait(guard));
  EXPECT_THROW(client_.wait(guard), ConnectionLost);
  EXPECT_THROW(client_.wait(guard), ConnectionLost);
}

TEST_F(ClientTest, SendingToNobodyIsALostConnectionAndNoSignal) {
  daemon_.reset();
  EXPECT_THROW(client_.start("ping", json::object()), ConnectionLost);
  EXPECT_THROW(client_.notify("ping", json::object()), ConnectionLost);
}

TEST_F(ClientTest, WhatIsNoMessageIsALostConnection) {
  daemon_says("hello\n");
  EXPECT_THROW(client_.wait(steady_clock::now() + kGuard), ConnectionLost);
}

TEST_F(ClientTest, AMessageOverTheLimitIsALostConnection) {
  const std::string piece(1 << 16, 'x');
  const std::size_t pieces = kMessageBytesMax / piece.size() + 1;
  EXPECT_THROW(
      {
        for (std::size_t i = 0; i < pieces; ++i) {
          daemon_says(piece);
          client_.pump();
        }
      },
      ConnectionLost);
}

TEST_F(ClientTest, TheFirstCallSaysWhoSpeaks) {
  EXPECT_EQ(initialize_params("afar-hook", "hook", true), json({{"protocol", kProtocolVersion},
                                                                {"client", "afar-hook"},
                                                                {"version", product_version()},
                                                                {"role", "hook"},
                                                                {"from_agent", true}}));
}

}  // namespace
}  // namespace afar::rpc
