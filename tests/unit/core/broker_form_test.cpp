// The form of an MCP server: it is for one call, so nothing of it comes late, and how it ended in
// the agent is told without what it asked.
#include <gmock/gmock.h>

#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;

class BrokerFormTest : public BrokerTest {
 protected:
  static OpenRequest form(const std::string& session = "s1") {
    OpenRequest request = headless("");
    request.kind = DialogKind::kElicitation;
    request.tool = "mcp__shop";
    request.origin.session = session;
    request.can_defer = false;
    Question action{"action", "", "Or decline?", false, false, false, {}, {}};
    action.options.push_back({"decline", "Decline", "", "", false, true});
    request.content.questions.push_back(std::move(action));
    return request;
  }
  static SettleRequest ended(std::optional<std::string> filled_in,
                             const std::string& session = "s1") {
    SettleRequest request;
    request.kind = DialogKind::kElicitation;
    request.tool = "mcp__shop";
    request.origin = form(session).origin;
    if (filled_in) request.answers.emplace().response = std::move(filled_in);
    return request;
  }
  std::optional<DialogId> settle(const SettleRequest& request) {
    std::optional<DialogId> settled;
    turn([&](Turn& t) { settled = broker_.settle(t, request); });
    return settled;
  }
  AnswerResult decline(const DialogId& id) {
    AnswerResult result;
    Answer given;
    given.questions["action"].options = {"decline"};
    turn([&](Turn& t) {
      result = broker_.answer(t, id, given, {Decider::Kind::kPerson, "owner", "cli", ""});
    });
    return result;
  }
};

TEST_F(BrokerFormTest, DecliningNeedsNoField) {
  const DialogId id = open(form(), 1);
  EXPECT_TRUE(std::get<AnswerDone>(decline(id)).complete);
  ASSERT_EQ(told(1).size(), 1u);
  EXPECT_EQ(told(1)[0].outcome.state, OutcomeState::kAnswered);
}

TEST_F(BrokerFormTest, AtTheLimitItIsLeftAndThenTheAgentsEndOfItStands) {
  const DialogId filled_in = open(form(), 1);
  pass_until_next_tick();
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kLeft);
  EXPECT_EQ(state(filled_in), DialogState::kLeft);
  EXPECT_EQ(settle(ended(R"({"color":"blue"})")), filled_in);
  EXPECT_EQ(state(filled_in), DialogState::kAnswered);
  EXPECT_EQ(dialog(filled_in).answers.response, R"({"color":"blue"})");
  EXPECT_EQ(dialog(filled_in).outcome->by.kind, Decider::Kind::kTerminal);
  EXPECT_THAT(audit_kinds(filled_in),
              ElementsAre("opened", "left_to_terminal", "terminal_answered"));

  const DialogId cancelled = open(form("s2"), 2);
  pass_until_next_tick();
  EXPECT_EQ(settle(ended(std::nullopt, "s2")), cancelled);
  EXPECT_EQ(state(cancelled), DialogState::kCancelled);
  EXPECT_TRUE(std::holds_alternative<AlreadyEnded>(answer(cancelled, "o1")));
}

TEST_F(BrokerFormTest, AnEndThatCouldBeOfSeveralIsOfNone) {
  OpenRequest other = form();
  other.content.body = "another one";
  open(form(), 1);
  open(other, 2);
  pass_until_next_tick();
  EXPECT_EQ(settle(ended("{}")), std::nullopt);
  EXPECT_EQ(settle(ended("{}", "another session")), std::nullopt);
}

TEST_F(BrokerFormTest, OneThatAHookWaitsForHasNotEnded) {
  const DialogId id = open(form(), 1);
  EXPECT_EQ(settle(ended("{}")), std::nullopt);
  EXPECT_EQ(state(id), DialogState::kOpen);
}

// Claude Code does not tell the hook that Esc ended the call.
TEST_F(BrokerFormTest, AtThePersonsNextPromptItsCallHasEnded) {
  const DialogId id = open(form(), 1);
  event(SessionEvent::What::kPrompt, false);
  EXPECT_EQ(state(id), DialogState::kOpen) << "the client's own prompts end nothing";
  event(SessionEvent::What::kPrompt, true);
  EXPECT_EQ(state(id), DialogState::kLeft);
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kLeft);
}

TEST_F(BrokerFormTest, WithoutItsAgentItIsCancelled) {
  const DialogId id = open(form(), 1);
  turn([&](Turn& t) { broker_.agent_gone(t, waiter_of(1)); });
  EXPECT_EQ(state(id), DialogState::kCancelled);
}

TEST_F(BrokerFormTest, ARulesDefaultThatTheFormDoesNotHaveIsARefusal) {
  ruling_ = built_in_policy(form(), {});
  ruling_->rule = "defaults";
  ruling_->mode = Mode::kDefault;
  turn([&](Turn& t) { broker_.open(t, form(), {1, "1"}); });
  EXPECT_EQ(told(1).at(0).outcome.state, OutcomeState::kDenied);

  OpenRequest filled_in = form("s2");
  filled_in.content.questions[0].options[1].recommended = true;
  turn([&](Turn& t) { broker_.open(t, filled_in, {2, "1"}); });
  EXPECT_EQ(told(2).at(0).outcome.state, OutcomeState::kDefaulted);
  EXPECT_EQ(told(2).at(0).answers.questions.at("q1").options, std::vector<std::string>{"o2"});
}

}  // namespace
}  // namespace afar
