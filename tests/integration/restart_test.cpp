// Goal: a daemon may die or be stopped at any moment while hooks wait: nothing is lost, nothing is
// asked twice, and each hook still gets its own answer. Method: kill it, let the hooks start it.
#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <set>
#include <thread>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

constexpr std::size_t kHooks = 50;

class RestartTest : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { stage_.start_daemon(); }

  Stage stage_;
};

std::set<std::string> ids_of(const std::vector<json>& dialogs) {
  std::set<std::string> ids;
  for (const auto& dialog : dialogs) ids.insert(dialog.at("id"));
  return ids;
}

// Half of them block, half stand beside a picker, whose events name no call.
TEST_P(RestartTest, FiftyWaitingHooksAreAllBoundAgainAndGetTheirOwnAnswers) {
  Agent headless(stage_, Agent::Kind::kHeadless);
  Agent interactive(stage_);
  std::vector<Hook> hooks;
  for (std::size_t i = 0; i < kHooks; ++i) {
    const std::string session = "s-" + std::to_string(i);
    hooks.push_back(i % 2 == 0 ? headless.hook(before(session, "toolu_1"))
                               : interactive.hook(beside(session)));
  }
  const auto first = stage_.connect().until_open(kHooks);
  const Exit exit = stage_.end_daemon(GetParam());
  EXPECT_EQ(exit, GetParam() == SIGKILL ? (Exit{-1, SIGKILL}) : (Exit{0, 0}));

  Operator person = stage_.connect();
  const auto dialogs = person.until_open(kHooks);
  EXPECT_EQ(ids_of(dialogs), ids_of(first)) << "the same dialogs, and no more";
  EXPECT_EQ(person.counter("opened"), 0u);
  for (const auto& dialog : dialogs) {
    EXPECT_EQ(dialog.at("waiters"), 1);
    const std::string words = "to " + dialog.at("origin").at("session").get<std::string>();
    person.call("dialog.answer",
                {{"id", dialog.at("id")}, {"answers", {{"q1", {{"text", words}}}}}});
  }
  for (std::size_t i = 0; i < kHooks; ++i) {
    const Event answers = {{"Which color?", "to s-" + std::to_string(i)}};
    EXPECT_EQ(hooks[i].end().out, i % 2 == 0 ? allowed_before(before("", ""), answers)
                                             : allowed_beside(beside(""), answers));
  }
}

TEST_P(RestartTest, AnswersGivenInPartAreKept) {
  const Event event = captured("claude-code-2.1.197", "PreToolUse-four.json");
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(event);
  std::string id;
  {
    Operator person = stage_.connect();
    id = person.until_open(1).at(0).at("id");
    person.answer(id, {"o2"}, "q1");
    person.answer(id, {"o1", "o3"}, "q3");
  }
  stage_.end_daemon(GetParam());
  Operator person = stage_.connect();
  const json dialog = person.until_waiters(id, 1);
  EXPECT_THAT(dialog.at("answers").at("q1").at("options"), ElementsAre("o2"));
  EXPECT_THAT(dialog.at("answers").at("q3").at("options"), ElementsAre("o1", "o3"));
  person.answer(id, {"o2"}, "q2");
  person.answer(id, {"o1"}, "q4");
  EXPECT_EQ(hook.end().out, allowed_before(event, {{"Which color?", "Blue"},
                                                   {"Which size?", "M"},
                                                   {"Which features do you want?", "Auth, Cache"},
                                                   {"Proceed?", "Yes"}}));
}

TEST_P(RestartTest, EqualPickersOfTwoAgentsKeepTheirOwnDialogs) {
  Agent one(stage_);
  Agent two(stage_);
  Hook first = one.hook(beside("s-1"));
  const std::string id_of_first = stage_.connect().until_open(1).at(0).at("id");
  Hook second = two.hook(beside("s-1"));
  stage_.connect().until_open(2);
  stage_.end_daemon(GetParam());
  Operator person = stage_.connect();
  for (const auto& dialog : person.until_open(2)) {
    EXPECT_EQ(dialog.at("waiters"), 1);
    person.answer(dialog.at("id"), {dialog.at("id") == id_of_first ? "o1" : "o2"});
  }
  EXPECT_EQ(first.end().out, allowed_beside(beside(""), {{"Which color?", "Red"}}));
  EXPECT_EQ(second.end().out, allowed_beside(beside(""), {{"Which color?", "Blue"}}));
}

TEST_P(RestartTest, TheRecordGoesOnAndIsWhole) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  const std::string id = stage_.connect().until_open(1).at(0).at("id");
  stage_.end_daemon(GetParam());
  Operator person = stage_.connect();
  person.until_waiters(id, 1);
  person.answer(id, {"o1"});
  hook.end();
  EXPECT_EQ(person.audit_kinds(id).front(), "opened");
  const json check = person.call("audit.verify");
  EXPECT_EQ(check.at("ok"), true) << check;
}

// Answered while the hook could not hear it.
TEST_P(RestartTest, AnAnswerThatWasCommittedButNotToldIsToldAfterwards) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  const std::string id = stage_.connect().until_open(1).at(0).at("id");
  hook.signal(SIGSTOP);
  stage_.connect().answer(id, {"o2"});
  stage_.end_daemon(GetParam());
  hook.signal(SIGCONT);
  EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

std::string signal_name(const ::testing::TestParamInfo<int>& signal) {
  return signal.param == SIGKILL ? "Kill" : "Term";
}
INSTANTIATE_TEST_SUITE_P(EverySignal, RestartTest, ::testing::Values(SIGKILL, SIGTERM),
                         signal_name);

// A person who answers again whenever the daemon dies in between: an answer that was committed and
// not told to them has ended the dialog all the same.
void answer_through_kills(const Stage& stage, const std::vector<json>& dialogs,
                          std::atomic<std::size_t>& answered) {
  for (const auto& dialog : dialogs) {
    const std::string words = "to " + dialog.at("origin").at("session").get<std::string>();
    const json params = {{"id", dialog.at("id")}, {"answers", {{"q1", {{"text", words}}}}}};
    for (bool done = false; !done;) {
      try {
        Operator person(stage.paths());
        person.client().call("dialog.answer", params, kGuard);
        done = true;
      } catch (const rpc::CallFailed& failed) {
        EXPECT_EQ(failed.code(), rpc::ErrorCode::kAlreadyEnded) << failed.what();
        done = true;
      } catch (const rpc::ConnectionLost&) {
        // Killed at this moment.
      }
    }
    ++answered;
  }
}

TEST(KillTest, ADaemonKilledWhileThePersonAnswersLosesAndMixesNothing) {
  constexpr std::size_t kQuestions = 40;
  Stage stage;
  Agent agent(stage, Agent::Kind::kHeadless);
  std::vector<Hook> hooks;
  for (std::size_t i = 0; i < kQuestions; ++i) {
    hooks.push_back(agent.hook(before("s-" + std::to_string(i), "toolu_1")));
  }
  const auto dialogs = stage.connect().until_open(kQuestions);
  // Waits to the end, so that there is always somebody who starts the next daemon.
  Hook last = agent.hook(before("last", "toolu_1"));
  stage.connect().until_open(kQuestions + 1);
  std::atomic<std::size_t> answered = 0;
  std::thread person([&] { answer_through_kills(stage, dialogs, answered); });
  for (std::size_t next = 2; next < kQuestions - 2; next += 5) {
    EXPECT_TRUE(until("the person goes on", [&] { return answered >= next; }));
    if (const pid_t daemon = stage.living_daemon()) ::kill(daemon, SIGKILL);
  }
  person.join();
  for (std::size_t i = 0; i < kQuestions; ++i) {
    EXPECT_EQ(hooks[i].end().out,
              allowed_before(before("", ""), {{"Which color?", "to s-" + std::to_string(i)}}));
  }
  Operator after = stage.connect();
  after.answer(after.until_open(1).at(0).at("id"), {"o1"});
  EXPECT_EQ(last.end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
  EXPECT_EQ(after.call("audit.verify").at("ok"), true);
  EXPECT_EQ(after.call("dialog.list", {{"all", true}}).at("dialogs").size(), kQuestions + 1);
}

// Whoever watches or lists is told as well, and finds the next one.
TEST(StopTest, AStoppedDaemonTellsEverybodyBeforeItGoes) {
  Stage stage;
  stage.start_daemon();
  Operator person = stage.connect();
  stage.daemon().signal(SIGTERM);
  const auto goodbye = person.client().wait(std::chrono::steady_clock::now() + kGuard);
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->method, "daemon.restarting");
  EXPECT_THROW(person.client().wait(std::chrono::steady_clock::now() + kGuard),
               rpc::ConnectionLost);
  EXPECT_EQ(stage.daemon().wait(), (Exit{0, 0}));
}

TEST(StopTest, AShutdownByCallIsAStop) {
  Stage stage;
  stage.start_daemon();
  stage.connect().call("shutdown");
  EXPECT_EQ(stage.daemon().wait(), (Exit{0, 0}));
}

}  // namespace
}  // namespace afar::test
