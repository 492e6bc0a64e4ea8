// Goal: agents do not answer their own questions, by accident or out of laziness. Method: answers
// from an agent's side of the protocol, from inside an agent, and from a process an agent started.
#include <gmock/gmock.h>

#include "shared/rpc/message.h"
#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;

class CallerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    stage_.start_daemon();
    person_.emplace(stage_.connect());
    hook_.emplace(agent_.hook(before("s-1", "toolu_1")));
    id_ = person_->until_open(1).at(0).at("id");
  }
  void expect_untouched() {
    EXPECT_EQ(person_->get(id_).at("state"), "open");
    EXPECT_EQ(person_->get(id_).at("answers"), json::object());
    EXPECT_FALSE(hook_->has_ended());
  }
  std::string answer_from(Agent& agent, const std::string& method, const json& params) {
    const std::string lines =
        rpc::request_line("1", "initialize", rpc::initialize_params("test", "operator", false)) +
        rpc::request_line("2", method, params);
    return agent
        .program({executable("agent_stand_in"), "say", stage_.paths().socket, "2"}, lines,
                 {{"CLAUDECODE", ""}, {"AI_AGENT", ""}})
        .end()
        .out;
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
  std::optional<Hook> hook_;
  std::optional<Operator> person_;
  std::string id_;
};

TEST_F(CallerTest, AnAgentsSideMayNotAnswerListOrStop) {
  for (const char* role : {"hook", "mcp"}) {
    rpc::Client client = connect_bare(stage_.paths());
    client.call("initialize", rpc::initialize_params("test", role, true), kGuard);
    for (const char* method :
         {"dialog.answer", "dialog.list", "dialog.get", "dialog.wait", "session.list",
          "audit.query", "audit.head", "audit.verify", "status", "shutdown"}) {
      try {
        client.call(method, choice(id_, {"o1"}), kGuard);
        ADD_FAILURE() << role << " may call " << method;
      } catch (const rpc::CallFailed& failed) {
        EXPECT_EQ(failed.code(), rpc::ErrorCode::kNotAllowed) << method;
      }
    }
    // Of what this connection did not open.
    try {
      client.call("dialog.cancel", {{"id", id_}, {"reason", "interrupted"}}, kGuard);
      ADD_FAILURE() << role << " may cancel another's dialog";
    } catch (const rpc::CallFailed& failed) {
      EXPECT_EQ(failed.code(), rpc::ErrorCode::kNotFound);
    }
  }
  expect_untouched();
}

TEST_F(CallerTest, APersonsSideMayNotActAsAnAgent) {
  for (const char* method : {"dialog.open", "dialog.settle", "session.event"}) {
    EXPECT_EQ(person_->error_of(method, json::object()), "not_allowed") << method;
  }
}

TEST_F(CallerTest, ARoleIsTakenOnceAndNotChanged) {
  rpc::Client client = connect_bare(stage_.paths());
  client.call("initialize", rpc::initialize_params("test", "hook", true), kGuard);
  EXPECT_THROW(client.call("initialize", rpc::initialize_params("test", "operator", false), kGuard),
               rpc::CallFailed);
  try {
    client.call("dialog.answer", choice(id_, {"o1"}), kGuard);
    ADD_FAILURE() << "answered";
  } catch (const rpc::CallFailed& failed) {
    EXPECT_EQ(failed.code(), rpc::ErrorCode::kNotAllowed);
  }
  expect_untouched();
}

TEST_F(CallerTest, ACommandInsideAnAgentIsRefusedAndThatIsOnRecord) {
  Operator inside(stage_.paths(), /*from_agent=*/true);
  EXPECT_EQ(inside.get(id_).at("state"), "open") << "it may look";
  EXPECT_EQ(inside.error_of("dialog.answer", choice(id_, {"o1"})), "not_allowed");
  EXPECT_EQ(inside.error_of("dialog.cancel", {{"id", id_}}), "not_allowed");
  expect_untouched();
  EXPECT_THAT(person_->audit_kinds(id_),
              ::testing::ElementsAre("opened", "refused_answer", "refused_answer"));
}

TEST_F(CallerTest, AProcessThatTheAskingAgentStartedIsRefusedAndThatIsOnRecord) {
  EXPECT_THAT(answer_from(agent_, "dialog.answer", choice(id_, {"o1"})), HasSubstr("not_allowed"));
  EXPECT_THAT(answer_from(agent_, "dialog.cancel", {{"id", id_}}), HasSubstr("not_allowed"));
  expect_untouched();
  EXPECT_THAT(person_->audit_kinds(id_), Contains("refused_answer").Times(2));
}

TEST_F(CallerTest, AProcessThatAnotherWaitingAgentStartedIsRefused) {
  Agent other(stage_, Agent::Kind::kHeadless);
  Hook others = other.hook(before("s-2", "toolu_2"));
  person_->until_open(2);
  EXPECT_THAT(answer_from(other, "dialog.answer", choice(id_, {"o1"})), HasSubstr("not_allowed"));
  expect_untouched();
}

TEST_F(CallerTest, AProcessOfNoAgentIsTaken) {
  Agent other(stage_);  // asks nothing
  EXPECT_THAT(answer_from(other, "dialog.answer", choice(id_, {"o1"})),
              HasSubstr("\"complete\":true"));
  EXPECT_EQ(hook_->end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
}

}  // namespace
}  // namespace afar::test
