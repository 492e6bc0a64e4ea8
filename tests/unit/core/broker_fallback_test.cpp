// What hooks tell on their own, and what they are to tell then.
#include <gmock/gmock.h>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The daemon hung, the hook told its agent the fallback and left; then the daemon came back.
TEST_F(BrokerTest, WhatAHookToldOnItsOwnIsWhereTheDialogStands) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kDefault);
  const DialogId id = open(before("c1"), 1);
  FellBack fallen;
  fallen.told.id = id;
  fallen.told.outcome.state = OutcomeState::kDefaulted;
  fallen.told.outcome.by.rule = "night";
  fallen.told.outcome.message = "not the person's answer";
  fallen.told.answers = choose("o1");
  const auto fall = [&] { turn([&](Turn& t) { broker_.fell_back(t, fallen); }); };
  fall();
  EXPECT_EQ(state(id), DialogState::kOpen) << "its hook waits: it has told nothing";
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  fall();
  EXPECT_EQ(state(id), DialogState::kDefaulted);
  EXPECT_THAT(dialog(id).answers.questions.at("q1").options, ElementsAre("o1"));
  EXPECT_TRUE(dialog(id).answers.questions.at("q1").by_default);
  EXPECT_EQ(dialog(id).outcome->message, "not the person's answer");
  pass(std::chrono::seconds(10));
  EXPECT_EQ(state(id), DialogState::kDefaulted);
  EXPECT_TRUE(std::get<AnswerDone>(answer(id, "o2")).late);
  fall();
  EXPECT_EQ(state(id), DialogState::kAnswered) << "the person's answer stands";
  fallen.told.id = "zzzzz";
  fall();
}

// The hook fell back before it had heard of its dialog; what it had sent is read afterwards.
TEST_F(BrokerTest, WhatAHookToldBeforeItHeardOfItsDialogIsWhereThatStands) {
  FellBack fallen;
  fallen.session = {"claude-code", "s1"};
  fallen.call = "c1";
  fallen.told.outcome.state = OutcomeState::kDenied;
  fallen.told.outcome.message = "could not be reached";
  turn([&](Turn& t) { broker_.fell_back(t, fallen); });
  ruling_ = rule(Mode::kBlock);
  const DialogId id = open(before("c1"), 1);
  const DialogId other = open(before("c2"), 2);
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  turn([&](Turn& t) { broker_.connection_lost(t, 2); });
  pass(std::chrono::seconds(5));
  EXPECT_EQ(state(id), DialogState::kDenied);
  EXPECT_EQ(dialog(id).outcome->message, "could not be reached");
  EXPECT_EQ(state(other), DialogState::kLeft);
}

TEST_F(BrokerTest, AParkedFallbackLeavesTheDialogOpen) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kPark);
  const DialogId id = open(before("c1"), 1);
  const auto& opened = std::get<TellOpened>(all_effects_.at(1)).opened;
  EXPECT_TRUE(opened.fallback.parked);
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  turn([&](Turn& t) { broker_.fell_back(t, {opened.fallback, {}, "", ""}); });
  EXPECT_EQ(state(id), DialogState::kOpen);
  EXPECT_EQ(dialog(id).outcome->state, OutcomeState::kDenied);
}

// The daemon may hang or die at any moment: what the hook then says knows of every answer so far.
TEST_F(BrokerTest, TheFallbackKnowsWhatThePersonHasAnswered) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kDefault);
  const DialogId id = open(two_questions(before("c1")), 1);
  all_effects_.clear();
  answer(id, "o2");
  const auto& renewed = std::get<TellOpened>(all_effects_.at(0)).opened;
  EXPECT_THAT(renewed.fallback.answers.questions.at("q1").options, ElementsAre("o2"));
  EXPECT_THAT(renewed.fallback.outcome.message, HasSubstr("They answered \"Which?\" = \"B\""));
}

}  // namespace
}  // namespace afar
