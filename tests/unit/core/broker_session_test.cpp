// What happens around a dialog: turns, missing agents, time.
#include <gmock/gmock.h>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;
using What = SessionEvent::What;

TEST_F(BrokerTest, OnlyThePersonsPromptMovesTheGeneration) {
  event(What::kStart);
  event(What::kPrompt, true);
  event(What::kPrompt, false);  // the client's own
  event(What::kStop);
  const DialogId id = open(beside(), 1);
  EXPECT_EQ(dialog(id).origin.generation, 1);
}

TEST_F(BrokerTest, AStopSettlesADialogThatStoodBesideTheAgentsOwn) {
  const DialogId id = open(beside(), 1);
  event(What::kStop);
  EXPECT_EQ(state(id), DialogState::kLeft);
  EXPECT_EQ(dialog(id).outcome->by.kind, Decider::Kind::kTerminal);
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].outcome.state, OutcomeState::kLeft);
}

TEST_F(BrokerTest, AStopDoesNotTouchWhatBlocks) {
  const DialogId id = open(headless("c1"), 1);
  event(What::kStop);
  EXPECT_EQ(state(id), DialogState::kOpen);
}

TEST_F(BrokerTest, AStopOfTheMainAgentDoesNotTouchASubagentsDialog) {
  OpenRequest of_subagent = beside();
  of_subagent.origin.subagent = "a1";
  const DialogId id = open(of_subagent, 1);
  event(What::kStop);
  EXPECT_EQ(state(id), DialogState::kOpen);
  event(What::kEnd);
  EXPECT_EQ(state(id), DialogState::kLeft);
}

TEST_F(BrokerTest, AnotherCallOfTheSameToolSettlesOneThatIsNotRunningAnyMore) {
  open(before("c1"), 1);
  const DialogId first = open(beside(), 2);
  OpenRequest next = question("", Phase::kBeside);
  next.content.questions[0].text = "Another?";
  const DialogId second = open(next, 3);
  turn([&](Turn& t) { broker_.add_context(t, waiter_of(3), "So tell me.", {"c2"}); });
  EXPECT_EQ(state(first), DialogState::kLeft);
  EXPECT_EQ(state(second), DialogState::kOpen);
  EXPECT_EQ(dialog(second).content.context, "So tell me.");
}

TEST_F(BrokerTest, AParallelCallIsNotTakenForTheEndOfAnother) {
  open(before("c1"), 1);
  const DialogId first = open(beside(), 2);
  OpenRequest next = question("", Phase::kBeside);
  next.content.questions[0].text = "Another?";
  open(next, 3);
  turn([&](Turn& t) { broker_.add_context(t, waiter_of(3), "Two things.", {"c1", "c2"}); });
  EXPECT_EQ(state(first), DialogState::kOpen);
}

TEST_F(BrokerTest, EscCancels) {
  const DialogId id = open(beside(100), 1);
  turn([&](Turn& t) { broker_.host_ended_call(t, waiter_of(1)); });
  EXPECT_EQ(state(id), DialogState::kOpen);
  pass_until_next_tick();
  EXPECT_EQ(state(id), DialogState::kCancelled);
}

TEST_F(BrokerTest, AHostThatEndsItselfLeavesTheDialog) {
  const DialogId id = open(beside(100), 1);
  turn([&](Turn& t) { broker_.host_ended_call(t, waiter_of(1)); });
  event(What::kEnd);
  EXPECT_EQ(state(id), DialogState::kLeft);
  EXPECT_EQ(dialog(id).outcome->by.kind, Decider::Kind::kAgent);
}

TEST_F(BrokerTest, AHostThatIsGoneLeavesTheDialogAlsoWithoutAnEndOfSession) {
  const DialogId id = open(beside(100), 1);
  turn([&](Turn& t) { broker_.host_ended_call(t, waiter_of(1)); });
  dead_processes_.insert(100);
  pass_until_next_tick();
  EXPECT_EQ(state(id), DialogState::kLeft);
}

TEST_F(BrokerTest, APromptRightAfterEscShowsThatTheHostLivesOn) {
  const DialogId id = open(beside(100), 1);
  turn([&](Turn& t) { broker_.host_ended_call(t, waiter_of(1)); });
  event(What::kPrompt, true);
  EXPECT_EQ(state(id), DialogState::kCancelled);
}

TEST_F(BrokerTest, AKilledAgentLeavesAQuestionAnswerable) {
  const DialogId id = open(beside(100), 1);
  turn([&](Turn& t) { broker_.agent_gone(t, waiter_of(1)); });
  EXPECT_EQ(state(id), DialogState::kLeft);
  EXPECT_TRUE(std::get<AnswerDone>(answer(id, "o1")).late);
}

TEST_F(BrokerTest, AKilledAgentCancelsAPermission) {
  Broker open_to_permissions({[] { return std::string("perma"); },
                              [](std::int64_t) { return true; },
                              [](const OpenRequest&, const Moment&) {
                                Ruling ruling;
                                ruling.mode = Mode::kRace;
                                return ruling;
                              }});
  OpenRequest permission = beside(100);
  permission.kind = DialogKind::kPermission;
  turn([&](Turn& t) { open_to_permissions.open(t, permission, {1, "1"}); });
  turn([&](Turn& t) {
    open_to_permissions.agent_gone(t, open_to_permissions.waiters().of_connection(1).at(0));
  });
  EXPECT_EQ(state("perma"), DialogState::kCancelled);
}

TEST_F(BrokerTest, ALostConnectionHasFiveSecondsToComeBack) {
  const DialogId id = open(beside(100), 1);
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  pass(Milliseconds(4900));
  EXPECT_EQ(state(id), DialogState::kOpen);
  pass(Milliseconds(200));
  EXPECT_EQ(state(id), DialogState::kLeft);
}

TEST_F(BrokerTest, AfterARestartHooksHaveFiveSecondsToComeBack) {
  const DialogId stays = open(beside(100), 1);
  const DialogId goes = open(beside(200), 2);
  Broker restarted(
      {[] { return std::string("newid"); }, [](std::int64_t) { return true; }, built_in_policy});
  turn([&](Turn& t) { restarted.start(t); });
  OpenRequest again = beside(100);
  again.id = stays;
  turn([&](Turn& t) { restarted.open(t, again, {1, "1"}); });
  now_.mono += Milliseconds(5100);
  turn([&](Turn& t) { restarted.tick(t); });
  EXPECT_EQ(state(stays), DialogState::kOpen);
  EXPECT_EQ(state(goes), DialogState::kLeft);
}

TEST_F(BrokerTest, AtTheHostsLimitAnInteractiveDialogIsLeftToTheTerminal) {
  const DialogId id = open(beside(100), 1);
  pass(std::chrono::minutes(10));
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].outcome.state, OutcomeState::kLeft);
  EXPECT_EQ(state(id), DialogState::kLeft);
  EXPECT_TRUE(std::get<AnswerDone>(answer(id, "o1")).late);
}

TEST_F(BrokerTest, AtTheHostsLimitAHeadlessRunIsDeferredAndTheDialogStaysOpen) {
  const DialogId id = open(headless("c1"), 1);
  pass(std::chrono::minutes(10));
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].outcome.state, OutcomeState::kDeferred);
  EXPECT_EQ(state(id), DialogState::kOpen);
  EXPECT_EQ(dialog(id).outcome->state, OutcomeState::kDeferred);
  event(What::kEnd);
  pass(std::chrono::seconds(10));
  EXPECT_EQ(state(id), DialogState::kOpen);
  answer(id, "o2");
  EXPECT_EQ(open(headless("c1"), 2), "");
  EXPECT_EQ(told(2).at(0).answers, choose("o2"));
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "deferred", "answered"));
}

TEST_F(BrokerTest, OfTwoDeferredCallsInOneTurnTheSecondIsParked) {
  OpenRequest other = headless("c2");
  other.content.questions[0].text = "Another?";
  open(headless("c1"), 1);
  pass(Milliseconds(10));
  const DialogId second = open(other, 2);
  pass(std::chrono::minutes(11));
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kDeferred);
  EXPECT_EQ(told(2).at(0).outcome.state, OutcomeState::kDenied);
  EXPECT_THAT(told(2).at(0).outcome.message, ::testing::HasSubstr(second));
  EXPECT_EQ(state(second), DialogState::kOpen);
}

TEST_F(BrokerTest, AnAnswerAfterThePersonPromptedOnIsStale) {
  const DialogId id = open(beside(100), 1);
  turn([&](Turn& t) { broker_.agent_gone(t, waiter_of(1)); });
  event(What::kPrompt, true);
  answer(id, "o1");
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kStale);
}

TEST_F(BrokerTest, ADialogExpiresOnlyWhileNoHookWaits) {
  OpenRequest patient = beside(100);
  patient.limit = std::chrono::days(30);
  const DialogId waited_for = open(patient, 1);
  OpenRequest parked = headless("c5");
  parked.wait = false;
  parked.origin.session = "s2";
  open(parked, 2);
  const DialogId alone = told(2).at(0).id.value();
  pass(std::chrono::days(8));
  EXPECT_EQ(state(waited_for), DialogState::kOpen);
  EXPECT_EQ(state(alone), DialogState::kExpired);
  EXPECT_TRUE(std::holds_alternative<AlreadyEnded>(answer(alone, "o1")));
  EXPECT_TRUE(std::get<AnswerDone>(answer(waited_for, "o1")).complete);
}

TEST_F(BrokerTest, OverdueWaitersAreGivenUpWhenTheDiskFails) {
  const DialogId id = open(beside(100), 1);
  now_.mono += std::chrono::minutes(11);
  const auto overdue = broker_.give_up_overdue(now_.mono);
  ASSERT_EQ(overdue.size(), 1u);
  EXPECT_EQ(overdue[0].dialog, id);
  EXPECT_EQ(broker_.waiters().size(), 0u);
}

TEST_F(BrokerTest, NothingToWaitForNeedsNoTick) {
  EXPECT_EQ(broker_.next_tick(now_), std::nullopt);
}

}  // namespace
}  // namespace afar
