// Goal: whatever ends a question on the agent's side is told from the rest, releases the hook, and
// is on record. Method: the events and signals that the real client was seen to send.
#include <gmock/gmock.h>

#include <csignal>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

class EndTest : public ::testing::Test {
 protected:
  void SetUp() override {
    stage_.start_daemon();
    person_.emplace(stage_.connect());
  }
  // A picker on screen with a hook beside it.
  Hook ask_beside() {
    agent_.run(before("s-1", "toolu_1"));
    Hook hook = agent_.hook(beside("s-1"));
    id_ = person_->until_open(1).at(0).at("id");
    return hook;
  }
  json until_closed() { return person_->until_closed(id_); }
  std::int64_t generation() {
    return person_->call("session.list").at("sessions").at(0).at("generation");
  }

  Stage stage_;
  Agent agent_{stage_};
  std::optional<Operator> person_;
  std::string id_;
};

TEST_F(EndTest, TheTerminalsAnswerReleasesTheHookAndIsOnRecord) {
  Hook hook = ask_beside();
  const HookEnd told = agent_.run(after("s-1", "toolu_1", "Red"));
  EXPECT_EQ(told.out + told.err, "");
  const HookEnd end = hook.end();
  EXPECT_EQ(end.out + end.err, "");
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  const json dialog = person_->get(id_);
  EXPECT_EQ(dialog.at("state"), "answered");
  EXPECT_EQ(dialog.at("outcome").at("by").at("kind"), "terminal");
  EXPECT_EQ(dialog.at("outcome").at("delivery"), "delivered");
  EXPECT_THAT(dialog.at("answers").at("q1").at("options"), ElementsAre("o1"));
  EXPECT_THAT(person_->audit_kinds(id_), ElementsAre("opened", "terminal_answered"));
  EXPECT_EQ(person_->error_of("dialog.answer", choice(id_, {"o2"})), "already_ended");
}

// PostToolUse comes after an answer from afar as well, with that answer.
TEST_F(EndTest, TheEventAfterAnAnswerFromAfarConfirmsItAndChangesNothing) {
  Hook hook = ask_beside();
  person_->answer(id_, {"o2"});
  hook.end();
  agent_.run(after("s-1", "toolu_1", "Blue"));
  const json dialog = person_->get(id_);
  EXPECT_EQ(dialog.at("outcome").at("by").at("kind"), "person");
  EXPECT_EQ(dialog.at("outcome").at("delivery"), "delivered");
  EXPECT_THAT(person_->audit_kinds(id_), ElementsAre("opened", "answered", "delivered"));
}

TEST_F(EndTest, AStopSettlesWhatTheTerminalEndedInSilence) {
  Hook hook = ask_beside();
  agent_.run(stop("s-1"));
  EXPECT_EQ(hook.end().out, "");
  const json dialog = person_->get(id_);
  EXPECT_EQ(dialog.at("state"), "left");
  EXPECT_EQ(dialog.at("outcome").at("by").at("kind"), "terminal");
}

TEST_F(EndTest, APersonsPromptSettlesAndMovesTheGeneration) {
  Hook hook = ask_beside();
  agent_.run(prompt("s-1", "do something else"));
  EXPECT_EQ(hook.end().out, "");
  EXPECT_EQ(person_->get(id_).at("state"), "left");
  EXPECT_EQ(generation(), 1);
}

TEST_F(EndTest, APromptThatTheClientWroteMovesNothing) {
  agent_.run(prompt("s-1", "hello"));
  ASSERT_EQ(generation(), 1);
  Hook hook = ask_beside();
  agent_.run(prompt("s-1", "<task-notification>\n<task-id>b1</task-id>\n</task-notification>"));
  EXPECT_EQ(generation(), 1);
  EXPECT_EQ(person_->get(id_).at("state"), "open");
  EXPECT_FALSE(hook.has_ended());
  person_->answer(id_, {"o1"});
  EXPECT_EQ(hook.end().out, allowed_beside(beside("s-1"), {{"Which color?", "Red"}}));
}

// What the client tells itself when a deferred run is resumed.
TEST_F(EndTest, ThePromptOfAResumedRunMovesNothing) {
  Agent headless(stage_, Agent::Kind::kHeadless);
  agent_.run(prompt("s-1", "hello"));
  headless.run(prompt("s-1", "Continue from where you left off."));
  EXPECT_EQ(generation(), 1);
  agent_.run(prompt("s-1", "Continue from where you left off."));
  EXPECT_EQ(generation(), 2) << "a person may say so";
}

// An answer to a question of an earlier prompt must not steer the session now.
TEST_F(EndTest, AnAnswerAfterThePersonPromptedOnIsStale) {
  Hook hook = ask_beside();
  agent_.run(prompt("s-1", "do something else"));
  hook.end();
  const json answered = person_->answer(id_, {"o1"});
  EXPECT_EQ(answered.at("late"), true);
  EXPECT_EQ(answered.at("dialog").at("outcome").at("delivery"), "stale");
}

TEST_F(EndTest, TheSessionsEndLeavesTheQuestionAnswerable) {
  Hook hook = ask_beside();
  agent_.run(session_end("s-1"));
  EXPECT_EQ(hook.end().out, "");
  EXPECT_EQ(person_->get(id_).at("state"), "left");
  EXPECT_EQ(person_->answer(id_, {"o2"}).at("late"), true);
}

TEST_F(EndTest, AnEndOfAnotherSessionIsNone) {
  Hook hook = ask_beside();
  agent_.run(stop("s-2"));
  agent_.run(prompt("s-2", "hello"));
  agent_.run(session_end("s-2"));
  agent_.run(after("s-2", "toolu_1", "Red"));
  EXPECT_EQ(person_->get(id_).at("state"), "open");
  EXPECT_FALSE(hook.has_ended());
}

// Esc: the client stops the hook and lives on.
TEST_F(EndTest, ASignalWhileTheAgentLivesOnCancels) {
  Hook hook = ask_beside();
  hook.signal(SIGTERM);
  const HookEnd end = hook.end();
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  const json dialog = until_closed();
  EXPECT_EQ(dialog.at("state"), "cancelled");
  EXPECT_EQ(dialog.at("outcome").at("by").at("kind"), "terminal");
  EXPECT_EQ(person_->error_of("dialog.answer", choice(id_, {"o1"})), "already_ended");
}

// Newer clients stop their hooks when they end themselves: the end of the session tells it.
TEST_F(EndTest, ASignalThatTheSessionsEndFollowsLeaves) {
  Hook hook = ask_beside();
  hook.signal(SIGTERM);
  hook.end();
  agent_.run(session_end("s-1"));
  EXPECT_EQ(until_closed().at("state"), "left");
}

TEST_F(EndTest, ASignalThatTheAgentsDeathFollowsLeaves) {
  Hook hook = ask_beside();
  hook.signal(SIGTERM);
  hook.end();
  agent_.kill();
  EXPECT_EQ(until_closed().at("state"), "left");
}

// The person goes on at once: that the client lives is known then.
TEST_F(EndTest, ASignalThatAPromptFollowsCancels) {
  Hook hook = ask_beside();
  hook.signal(SIGTERM);
  hook.end();
  agent_.run(prompt("s-1", "never mind"));
  EXPECT_EQ(person_->get(id_).at("state"), "cancelled");
}

TEST_F(EndTest, AKilledAgentLeavesTheQuestionAnswerable) {
  Hook hook = ask_beside();
  agent_.kill();
  hook.close_output();
  const HookEnd end = hook.end();
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  const json dialog = until_closed();
  EXPECT_EQ(dialog.at("state"), "left");
  EXPECT_EQ(dialog.at("outcome").at("by").at("kind"), "agent");
  const json answered = person_->answer(id_, {"o2"});
  EXPECT_EQ(answered.at("late"), true);
  EXPECT_EQ(answered.at("dialog").at("outcome").at("delivery"), "undelivered");
}

TEST_F(EndTest, AHeadlessAgentThatDiesLeavesTheQuestionAnswerable) {
  Agent headless(stage_, Agent::Kind::kHeadless);
  Hook hook = headless.hook(before("s-1", "toolu_1"));
  id_ = person_->until_open(1).at(0).at("id");
  headless.kill();
  hook.close_output();
  hook.end();
  EXPECT_EQ(until_closed().at("state"), "left");
}

TEST_F(EndTest, AKilledHookCountsAsGoneWhenItDoesNotComeBack) {
  Hook hook = ask_beside();
  hook.signal(SIGKILL);
  EXPECT_EQ(hook.end().exit, (Exit{-1, SIGKILL}));
  EXPECT_EQ(until_closed().at("state"), "left");
}

// Sent to the hook, which died before it could print it.
TEST_F(EndTest, AnAnswerToAHookThatWasKilledIsKeptAsUndelivered) {
  Hook hook = ask_beside();
  hook.signal(SIGSTOP);
  person_->answer(id_, {"o2"});
  hook.signal(SIGKILL);
  hook.end();
  ASSERT_TRUE(until("the loss is on record", [&] {
    return person_->get(id_).at("outcome").at("delivery") == "undelivered";
  }));
}

}  // namespace
}  // namespace afar::test
