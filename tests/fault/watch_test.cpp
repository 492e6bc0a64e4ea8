// Goal: who waits for a dialog's end is told, also where the wait and the end are kept in one turn.
// Method: both calls in one message, so that one turn takes them.
#include <gtest/gtest.h>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

TEST(WatchTest, WhoBeginsToWaitInTheTurnThatEndsTheDialogIsTold) {
  Stage stage;
  stage.start_daemon();
  Agent agent(stage, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  Operator person = stage.connect();
  const std::string id = person.until_open(1).at(0).at("id");
  person.client().send(rpc::request_line("\"wait\"", "dialog.wait", {{"id", id}}) +
                       rpc::request_line("\"answer\"", "dialog.answer", choice(id, {"o2"})));
  std::string told;
  while (told != "\"wait\"") {
    const auto message = person.client().wait(std::chrono::steady_clock::now() + kGuard);
    ASSERT_TRUE(message) << "nobody tells that the dialog has ended";
    EXPECT_EQ(message->kind, rpc::Incoming::Kind::kResult);
    told = message->id;
  }
}

}  // namespace
}  // namespace afar::test
