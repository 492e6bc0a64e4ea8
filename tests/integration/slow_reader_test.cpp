// Goal: a client that asks and does not read costs the daemon a bounded amount, and nobody else
// anything. Method: more answers than the daemon keeps for one client, and none of them read.
#include <gmock/gmock.h>

#include <csignal>

#include "tests/integration/agent.h"
#include "tests/integration/raw_connection.h"
#include "tests/unit/shared/sample.h"

namespace afar::test {
namespace {

using nlohmann::json;

constexpr std::size_t kBody = 1u << 20;
// More than what the daemon keeps for a client that does not read (64 MiB).
constexpr int kAsked = 72;

class SlowReaderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    stage_.start_daemon();
    opener_.emplace(stage_.paths());
    opener_->initialize("hook");
    json request = sample::open_request();
    request["wait"] = "none";
    request["kind"] = "user_question";
    request["phase"] = "before";
    request["origin"]["interactive"] = false;
    request["body"] = std::string(kBody, 'x');
    const json opened = opener_->ask(rpc::request_line("1", "dialog.open", request));
    id_ = opened.at("result").at("id");
  }

  Stage stage_;
  std::optional<RawConnection> opener_;
  std::string id_;
};

TEST_F(SlowReaderTest, AClientThatNeverReadsIsCutOffAndNobodyElseIs) {
  RawConnection slow(stage_.paths());
  slow.initialize("operator");
  Operator person = stage_.connect();
  const auto connections = person.counter("connections");
  for (int i = 0; i < kAsked; ++i) {
    if (!slow.send(rpc::request_line(std::to_string(i), "dialog.get", {{"id", id_}}))) break;
    // In between others are served.
    ASSERT_EQ(person.call("ping"), json::object());
  }
  ASSERT_TRUE(until("the client that does not read is cut off",
                    [&] { return person.counter("connections") == connections - 1; }));
  EXPECT_LT(slow.read_to_end(), kAsked * kBody);
  EXPECT_EQ(person.get(id_).at("state"), "open");
}

TEST_F(SlowReaderTest, AClientThatReadsLateStillGetsAllUpToTheBound) {
  RawConnection late(stage_.paths());
  late.initialize("operator");
  constexpr int kSome = 8;
  for (int i = 0; i < kSome; ++i) {
    late.send(rpc::request_line(std::to_string(i), "dialog.get", {{"id", id_}}));
  }
  for (int i = 0; i < kSome; ++i) ASSERT_EQ(late.line().at("id"), i);
}

TEST_F(SlowReaderTest, ADaemonIsNotKeptFromStoppingByOneThatDoesNotRead) {
  RawConnection slow(stage_.paths());
  slow.initialize("operator");
  for (int i = 0; i < 16; ++i) {
    slow.send(rpc::request_line(std::to_string(i), "dialog.get", {{"id", id_}}));
  }
  stage_.connect().call("ping");
  EXPECT_EQ(stage_.end_daemon(SIGTERM), (Exit{0, 0}));
}

}  // namespace
}  // namespace afar::test
