// Where an operator's rule decides, at once or after a wait.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(BrokerTest, DenyNamesTheDefaultTheRuleAndTheDialog) {
  ruling_ = rule(Mode::kDeny);
  EXPECT_EQ(open(before("c1"), 1), "");
  const OpenResult result = told(1).at(0);
  EXPECT_EQ(result.outcome.state, OutcomeState::kDenied);
  EXPECT_THAT(result.outcome.message, HasSubstr("\"Which?\" = \"A\""));
  EXPECT_THAT(result.outcome.message, HasSubstr("\"night\""));
  EXPECT_THAT(result.outcome.message, HasSubstr(*result.id));
  EXPECT_THAT(result.outcome.message, HasSubstr("not by the person"));
  EXPECT_EQ(state(*result.id), DialogState::kDenied);
  EXPECT_THAT(audit_kinds(*result.id), ElementsAre("opened", "denied"));
}

TEST_F(BrokerTest, DenyWithoutADefaultSaysThatThereIsNone) {
  ruling_ = rule(Mode::kDeny);
  ruling_->default_choice.kind = DefaultChoice::Kind::kNone;
  open(before("c1"), 1);
  EXPECT_THAT(told(1).at(0).outcome.message, HasSubstr("There is no default"));
}

TEST_F(BrokerTest, TheOperatorsWordsComeFirst) {
  ruling_ = rule(Mode::kDeny);
  ruling_->message = "Deploys are frozen.";
  open(before("c1"), 1);
  EXPECT_THAT(told(1).at(0).outcome.message, ::testing::StartsWith("Deploys are frozen. "));
}

TEST_F(BrokerTest, DefaultAnswersAndMarksIt) {
  ruling_ = rule(Mode::kDefault);
  open(before("c1"), 1);
  const OpenResult result = told(1).at(0);
  EXPECT_EQ(result.outcome.state, OutcomeState::kDefaulted);
  EXPECT_EQ(result.answers, choose("o1"));
  EXPECT_THAT(result.outcome.message, HasSubstr("not the person's answer"));
  EXPECT_THAT(dialog(*result.id).answers.questions.at("q1").options, ElementsAre("o1"));
  EXPECT_THAT(audit_kinds(*result.id), ElementsAre("opened", "defaulted"));
}

TEST_F(BrokerTest, BesideTheAgentsDialogADefaultIsARefusalThatNamesIt) {
  ruling_ = rule(Mode::kDefault);
  open(beside(100), 1);
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kDefaulted);
  EXPECT_THAT(told(1).at(0).outcome.message, HasSubstr("Go on with the default"));
}

TEST_F(BrokerTest, ADefaultThatDoesNotExistBecomesARefusalThatSaysSo) {
  ruling_ = rule(Mode::kDefault);
  ruling_->default_choice = {DefaultChoice::Kind::kLabel, "C"};
  open(before("c1"), 1);
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kDenied);
  EXPECT_TRUE(told(1).at(0).answers.questions.empty());
}

TEST_F(BrokerTest, WhatPolicyEndedCanStillBeAnsweredLate) {
  for (const Mode mode : {Mode::kDeny, Mode::kDefault}) {
    ruling_ = rule(mode);
    const std::string call = mode == Mode::kDeny ? "c1" : "c2";
    const ConnectionId connection = mode == Mode::kDeny ? 1 : 2;
    OpenRequest request = before(call);
    request.content.questions[0].text += call;  // another question for each
    open(request, connection);
    const DialogId id = told(connection).at(0).id.value();
    const auto done = std::get<AnswerDone>(answer(id, "o2"));
    EXPECT_TRUE(done.late);
    EXPECT_EQ(dialog(id).answers, choose("o2"));
    EXPECT_EQ(dialog(id).outcome->by.kind, Decider::Kind::kPerson);
    EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kUndelivered);
    EXPECT_EQ(audit_kinds(id).back(), "late_answer");
    EXPECT_TRUE(std::holds_alternative<AlreadyEnded>(answer(id, "o1")));
    EXPECT_EQ(audit_kinds(id).back(), "refused_answer");
  }
}

TEST_F(BrokerTest, ADefaultComingBackFromTheAgentIsNotTheTerminalsAnswer) {
  ruling_ = rule(Mode::kDefault);
  open(before("c1"), 1);
  const DialogId id = told(1).at(0).id.value();
  SettleRequest settled;
  settled.content = before("c1").content;
  settled.origin = before("c1").origin;
  settled.tool = "AskUserQuestion";
  settled.answers = choose("o1");
  turn([&](Turn& t) { broker_.settle(t, settled); });
  EXPECT_EQ(state(id), DialogState::kDefaulted);
  EXPECT_EQ(dialog(id).outcome->by.kind, Decider::Kind::kPolicy);
}

TEST_F(BrokerTest, TheSameCallAgainGetsTheSameDecision) {
  ruling_ = rule(Mode::kDeny);
  open(before("c1"), 1);
  open(before("c1"), 2);
  EXPECT_EQ(told(1).at(0).id, told(2).at(0).id);
  EXPECT_EQ(told(1).at(0).outcome.message, told(2).at(0).outcome.message);
}

TEST_F(BrokerTest, AfterTheWaitEachOnTimeoutSaysWhatItPromisedAtTheStart) {
  struct Case {
    OnTimeout on_timeout;
    OutcomeState told;
    DialogState kept;
    bool stop;
  };
  ConnectionId connection = 0;
  for (const auto& each : {
           Case{OnTimeout::kLocal, OutcomeState::kLeft, DialogState::kLeft, false},
           Case{OnTimeout::kDeny, OutcomeState::kDenied, DialogState::kDenied, false},
           Case{OnTimeout::kDefault, OutcomeState::kDefaulted, DialogState::kDefaulted, false},
           Case{OnTimeout::kPark, OutcomeState::kDenied, DialogState::kOpen, false},
           Case{OnTimeout::kStop, OutcomeState::kDenied, DialogState::kDenied, true},
       }) {
    ++connection;
    ruling_ = rule(Mode::kBlock, each.on_timeout);
    ruling_->wait = std::chrono::minutes(3);
    all_effects_.clear();
    OpenRequest request = before("c" + std::to_string(connection));
    request.content.questions[0].text += request.origin.call;  // another question for each
    const DialogId id = open(request, connection);
    ASSERT_NE(id, "");
    const auto& opened = std::get<TellOpened>(all_effects_.at(1)).opened;
    EXPECT_EQ(opened.fallback.outcome.state, each.told);
    pass(std::chrono::minutes(3) - Milliseconds(1));
    EXPECT_TRUE(told(connection).empty());
    pass(Milliseconds(1));
    const OpenResult result = told(connection).at(0);
    EXPECT_EQ(result.outcome.state, each.told);
    EXPECT_EQ(result.outcome.stop, each.stop);
    EXPECT_EQ(state(id), each.kept);
    EXPECT_THAT(result.outcome.message, Not(HasSubstr("reject")));
    if (each.told != OutcomeState::kLeft) {
      EXPECT_THAT(result.outcome.message, HasSubstr("within 3m"));
    }
  }
}

TEST_F(BrokerTest, ATimeoutKeepsWhatThePersonAnsweredAndDefaultsTheRest) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kDefault);
  ruling_->wait = std::chrono::minutes(3);
  const DialogId id = open(two_questions(before("c1")), 1);
  answer(id, "o2");
  pass(std::chrono::minutes(3));
  const OpenResult result = told(1).at(0);
  EXPECT_EQ(result.outcome.state, OutcomeState::kDefaulted);
  EXPECT_THAT(result.answers.questions.at("q1").options, ElementsAre("o2"));
  EXPECT_THAT(result.answers.questions.at("q2").options, ElementsAre("o1"));
  EXPECT_FALSE(dialog(id).answers.questions.at("q1").by_default);
  EXPECT_TRUE(dialog(id).answers.questions.at("q2").by_default);
  EXPECT_EQ(result.outcome.message,
            "afar " + id +
                ": not all of this is the person's answer. They answered \"Which?\" = \"B\", and "
                "nothing else within 3m; the rest, \"And?\" = \"A\", is the default, by the rule "
                "\"night\". Keep that easy to change. Ask the same question again later to get the "
                "person's own answer, if they have given one by then.");
  const auto body =
      nlohmann::json::parse(store_->audit_query({{}, id, 0}).events.back().body.value());
  EXPECT_EQ(body.at("by_default"), nlohmann::json({"q2"}));
}

TEST_F(BrokerTest, ADefaultIsNeededOnlyForWhatThePersonLeftOpen) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kDefault);
  ruling_->wait = std::chrono::minutes(3);
  OpenRequest request = two_questions(before("c1"));
  request.content.questions[0].options.clear();
  const DialogId id = open(request, 1);
  Answer own;
  own.questions["q1"].text = "my own";
  turn([&](Turn& t) { broker_.answer(t, id, own, {Decider::Kind::kPerson, "ann", "web", ""}); });
  pass(std::chrono::minutes(3));
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kDefaulted);
  EXPECT_EQ(told(1).at(0).answers.questions.at("q1").text, "my own");
  EXPECT_THAT(told(1).at(0).outcome.message, HasSubstr("\"Which?\" = \"my own\""));
}

// Whatever the agent is told in the end, an answer that the person gave is in it.
TEST_F(BrokerTest, ARefusalAfterAPartOfTheAnswerNamesThatPart) {
  ConnectionId connection = 0;
  for (const auto on_timeout : {OnTimeout::kDeny, OnTimeout::kStop, OnTimeout::kPark}) {
    ++connection;
    ruling_ = rule(Mode::kBlock, on_timeout);
    ruling_->wait = std::chrono::minutes(3);
    const DialogId id = open(two_questions(before("c" + std::to_string(connection))), connection);
    answer(id, "o2");
    pass(std::chrono::minutes(3));
    const std::string message = told(connection).at(0).outcome.message;
    EXPECT_THAT(message,
                ::testing::StartsWith("The person has not answered all of this within 3m (afar " +
                                      id + "). What they did answer: \"Which?\" = \"B\". "));
    EXPECT_THAT(message, Not(HasSubstr("Nobody")));
  }
}

TEST_F(BrokerTest, TheAnswerToADeferredQuestionResumesItsRunWhereThatIsOn) {
  ruling_ = rule(Mode::kDefer);
  for (const bool on : {true, false}) {
    resumes_ = on;
    const std::string call = on ? "c1" : "c2";
    OpenRequest request = headless(call);
    request.content.questions[0].text += call;  // another question for each
    open(request, on ? 1 : 2);
    const DialogId id = told(on ? 1 : 2).at(0).id.value();
    ASSERT_EQ(told(on ? 1 : 2).at(0).outcome.state, OutcomeState::kDeferred);
    answer(id, "o2");
    EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kUndelivered);
    const auto rows = store_->resumes(10);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].dialog == id, on);
    EXPECT_EQ(rows[0].state, ResumeRow::State::kDue);
    EXPECT_EQ(rows[0].attempts, 0);
  }
}

TEST_F(BrokerTest, NothingIsResumedForAnAgentThatWaitsOrThatThePersonLedElsewhere) {
  resumes_ = true;
  answer(open(before("c1"), 1), "o1");
  ruling_ = rule(Mode::kDefer);
  OpenRequest request = headless("c2");
  request.content.questions[0].text = "Another?";
  open(request, 2);
  event(SessionEvent::What::kPrompt, /*by_person=*/true);
  answer(told(2).at(0).id.value(), "o1");
  EXPECT_TRUE(store_->resumes(10).empty());
}

TEST_F(BrokerTest, WhatPolicyOrTimeEndedIsNotDismissed) {
  const Decider owner{Decider::Kind::kPerson, "owner", "cli", ""};
  ruling_ = rule(Mode::kDefault);
  ruling_->expires = std::chrono::seconds(60);
  open(before("c1"), 1);
  const DialogId id = told(1).at(0).id.value();
  turn([&](Turn& t) {
    EXPECT_TRUE(std::holds_alternative<AlreadyEnded>(broker_.dismiss(t, id, owner)));
  });
  EXPECT_EQ(state(id), DialogState::kDefaulted);
}

TEST_F(BrokerTest, ApproversBindAsTheDialogWasOpened) {
  ruling_ = rule(Mode::kBlock);
  ruling_->approvers = {"bea"};
  const DialogId id = open(before("c1"), 1);
  turn([&](Turn& t) { EXPECT_THAT(t.ledger.find(id)->approvers, ElementsAre("bea")); });
}

// The event that started the daemon is the first that it hears of the session.
TEST_F(BrokerTest, AnUnknownSessionAtATerminalHasJustBeenPrompted) {
  open(headless("c1"), 1);
  EXPECT_EQ(moments_.back().signs.last_prompt_at, std::nullopt) << "nobody sits there";
  OpenRequest terminal = beside();
  terminal.origin.session = "s2";
  open(terminal, 2);
  EXPECT_EQ(moments_.back().signs.last_prompt_at, now_.wall);
}

TEST_F(BrokerTest, AnAgentIsKnownAfterItsQuestionToo) {
  ruling_ = rule(Mode::kDeny);
  OpenRequest request = before("c1");
  request.agent_pid = 4242;
  open(request, 1);
  EXPECT_THAT(broker_.agents(), ElementsAre(4242)) << "though nothing waits any more";
}

TEST_F(BrokerTest, AgentsThatEndedAreForgottenInTheEnd) {
  ruling_ = rule(Mode::kLocal);
  OpenRequest request = before("c1");
  constexpr std::int64_t kAgents = 1000;
  for (std::int64_t pid = 2; pid < 2 + kAgents; ++pid) {
    request.agent_pid = pid;
    dead_processes_.insert(pid - 1);
    open(request, static_cast<ConnectionId>(pid));
  }
  EXPECT_LT(broker_.agents().size(), 100u);
  EXPECT_TRUE(broker_.agents().contains(1 + kAgents)) << "the one that lives";
}

TEST_F(BrokerTest, AParkedRefusalSaysHowLongByWhichRuleAndTheOperatorsWords) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kPark);
  ruling_->wait = std::chrono::seconds(1);
  ruling_->message = "Ask bea";
  const DialogId id = open(before("c1"), 1);
  pass(std::chrono::seconds(1));
  EXPECT_EQ(
      told(1).at(0).outcome.message,
      "Ask bea. Nobody answered this within 1s (afar " + id +
          "). It stays open for the person to answer later (by the rule \"night\"). Go on with "
          "what does not depend on it, or end your turn and say what is missing. Ask the same "
          "question again later to get the person's own answer, if they have given one by "
          "then.");
}

TEST_F(BrokerTest, TheRulesWaitRunsFromTheQuestionNotFromAHookThatCameBack) {
  ruling_ = rule(Mode::kBlock, OnTimeout::kDeny);
  ruling_->wait = std::chrono::minutes(3);
  const DialogId id = open(headless("c1"), 1);
  pass(std::chrono::minutes(2));
  turn([&](Turn& t) { broker_.connection_lost(t, 1); });
  EXPECT_EQ(open(headless("c1"), 2), id);
  pass(std::chrono::minutes(1));
  EXPECT_EQ(told(2).at(0).outcome.state, OutcomeState::kDenied);
}

TEST_F(BrokerTest, DeferEndsTheRunAtOnceAndTheSecondOfATurnBlocks) {
  ruling_ = rule(Mode::kDefer, OnTimeout::kPark);
  EXPECT_EQ(open(headless("c1"), 1), "");
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kDeferred);
  EXPECT_EQ(state(*told(1).at(0).id), DialogState::kOpen);
  OpenRequest other = headless("c2");
  other.content.questions[0].text = "Another?";
  const DialogId second = open(other, 2);
  EXPECT_NE(second, "");
  pass(std::chrono::minutes(10));
  EXPECT_EQ(told(2).at(0).outcome.state, OutcomeState::kDenied);
  EXPECT_EQ(state(second), DialogState::kOpen);
  // Resumed without an answer: deferred again, without limit.
  open(headless("c1"), 3);
  EXPECT_EQ(told(3).at(0).outcome.state, OutcomeState::kDeferred);
}

TEST_F(BrokerTest, NeverExpiresStaysAnswerable) {
  ruling_ = rule(Mode::kDefer);
  ruling_->expires = std::nullopt;
  open(headless("c1"), 1);
  pass(std::chrono::days(3000));
  EXPECT_EQ(state(*told(1).at(0).id), DialogState::kOpen);
}

}  // namespace
}  // namespace afar
