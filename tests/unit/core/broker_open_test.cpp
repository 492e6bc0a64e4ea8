// Which dialog a request is: opening, joining, adopting, and what a policy lets through.
#include <gmock/gmock.h>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;

TEST_F(BrokerTest, RaceBeforeTheAgentsDialogOpensNothing) {
  EXPECT_EQ(open(before("c1"), 1), "");
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].outcome.state, OutcomeState::kLeft);
  EXPECT_FALSE(told(1)[0].id.has_value());
  EXPECT_EQ(store_->count_open(), 0);
  EXPECT_EQ(broker_.counters().stayed_out, 1u);
}

TEST_F(BrokerTest, BesideTheAgentsDialogOpensAndKnowsTheOnlyCallUnderWay) {
  open(before("c1"), 1);
  const DialogId id = open(beside(), 2);
  ASSERT_NE(id, "");
  EXPECT_EQ(dialog(id).origin.call, "c1");
  EXPECT_EQ(dialog(id).origin.generation, 0);
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened"));
}

TEST_F(BrokerTest, TheSameCallTwiceAtOnceIsOneDialog) {
  const DialogId id = open(headless("c1"), 1);
  EXPECT_EQ(open(headless("c1"), 2), id);
  EXPECT_EQ(store_->count_open(), 1);
  answer(id, "o2");
  ASSERT_EQ(told(1).size(), 1u);
  ASSERT_EQ(told(2).size(), 1u);
  EXPECT_EQ(told(1)[0].answers, choose("o2"));
  EXPECT_EQ(told(2)[0].answers, choose("o2"));
}

TEST_F(BrokerTest, TheSameCallOfAnotherSessionIsAnotherDialog) {
  OpenRequest other = headless("c1");
  other.origin.session = "s2";
  EXPECT_NE(open(headless("c1"), 1), open(other, 2));
}

TEST_F(BrokerTest, TheSameCallOfASubagentIsAnotherDialog) {
  OpenRequest other = headless("c1");
  other.origin.subagent = "explore";
  const DialogId id = open(other, 2);
  EXPECT_NE(open(headless("c1"), 1), id);
  EXPECT_EQ(dialog(id).origin.subagent, "explore");
}

TEST_F(BrokerTest, TwoEqualRequestsWithoutACallAreTwoDialogs) {
  EXPECT_NE(open(beside(100), 1), open(beside(200), 2));
}

TEST_F(BrokerTest, OneHookRegisteredTwiceIsOneDialog) {
  open(before("c1"), 1);
  open(before("c1"), 2);
  const DialogId id = open(beside(100), 3);
  EXPECT_EQ(open(beside(100), 4), id);
}

TEST_F(BrokerTest, TwoEqualQuestionsOfOneTurnAreTwoDialogs) {
  open(before("c1"), 1);
  open(before("c2"), 2);
  const DialogId first = open(beside(100), 3);
  const DialogId second = open(beside(100), 4);
  EXPECT_NE(first, second);
  // Registered twice on top of that: the third and fourth request find both taken.
  const DialogId third = open(beside(100), 5);
  const DialogId fourth = open(beside(100), 6);
  EXPECT_THAT((std::set<DialogId>{third, fourth}), ::testing::ContainerEq(std::set{first, second}));
}

TEST_F(BrokerTest, ALostHookFindsItsDialogAgainByContent) {
  const DialogId id = open(beside(100), 1);
  turn([](Turn&) {});
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  EXPECT_EQ(open(beside(100), 2), id);
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "joined"));
  pass(std::chrono::seconds(6));
  EXPECT_EQ(state(id), DialogState::kOpen);
}

TEST_F(BrokerTest, ALostHookFindsItsOwnDialogAmongEqualOnesById) {
  const DialogId first = open(beside(100), 1);
  const DialogId second = open(beside(200), 2);
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  turn([&](Turn& t) { broker_.connection_lost(t, 2); });
  OpenRequest again = beside(200);
  again.id = second;
  EXPECT_EQ(open(again, 3), second);
  EXPECT_EQ(open(beside(100), 4), first);
}

TEST_F(BrokerTest, AnIdOfAnotherSessionIsNotJoined) {
  const DialogId id = open(beside(100), 1);
  OpenRequest stranger = beside(100);
  stranger.origin.session = "s2";
  stranger.id = id;
  EXPECT_NE(open(stranger, 2), id);
}

TEST_F(BrokerTest, ACallAdoptsAnOpenDialogThatHasNone) {
  const DialogId id = open(beside(100), 1);
  OpenRequest with_call = before("c9");
  with_call.can_race = false;  // so that it opens at all
  EXPECT_EQ(open(with_call, 2), id);
  EXPECT_EQ(dialog(id).origin.call, "c9");
}

TEST_F(BrokerTest, AnsweredAndOpenedAgainGivesTheAnswerAtOnce) {
  const DialogId id = open(headless("c1"), 1);
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  answer(id, "o1");
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kUndelivered);
  EXPECT_EQ(open(headless("c1"), 2), "");
  ASSERT_EQ(told(2).size(), 1u);
  EXPECT_EQ(told(2)[0].answers, choose("o1"));
  turn([&](Turn& t) { broker_.delivered(t, 2, id); });
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kDelivered);
}

TEST_F(BrokerTest, AskedAgainInALaterCallIsANewDialog) {
  open(before("c1"), 1);
  const DialogId first = open(beside(100), 2);
  answer(first, "o1");
  event(SessionEvent::What::kStop);
  open(before("c2"), 3);
  const DialogId second = open(beside(100), 4);
  EXPECT_NE(first, second);
  EXPECT_EQ(dialog(second).origin.call, "c2");
}

TEST_F(BrokerTest, PermissionsStayWithTheTerminalWithoutARule) {
  OpenRequest permission = beside(100);
  permission.kind = DialogKind::kPermission;
  EXPECT_EQ(open(permission, 1), "");
  EXPECT_EQ(told(1)[0].outcome.state, OutcomeState::kLeft);
}

TEST_F(BrokerTest, OpenDialogsAreBounded) {
  Broker small({[this] { return std::string(1, static_cast<char>('a' + next_id_++)) + "aaaa"; },
                [](std::int64_t) { return true; }, built_in_policy, 1});
  turn([&](Turn& t) {
    EXPECT_EQ(small.open(t, beside(1), {1, "1"}), OpenStatus::kTaken);
    EXPECT_EQ(small.open(t, beside(2), {2, "1"}), OpenStatus::kTooMany);
  });
  EXPECT_EQ(store_->count_open(), 1);
}

TEST_F(BrokerTest, ATakenIdIsDrawnAgain) {
  const DialogId first = open(headless("c1"), 1);
  next_id_ = 0;
  EXPECT_NE(open(headless("c2"), 2), first);
}

TEST_F(BrokerTest, ARolledBackTurnLeavesNoWaiter) {
  {
    Turn t{*store_, now_};
    broker_.begin_turn();
    Store::Transaction transaction(*store_);
    broker_.open(t, beside(100), {1, "1"});
    broker_.roll_back_turn();
  }
  EXPECT_EQ(broker_.waiters().size(), 0u);
  EXPECT_EQ(store_->count_open(), 0);
}

TEST_F(BrokerTest, ARolledBackAnswerKeepsItsWaiter) {
  const DialogId id = open(beside(100), 1);
  {
    Turn t{*store_, now_};
    broker_.begin_turn();
    Store::Transaction transaction(*store_);
    broker_.answer(t, id, choose("o1"), {});
    broker_.roll_back_turn();
  }
  EXPECT_EQ(broker_.waiters().count(id), 1);
  EXPECT_EQ(state(id), DialogState::kOpen);
  answer(id, "o2");
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].answers, choose("o2"));
}

}  // namespace
}  // namespace afar
