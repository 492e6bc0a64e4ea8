// Goal: any program that reads and writes lines is a surface, and can do nothing that its
// responder could not. Method: the test takes the program's place.
#include <gmock/gmock.h>

#include <thread>

#include "tests/integration/agent.h"
#include "tests/integration/program_seat.h"
#include "tests/integration/wait.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;

class CommandSurfaceTest : public ::testing::Test {
 protected:
  void start(const json& more = json::object(), const json& rules = json::array()) {
    json command = {{"name", "say"}, {"argv", seat_.argv()}, {"responder", "ann"}};
    command.update(more);
    configure(stage_, {{"responders", {{"ann", json::object()}}},
                       {"rules", rules},
                       {"surfaces", {{"commands", {command}}}}});
    stage_.start_daemon();
  }
  // A question of an agent's that waits, as the program is told of it.
  json told_of(ProgramRun& run) { return run.line_where("event", "open").at("dialog"); }
  json status() {
    const json all = stage_.connect().call("status").at("surfaces");
    for (const auto& each : all) {
      if (each.at("name") == "command:say") return each;
    }
    return nullptr;
  }
  static json chooses(const std::string& id, const std::string& option) {
    return {{"id", id}, {"answers", {{"q1", {{"options", {option}}}}}}};
  }

  Stage stage_;
  ProgramSeat seat_{stage_, "say"};
};

TEST_F(CommandSurfaceTest, AnAnswerOfTheProgramReachesTheAgentAsTheResponders) {
  start();
  ProgramRun run = seat_.until_started();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  const json dialog = told_of(run);
  EXPECT_EQ(dialog.at("questions").at(0).at("text"), "Which color?");
  run.say(chooses(dialog.at("id"), "o2"));
  const json reply = run.line_where("event", "reply");
  EXPECT_EQ(reply.at("id"), dialog.at("id"));
  EXPECT_EQ(reply.at("ok"), true);
  EXPECT_EQ(reply.at("dialog").at("state"), "answered");
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
  const json closed = run.line_where("event", "closed").at("dialog");
  EXPECT_EQ(
      closed.at("outcome").at("by"),
      json({{"kind", "person"}, {"name", "ann"}, {"surface", "command:say"}, {"rule", nullptr}}));
  EXPECT_EQ(status().at("state"), "up");
}

TEST_F(CommandSurfaceTest, ItIsToldHowADialogEndedElsewhereAndCannotAnswerItAgain) {
  start();
  ProgramRun run = seat_.until_started();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  const std::string id = told_of(run).at("id");
  Operator person = stage_.connect();
  person.answer(id, {"o1"});
  EXPECT_EQ(run.line_where("event", "closed").at("dialog").at("outcome").at("by").at("name"),
            "owner");
  run.say(chooses(id, "o2"));
  const json reply = run.line_where("event", "reply");
  EXPECT_EQ(reply.at("ok"), false);
  EXPECT_EQ(reply.at("kind"), "already_ended");
  EXPECT_THAT(reply.at("error").get<std::string>(), HasSubstr("is answered already: Red"));
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Red"}}));
  EXPECT_THAT(person.audit_kinds(id), Contains("refused_answer"));
}

TEST_F(CommandSurfaceTest, WhatIsNoAnswerChangesNothing) {
  start();
  ProgramRun run = seat_.until_started();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  const std::string id = told_of(run).at("id");
  run.print("no JSON\n[1]\n{\"answers\":{}}\n" + std::string(2'000'000, 'x') + "\n");
  run.say(chooses("zzzzz", "o1"));
  EXPECT_EQ(run.line_where("event", "reply").at("kind"), "not_found");
  run.say(chooses(id, "o9"));
  EXPECT_EQ(run.line_where("event", "reply").at("kind"), "invalid_answer");
  run.say({{"id", id}, {"answers", "o1"}});
  EXPECT_THAT(run.line_where("event", "reply").at("error").get<std::string>(),
              HasSubstr("answers: expected an object"));
  const json dropped = status().at("dropped");
  EXPECT_EQ(dropped.at("junk"), 3);
  EXPECT_EQ(dropped.at("too_long"), 1);
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
  run.say(chooses(id, "o2"));
  EXPECT_EQ(run.line_where("event", "reply").at("ok"), true);
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
}

TEST_F(CommandSurfaceTest, ARunAfterACrashIsToldOfWhatIsOpen) {
  start();
  ProgramRun run = seat_.until_started();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook first = agent.hook(asking(before("s-1", "toolu_1"), "Which animal?"));
  const std::string animal = told_of(run).at("id");
  stage_.connect().until_open(1);
  run.crash();
  Hook second = agent.hook(asking(before("s-2", "toolu_2"), "Which plant?"));
  ProgramRun next = seat_.until_started();
  std::vector<std::string> told{told_of(next).at("id"), told_of(next).at("id")};
  EXPECT_THAT(told, Contains(animal));
  next.say(chooses(animal, "o2"));
  EXPECT_EQ(next.line_where("event", "reply").at("ok"), true);
  EXPECT_THAT(first.end().out, HasSubstr(R"("Which animal?":"Blue")"));
  EXPECT_EQ(status().at("starts"), 2);
}

TEST_F(CommandSurfaceTest, ItDoesNotAnswerWhatItsResponderMayNot) {
  start(json::object(), json::array({{{"do", {{"approvers", {"owner"}}}}}}));
  ProgramRun run = seat_.until_started();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  const std::string id = told_of(run).at("id");
  run.say(chooses(id, "o1"));
  EXPECT_EQ(run.line_where("event", "reply").at("kind"), "not_allowed");
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
  stage_.connect().answer(id, {"o2"});
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
}

TEST_F(CommandSurfaceTest, ADialogThatIsNotShownThereIsUnknownThere) {
  start(json::object(), json::array({{{"do", {{"surfaces", json::array()}}}}}));
  ProgramRun run = seat_.until_started();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  const std::string id = stage_.connect().until_open(1).at(0).at("id");
  run.say(chooses(id, "o1"));
  EXPECT_EQ(run.line().at("kind"), "not_found");
  stage_.connect().answer(id, {"o2"});
  hook.end();
}

TEST_F(CommandSurfaceTest, ATestOfItEndsWithAnAnswer) {
  start();
  ProgramRun run = seat_.until_started();
  Operator person = stage_.connect();
  ASSERT_TRUE(until("it is up", [&] { return status().at("state") == "up"; }));
  std::thread prober([&] {
    EXPECT_EQ(person.call("surface.probe", {{"surface", "command:say"}}).at("ok"), true);
  });
  const json dialog = told_of(run);
  EXPECT_EQ(dialog.at("questions").at(0).at("text"), "Does this reach you?");
  run.say(chooses(dialog.at("id"), "o1"));
  prober.join();
}

TEST_F(CommandSurfaceTest, ItEndsWithTheDaemon) {
  start();
  ProgramRun run = seat_.until_started();
  EXPECT_EQ(stage_.end_daemon(SIGTERM), (Exit{0, 0}));
  EXPECT_TRUE(run.ends());
}

}  // namespace
}  // namespace afar::test
