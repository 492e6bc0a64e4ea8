// How a dialog ends: one winner, the terminal's own answer, dismissals.
#include <gmock/gmock.h>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;

SettleRequest settled(const OpenRequest& asked, const std::string& call,
                      std::optional<Answer> answers) {
  SettleRequest request;
  request.kind = asked.kind;
  request.content = asked.content;
  request.origin = asked.origin;
  request.origin.call = call;
  request.tool = asked.tool;
  request.answers = std::move(answers);
  return request;
}

TEST_F(BrokerTest, TheFirstAnswerWinsAndTheSecondIsToldWhoWon) {
  const DialogId id = open(beside(), 1);
  EXPECT_TRUE(std::get<AnswerDone>(answer(id, "o2")).complete);
  const auto second = answer(id, "o1");
  ASSERT_TRUE(std::holds_alternative<AlreadyEnded>(second));
  EXPECT_EQ(std::get<AlreadyEnded>(second).dialog.answers, choose("o2"));
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].answers, choose("o2"));
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "answered", "refused_answer"));
}

TEST_F(BrokerTest, AnUnknownDialogIsSaidToBeUnknown) {
  EXPECT_TRUE(std::holds_alternative<NoSuchDialog>(answer("zzzzz", "o1")));
}

TEST_F(BrokerTest, PartialAnswersAreKeptAndNothingIsToldUntilAllAreThere) {
  OpenRequest two = beside();
  two.content.questions.push_back(two.content.questions[0]);
  two.content.questions[1].id = "q2";
  two.content.questions[1].text = "And?";
  const DialogId id = open(two, 1);
  const auto first = answer(id, "o1");
  EXPECT_FALSE(std::get<AnswerDone>(first).complete);
  EXPECT_THAT(std::get<AnswerDone>(first).missing, ElementsAre("q2"));
  EXPECT_TRUE(told(1).empty());
  Answer rest;
  rest.questions["q2"].text = "both\nplease";
  turn([&](Turn& t) { broker_.answer(t, id, rest, {Decider::Kind::kPerson, "ann", "web", ""}); });
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_THAT(told(1)[0].answers.questions.at("q1").options, ElementsAre("o1"));
  EXPECT_EQ(told(1)[0].answers.questions.at("q2").text, "both\nplease");
  EXPECT_EQ(told(1)[0].outcome.by.name, "ann");
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "part_answered", "answered"));
}

TEST_F(BrokerTest, AnUnknownOptionChangesNothing) {
  const DialogId id = open(beside(), 1);
  EXPECT_TRUE(std::holds_alternative<AnswerRefused>(answer(id, "o7")));
  EXPECT_EQ(state(id), DialogState::kOpen);
  EXPECT_TRUE(told(1).empty());
}

TEST_F(BrokerTest, DeliveredIsKnownFromTheHooksWord) {
  const DialogId id = open(beside(), 1);
  answer(id, "o1");
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kPending);
  turn([&](Turn& t) { broker_.delivered(t, 7, id); });  // not the connection that was told
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kPending);
  turn([&](Turn& t) { broker_.delivered(t, 1, id); });
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kDelivered);
}

TEST_F(BrokerTest, AHookThatDiesBeforeItTellsLeavesTheAnswerUndelivered) {
  const DialogId id = open(beside(), 1);
  answer(id, "o1");
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kUndelivered);
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "answered", "undelivered"));
}

TEST_F(BrokerTest, TheTerminalsAnswerEndsTheDialogAndReleasesTheHook) {
  open(before("c1"), 1);
  const DialogId id = open(beside(), 2);
  turn([&](Turn& t) { EXPECT_EQ(broker_.settle(t, settled(beside(), "c1", choose("o1"))), id); });
  EXPECT_EQ(state(id), DialogState::kAnswered);
  EXPECT_EQ(dialog(id).outcome->by.kind, Decider::Kind::kTerminal);
  EXPECT_EQ(dialog(id).answers, choose("o1"));
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kDelivered);
  ASSERT_EQ(told(2).size(), 1u);
  EXPECT_EQ(told(2)[0].outcome.state, OutcomeState::kLeft);  // it has nothing to print
  EXPECT_TRUE(std::holds_alternative<AlreadyEnded>(answer(id, "o2")));
}

TEST_F(BrokerTest, ATerminalThatEndsWithoutAnAnswerLeavesTheDialog) {
  open(before("c1"), 1);
  const DialogId id = open(beside(), 2);
  turn([&](Turn& t) { broker_.settle(t, settled(beside(), "c1", std::nullopt)); });
  EXPECT_EQ(state(id), DialogState::kLeft);
  const auto late = std::get<AnswerDone>(answer(id, "o2"));
  EXPECT_TRUE(late.late);
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kUndelivered);
}

TEST_F(BrokerTest, OurOwnAnswerComingBackFromTheAgentConfirmsIt) {
  open(before("c1"), 1);
  const DialogId id = open(beside(), 2);
  answer(id, "o2");
  turn([&](Turn& t) { broker_.settle(t, settled(beside(), "c1", choose("o2"))); });
  EXPECT_EQ(dialog(id).outcome->by.kind, Decider::Kind::kPerson);
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kDelivered);
}

TEST_F(BrokerTest, BothEndsAtOnceTheRecordSaysWhatTheAgentGot) {
  open(before("c1"), 1);
  const DialogId id = open(beside(), 2);
  answer(id, "o2");
  turn([&](Turn& t) { broker_.settle(t, settled(beside(), "c1", choose("o1"))); });
  EXPECT_EQ(dialog(id).answers, choose("o2"));
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kStale);
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "answered", "terminal_answered"));
}

TEST_F(BrokerTest, EqualQuestionsOfOneTurnAnsweredOneHereOneThere) {
  open(before("c1"), 1);
  open(before("c2"), 2);
  const DialogId first = open(beside(100), 3);
  const DialogId second = open(beside(100), 4);
  answer(first, "o1");
  // The agent reports the remote answer for whichever call's hook it was ...
  turn(
      [&](Turn& t) { EXPECT_EQ(broker_.settle(t, settled(beside(), "c2", choose("o1"))), first); });
  EXPECT_EQ(state(second), DialogState::kOpen);
  // ... and the other one is answered in the terminal.
  turn([&](Turn& t) {
    EXPECT_EQ(broker_.settle(t, settled(beside(), "c1", choose("o2"))), second);
  });
  EXPECT_EQ(dialog(second).outcome->by.kind, Decider::Kind::kTerminal);
}

TEST_F(BrokerTest, ATerminalAnswerToOneOfTwoEqualQuestionsKeepsBothHooksWaiting) {
  open(before("c1"), 1);
  open(before("c2"), 2);
  const DialogId first = open(beside(100), 3);
  const DialogId second = open(beside(100), 4);
  turn([&](Turn& t) { broker_.settle(t, settled(beside(), "c1", choose("o1"))); });
  const DialogId other = state(first) == DialogState::kOpen ? first : second;
  EXPECT_EQ(broker_.waiters().count(other), 2);
  answer(other, "o2");
  ASSERT_EQ(told(3).size(), 1u);
  ASSERT_EQ(told(4).size(), 1u);
  EXPECT_EQ(told(3)[0].answers, choose("o2"));
  EXPECT_EQ(told(3)[0].id, other);
}

TEST_F(BrokerTest, ASettlementThatConcernsNobodyWritesNothing) {
  turn([&](Turn& t) {
    EXPECT_EQ(broker_.settle(t, settled(beside(), "c1", choose("o1"))), std::nullopt);
  });
  EXPECT_EQ(store_->audit_head().count, 0);
}

TEST_F(BrokerTest, DismissedTellsTheAgentThatNobodyAnswers) {
  const DialogId id = open(headless("c1"), 1);
  turn([&](Turn& t) {
    EXPECT_TRUE(std::holds_alternative<Dialog>(
        broker_.dismiss(t, id, {Decider::Kind::kPerson, "owner", "cli", ""})));
  });
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].outcome.state, OutcomeState::kCancelled);
  EXPECT_THAT(told(1)[0].outcome.message, ::testing::HasSubstr(id));
  EXPECT_TRUE(std::holds_alternative<AlreadyEnded>(answer(id, "o1")));
}

TEST_F(BrokerTest, ARefusedAnswerGoesOnRecord) {
  const DialogId id = open(beside(), 1);
  turn([&](Turn& t) {
    broker_.refuse(t, id, {Decider::Kind::kAgent, "", "cli", ""}, "an agent is the caller");
  });
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "refused_answer"));
  EXPECT_EQ(state(id), DialogState::kOpen);
}

}  // namespace
}  // namespace afar
