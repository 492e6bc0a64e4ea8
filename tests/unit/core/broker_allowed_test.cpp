// Where the rules let only some people answer.
#include <gmock/gmock.h>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;

const Decider kOwnerAtCli{Decider::Kind::kPerson, "owner", "cli", ""};
const Decider kBea{Decider::Kind::kPerson, "bea", "web", ""};

TEST_F(BrokerTest, WhoMayNotAnswerIsRefusedOnRecordAndNothingChanges) {
  const DialogId id = open(headless("c1"), 1);
  approver_ = "bea";
  const auto refused = std::get<NotAllowed>(answer(id, "o1"));
  EXPECT_EQ(refused.why, "only bea may answer this");
  EXPECT_EQ(state(id), DialogState::kOpen);
  EXPECT_TRUE(dialog(id).answers.questions.empty());
  EXPECT_TRUE(told(1).empty());
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "refused_answer"));
  turn([&](Turn& t) {
    EXPECT_TRUE(std::holds_alternative<AnswerDone>(broker_.answer(t, id, choose("o2"), kBea)));
  });
  EXPECT_EQ(told(1).at(0).answers, choose("o2"));
}

TEST_F(BrokerTest, WhoMayNotAnswerMayNotDismissEither) {
  const DialogId id = open(headless("c1"), 1);
  approver_ = "bea";
  turn([&](Turn& t) {
    EXPECT_TRUE(std::holds_alternative<NotAllowed>(broker_.dismiss(t, id, kOwnerAtCli)));
  });
  EXPECT_EQ(state(id), DialogState::kOpen);
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "refused_answer"));
}

TEST_F(BrokerTest, ALateAnswerIsHeldToTheRulesToo) {
  ruling_ = Ruling{};
  ruling_->rule = "r";
  ruling_->mode = Mode::kDeny;
  open(before("c1"), 1);
  const DialogId id = told(1).at(0).id.value();
  approver_ = "bea";
  EXPECT_TRUE(std::holds_alternative<NotAllowed>(answer(id, "o2")));
  EXPECT_EQ(state(id), DialogState::kDenied);
}

TEST_F(BrokerTest, PolicyIsToldWhenThePersonPromptedLast) {
  open(headless("c1"), 1);
  EXPECT_EQ(moments_.back().signs.last_prompt_at, std::nullopt);
  event(SessionEvent::What::kPrompt, /*by_person=*/false);
  EXPECT_EQ(broker_.signs().last_prompt_at, std::nullopt);
  event(SessionEvent::What::kPrompt, /*by_person=*/true);
  const WallTime prompted = now_.wall;
  pass(std::chrono::minutes(3));
  open(headless("c2"), 2);
  EXPECT_EQ(moments_.back().signs.last_prompt_at, prompted);
  EXPECT_EQ(moments_.back().now, prompted + std::chrono::minutes(3));
}

TEST_F(BrokerTest, TheLimitOfOpenDialogsCanBeChanged) {
  broker_.limit_open_dialogs(1);
  open(headless("c1"), 1);
  turn([&](Turn& t) {
    EXPECT_EQ(broker_.open(t, headless("c2"), {2, "1"}), OpenStatus::kTooMany);
  });
  broker_.limit_open_dialogs(2);
  turn([&](Turn& t) {
    OpenRequest other = headless("c2");
    EXPECT_EQ(broker_.open(t, other, {2, "1"}), OpenStatus::kTaken);
  });
}

}  // namespace
}  // namespace afar
