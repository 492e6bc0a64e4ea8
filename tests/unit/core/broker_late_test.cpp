// Answers that come when the agent no longer waits.
#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using What = SessionEvent::What;

class LateTest : public BrokerTest {
 protected:
  // A question that a rule denied at once, and that nobody waits for.
  DialogId denied(const std::string& call = "c1", Late late = Late::kCurrent) {
    ruling_ = Ruling{};
    ruling_->rule = "away";
    ruling_->mode = Mode::kDeny;
    ruling_->late = late;
    open(before(call), 1);
    const DialogId id = *told(1).back().id;
    EXPECT_EQ(state(id), DialogState::kDenied);
    return id;
  }
  void confirm(ConnectionId connection, const DialogId& id) {
    turn([&](Turn& t) { broker_.delivered(t, connection, id); });
  }
  void lose(ConnectionId connection) {
    turn([&](Turn& t) { broker_.connection_lost(t, connection); });
  }
  Delivery delivery(const DialogId& id) { return dialog(id).outcome->delivery; }
  void wait_for_late(ConnectionId connection) {
    turn([&](Turn& t) { broker_.wait_for_late(t, before("").origin, {connection, "2"}); });
  }
  std::vector<TellLate> told_late() const {
    std::vector<TellLate> told;
    for (const auto& effect : all_effects_) {
      if (const auto* late = std::get_if<TellLate>(&effect)) told.push_back(*late);
    }
    return told;
  }
};

TEST_F(LateTest, TheSessionIsToldOnceAtItsNextEvent) {
  const DialogId id = denied();
  answer(id, "o2");
  EXPECT_EQ(delivery(id), Delivery::kUndelivered);

  const auto words = event(What::kStop, false, 7);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(words[0].dialog, id);
  EXPECT_NE(words[0].text.find("owner has answered on the command line"), std::string::npos)
      << words[0].text;
  EXPECT_NE(words[0].text.find("\"Which?\" = \"B\""), std::string::npos) << words[0].text;
  EXPECT_NE(words[0].text.find("Ask exactly the same question again"), std::string::npos);
  EXPECT_TRUE(event(What::kStop, false, 8).empty()) << "it is on its way";

  confirm(7, id);
  EXPECT_EQ(delivery(id), Delivery::kDelivered);
  EXPECT_TRUE(event(What::kStop, false, 9).empty());
  EXPECT_EQ(audit_kinds(id).back(), "delivered");
}

TEST_F(LateTest, ToldAndAskedAgainItIsGivenOnceAsTheAnswer) {
  const DialogId id = denied();
  answer(id, "o2");
  event(What::kStop, false, 7);
  confirm(7, id);

  open(before("c2"), 2);
  ASSERT_EQ(told(2).size(), 1u);
  EXPECT_EQ(told(2)[0].id, id);
  EXPECT_EQ(told(2)[0].outcome.state, OutcomeState::kAnswered);
  confirm(2, id);

  open(before("c3"), 3);
  ASSERT_EQ(told(3).size(), 1u);
  EXPECT_NE(told(3)[0].id, id) << "given once";
  EXPECT_EQ(told(3)[0].outcome.state, OutcomeState::kDenied);
}

TEST_F(LateTest, AnAnswerThatGotLostOnTheWayIsToldAndGivenAgain) {
  const DialogId id = denied();
  answer(id, "o2");
  event(What::kStop, false, 7);
  lose(7);
  EXPECT_EQ(delivery(id), Delivery::kUndelivered);

  open(before("c2"), 2);
  EXPECT_EQ(told(2)[0].id, id);
  lose(2);
  open(before("c3"), 3);
  EXPECT_EQ(told(3)[0].id, id);
  confirm(3, id);
  EXPECT_EQ(delivery(id), Delivery::kDelivered);
}

TEST_F(LateTest, AnAnswerGivenInTimeComesWithTheNewPrompt) {
  const DialogId id = denied();
  answer(id, "o2");
  EXPECT_EQ(event(What::kPrompt, /*by_person=*/true, 7).size(), 1u);
}

TEST_F(LateTest, AnAnswerAfterANewPromptIsStale) {
  event(What::kPrompt, true);
  const DialogId id = denied();
  event(What::kPrompt, true);
  answer(id, "o2");
  EXPECT_EQ(delivery(id), Delivery::kStale);
  EXPECT_TRUE(event(What::kStop, false, 7).empty());
  open(before("c2"), 2);
  EXPECT_NE(told(2)[0].id, id);
}

TEST_F(LateTest, APromptWhileNoDaemonWasThereMakesItStaleToo) {
  event(What::kPrompt, true);
  const DialogId id = denied();
  wait_for_late(5);
  pass(std::chrono::minutes(1));
  const SessionKey session{"claude-code", "s1"};
  turn([&](Turn& t) { broker_.missed_prompt(t, session, now_.wall - std::chrono::seconds(1)); });
  turn([&](Turn& t) { broker_.missed_prompt(t, session, now_.wall - std::chrono::seconds(2)); });
  EXPECT_EQ(store_->find_session(session)->generation, 2) << "noted late, and once";
  answer(id, "o2");
  EXPECT_EQ(delivery(id), Delivery::kStale);
  ASSERT_EQ(told_late().size(), 1u);
  EXPECT_TRUE(told_late()[0].words.empty());
}

TEST_F(LateTest, APromptThatNoDaemonSawCountsForASessionOfWhichNothingElseIsKnown) {
  const DialogId id = denied();
  pass(std::chrono::minutes(1));
  turn([&](Turn& t) { broker_.missed_prompt(t, {"claude-code", "s1"}, now_.wall); });
  answer(id, "o2");
  EXPECT_EQ(delivery(id), Delivery::kStale);
}

TEST_F(LateTest, TheClientsOwnPromptDoesNotMakeItStale) {
  const DialogId id = denied();
  event(What::kPrompt, /*by_person=*/false);
  answer(id, "o2");
  EXPECT_EQ(event(What::kStop, false, 7).size(), 1u);
}

TEST_F(LateTest, ARuleMayInjectEvenThen) {
  const DialogId injected = denied("c1", Late::kInject);
  event(What::kPrompt, true);
  answer(injected, "o2");
  EXPECT_EQ(event(What::kStop, false, 7).size(), 1u);
}

TEST_F(LateTest, ARuleMayKeepLateAnswersFromTheSession) {
  const DialogId never = denied("c1", Late::kNever);
  answer(never, "o2");
  EXPECT_EQ(delivery(never), Delivery::kNone);
  EXPECT_TRUE(event(What::kStop, false, 8).empty());
  open(before("c2"), 3);
  EXPECT_NE(told(3)[0].id, never);
}

TEST_F(LateTest, AnIdleSessionIsWokenAndOthersAreNot) {
  const DialogId id = denied();
  event(What::kStop);
  wait_for_late(5);
  EXPECT_TRUE(told_late().empty());
  answer(id, "o1");
  ASSERT_EQ(told_late().size(), 1u);
  EXPECT_EQ(told_late()[0].to.connection, 5u);
  ASSERT_EQ(told_late()[0].words.size(), 1u);
  confirm(5, id);
  EXPECT_EQ(delivery(id), Delivery::kDelivered);
  EXPECT_TRUE(event(What::kPrompt, false, 7).empty()) << "told once";
}

TEST_F(LateTest, WhoWaitsIsLetGoByAPromptTheEndAndWhoeverWaitsNext) {
  wait_for_late(5);
  wait_for_late(6);
  ASSERT_EQ(told_late().size(), 1u);
  EXPECT_EQ(told_late()[0].to.connection, 5u);
  EXPECT_TRUE(told_late()[0].words.empty());
  event(What::kPrompt, false);
  ASSERT_EQ(told_late().size(), 2u);
  EXPECT_EQ(told_late()[1].to.connection, 6u);
  wait_for_late(8);
  event(What::kEnd);
  EXPECT_EQ(told_late().size(), 3u);
}

TEST_F(LateTest, WhoeverWaitedAndIsGoneIsNotTold) {
  const DialogId id = denied();
  wait_for_late(5);
  lose(5);
  answer(id, "o1");
  EXPECT_TRUE(told_late().empty());
  EXPECT_EQ(delivery(id), Delivery::kUndelivered);
}

TEST_F(LateTest, AnAnswerThatIsThereAlreadyIsToldAtOnce) {
  const DialogId id = denied();
  answer(id, "o1");
  wait_for_late(5);
  ASSERT_EQ(told_late().size(), 1u);
  EXPECT_EQ(told_late()[0].words.at(0).dialog, id);
}

TEST_F(LateTest, ASessionThatEndedIsResumedWhereDeliveryIsOn) {
  resumes_ = true;
  const DialogId id = denied();
  event(What::kEnd);
  answer(id, "o1");
  EXPECT_EQ(store_->count_resumes(), 1);
}

TEST_F(LateTest, ASessionThatGoesOnIsNotResumed) {
  resumes_ = true;
  const DialogId id = denied();
  event(What::kStop);
  answer(id, "o1");
  EXPECT_EQ(store_->count_resumes(), 0);
}

TEST_F(LateTest, APermissionIsNeverGivenLateAndItsWordsSaySo) {
  ruling_ = Ruling{};
  ruling_->rule = "away";
  ruling_->mode = Mode::kDeny;
  OpenRequest request = before("c1");
  request.kind = DialogKind::kPermission;
  open(request, 1);
  const DialogId id = *told(1).back().id;
  answer(id, "o1");
  const auto words = event(What::kStop, false, 7);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_NE(words[0].text.find("Nothing was done by that"), std::string::npos);
  request.origin.call = "c2";
  open(request, 2);
  EXPECT_EQ(told(2)[0].outcome.state, OutcomeState::kDenied);
}

TEST_F(LateTest, ALocalAnswerAndAPromptTellThatThePersonIsThere) {
  open(beside(), 1);
  EXPECT_FALSE(broker_.signs().said);
  pass(std::chrono::minutes(5));
  SettleRequest settle;
  settle.content = beside().content;
  settle.origin = beside().origin;
  settle.tool = "AskUserQuestion";
  settle.answers = choose("o1");
  turn([&](Turn& t) { broker_.settle(t, settle); });
  EXPECT_EQ(broker_.signs().last_prompt_at, now_.wall);
}

}  // namespace
}  // namespace afar
