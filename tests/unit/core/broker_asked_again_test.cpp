// The same question asked again, after its answer came late or while it is parked.
#include <gmock/gmock.h>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// The agent was refused and told to ask again: it does, with a call of its own.
TEST_F(BrokerTest, TheSameQuestionAskedAgainGetsTheAnswerThatCameLate) {
  ruling_ = rule(Mode::kDeny);
  open(before("c1"), 1);
  const DialogId id = told(1).at(0).id.value();
  open(before("c2"), 2);
  EXPECT_NE(told(2).at(0).id, id) << "nobody has answered yet";
  answer(id, "o2");
  OpenRequest other = before("c3");
  other.content.questions[0].options[0].label = "Another A";
  open(other, 3);
  EXPECT_EQ(told(3).at(0).outcome.state, OutcomeState::kDenied) << "another question";
  open(before("c4"), 4);
  EXPECT_EQ(told(4).at(0).id, id);
  EXPECT_EQ(told(4).at(0).outcome.state, OutcomeState::kAnswered);
  EXPECT_EQ(told(4).at(0).answers, choose("o2"));
  open(before("c4"), 5);
  EXPECT_EQ(told(5).at(0).id, id) << "the hook is registered twice";
  turn([&](Turn& t) { broker_.delivered(t, 4, id); });
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kDelivered);
  open(before("c5"), 6);
  EXPECT_NE(told(6).at(0).id, id) << "it is given once";
  EXPECT_THAT(audit_kinds(id),
              ElementsAre("opened", "denied", "late_answer", "joined", "delivered"));
}

TEST_F(BrokerTest, ALateAnswerIsNotGivenInAnotherTurnOfThePersons) {
  ruling_ = rule(Mode::kDeny);
  open(before("c1"), 1);
  const DialogId id = told(1).at(0).id.value();
  event(SessionEvent::What::kPrompt, /*by_person=*/true);
  answer(id, "o2");
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kStale);
  open(before("c2"), 2);
  EXPECT_NE(told(2).at(0).id, id);
}

TEST_F(BrokerTest, ALateAnswerIsGivenBeforeAPickerOpens) {
  ruling_ = rule(Mode::kDeny);
  open(before("c1"), 1);
  const DialogId id = told(1).at(0).id.value();
  answer(id, "o2");
  ruling_ = rule(Mode::kRace);
  open(before("c2"), 2);
  EXPECT_EQ(told(2).at(0).answers, choose("o2"));
}

TEST_F(BrokerTest, APermissionIsAskedForAnew) {
  ruling_ = rule(Mode::kDeny);
  OpenRequest permission = before("c1");
  permission.kind = DialogKind::kPermission;
  open(permission, 1);
  answer(told(1).at(0).id.value(), "o1");
  permission.origin.call = "c2";
  open(permission, 2);
  EXPECT_EQ(told(2).at(0).outcome.state, OutcomeState::kDenied);
}

TEST_F(BrokerTest, AParkedQuestionAskedAgainIsTheSameCard) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kPark);
  ruling_->wait = std::chrono::seconds(1);
  const DialogId id = open(before("c1"), 1);
  pass(std::chrono::seconds(1));
  ruling_->wait = std::nullopt;
  EXPECT_EQ(open(before("c2"), 2), id);
  answer(id, "o2");
  EXPECT_EQ(told(2).at(0).answers, choose("o2"));
}

TEST_F(BrokerTest, AParkedQuestionAskedAgainAfterTheRulesTimeIsParkedAtOnce) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kPark);
  ruling_->wait = std::chrono::seconds(1);
  const DialogId id = open(before("c1"), 1);
  pass(std::chrono::seconds(60));
  open(before("c2"), 2);
  pass(Milliseconds(0));
  EXPECT_EQ(told(2).at(0).id, id);
  EXPECT_EQ(told(2).at(0).outcome.state, OutcomeState::kDenied);
}

// What the agent was told stands on record until there is a whole answer in its place.
TEST_F(BrokerTest, ALateAnswerToADefaultIsWholeOrRefused) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kDefault);
  ruling_->wait = std::chrono::seconds(1);
  OpenRequest three = two_questions(before("c1"));
  three.content.questions.push_back(three.content.questions[0]);
  three.content.questions[2].id = "q3";
  three.content.questions[2].text = "And then?";
  const DialogId id = open(three, 1);
  answer(id, "o2");  // in time
  pass(std::chrono::seconds(1));
  const Dialog told = dialog(id);
  const auto choice = [](const std::string& question) {
    Answer given;
    given.questions[question].options = {"o2"};
    return given;
  };
  AnswerResult result;
  const auto answer_late = [&](const Answer& given) {
    turn([&](Turn& t) {
      result = broker_.answer(t, id, given, {Decider::Kind::kPerson, "ann", "web", ""});
    });
  };
  answer_late(choice("q2"));
  EXPECT_THAT(std::get<AnswerRefused>(result).why, HasSubstr("\"And then?\""));
  EXPECT_EQ(dialog(id).answers, told.answers);
  EXPECT_EQ(dialog(id).state, DialogState::kDefaulted);
  Answer rest = choice("q2");
  rest.questions["q3"].options = {"o2"};
  answer_late(rest);
  EXPECT_TRUE(std::get<AnswerDone>(result).complete) << "what was answered in time counts";
  for (const char* question : {"q1", "q2", "q3"}) {
    EXPECT_THAT(dialog(id).answers.questions.at(question).options, ElementsAre("o2"));
    EXPECT_FALSE(dialog(id).answers.questions.at(question).by_default);
  }
}

TEST_F(BrokerTest, APermissionIsNotSaidToBeAskedAgain) {
  ruling_ = rule(Mode::kDeny);
  OpenRequest permission = before("c1");
  permission.kind = DialogKind::kPermission;
  open(permission, 1);
  EXPECT_THAT(told(1).at(0).outcome.message, Not(HasSubstr("again")));
}

TEST_F(BrokerTest, ALateAnswerIsGivenToAnEventWithoutACallToo) {
  ruling_ = rule(Mode::kDeny);
  open(beside(100), 1);
  const DialogId id = told(1).at(0).id.value();
  answer(id, "o2");
  open(beside(100), 2);
  EXPECT_EQ(told(2).at(0).id, id);
  EXPECT_EQ(told(2).at(0).answers, choose("o2"));
}

}  // namespace
}  // namespace afar
