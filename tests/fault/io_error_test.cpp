// Goal: as with a full disk, where the disk fails to write or to sync instead, whatever the daemon
// is just about to keep. Method: strace lets system calls of the real daemon fail, from the N-th on
// while it runs, or for as long as it is attached.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "tests/fault/machine.h"
#include "tests/fault/revive.h"
#include "tests/fault/story.h"
#include "tests/fault/tracing.h"

namespace afar::test {
namespace {

using ::testing::HasSubstr;

struct Failure {
  const char* name;
  const char* calls;
  const char* error;
  std::string injection() const { return std::string(calls) + ":error=" + error; }
};

void PrintTo(const Failure& failure, std::ostream* out) { *out << failure.injection(); }

class IoErrorTest : public ::testing::TestWithParam<Failure> {
 protected:
  void SetUp() override { need_tracing(); }
};

void start_traced(Stage& stage, const std::string& calls, const Injections& injections) {
  launch_traced(stage, calls, injections);
  ASSERT_TRUE(until("afard takes connections",
                    [&] { return stage.living_daemon() == stage.daemon().pid(); }));
  stage.connect().counter("turns");  // the first turn is over
}

// How many calls the daemon has made when it waits for the first step, and after each.
std::vector<int> calls_by_step(const std::string& call) {
  Stage stage;
  start_traced(stage, call, {});
  std::vector<int> counts{count_calls(stage, call)};
  Story story(stage, /*may_die=*/false);
  for (std::size_t step = 0; step < Story::steps(); ++step) {
    story.take(step);
    counts.push_back(count_calls(stage, call));
  }
  EXPECT_EQ(story.fallen_back(), 0);
  return counts;
}

void fail_from(const Failure& failure, int call, std::size_t expected_step) {
  SCOPED_TRACE("from call " + std::to_string(call) + " on, in step " +
               Story::name_of(expected_step));
  Stage stage;
  start_traced(stage, failure.calls, {failure.injection() + ":when=" + std::to_string(call) + "+"});
  Story story(stage, /*may_die=*/false);
  for (std::size_t step = 0; step < Story::steps(); ++step) story.take(step);
  EXPECT_GT(stage.connect().counter("failed_turns"), 0u);
  EXPECT_FALSE(stage.daemon().has_ended());
  stage.end_daemon(SIGKILL);
  revive(stage);
  story.person().expect_all_stands();
  story.end();
  story.person().expect_all_stands();
}

// Each step's first and middle call, so that it hits at an open, an answer, a confirmation, a
// settle and a dismissal.
TEST_P(IoErrorTest, WhatWasToldStandsWhereverItBegins) {
  const auto counts = calls_by_step(GetParam().calls);
  for (std::size_t step = 0; step < Story::steps(); ++step) {
    const int made = counts[step + 1] - counts[step];
    EXPECT_GT(made, 0) << Story::name_of(step);
    fail_from(GetParam(), counts[step] + 1, step);
    if (made > 2) fail_from(GetParam(), counts[step] + 1 + made / 2, step);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, IoErrorTest,
                         ::testing::Values(Failure{"Sync", "fdatasync", "EIO"},
                                           Failure{"Full", "pwrite64", "ENOSPC"},
                                           Failure{"Write", "pwrite64", "EIO"}),
                         [](const auto& failure) { return std::string(failure.param.name); });

class PassingTroubleTest : public ::testing::TestWithParam<Failure> {
 protected:
  void SetUp() override {
    need_tracing();
    if (IsSkipped() || HasFatalFailure()) return;
    stage_.emplace();
    stage_->start_daemon();
    agent_.emplace(*stage_, Agent::Kind::kHeadless);
  }
  std::size_t log_lines(const std::string& words) const {
    std::ifstream log(stage_->home() + "/afard.log");
    std::size_t count = 0;
    for (std::string line; std::getline(log, line);) {
      count += line.find(words) != std::string::npos ? 1 : 0;
    }
    return count;
  }

  std::optional<Stage> stage_;
  std::optional<Agent> agent_;
};

TEST_P(PassingTroubleTest, ServiceGoesOnByItselfWhenItIsOver) {
  const pid_t daemon = stage_->daemon().pid();
  Operator record = stage_->connect();
  Person person(*stage_);
  const Event event = before("s-1", "toolu_1");
  Hook waiting = agent_->hook(event);
  const std::string id = record.until_open(1).at(0).at("id");

  Trouble trouble(*stage_, daemon, {GetParam().injection()});
  std::vector<std::pair<const char*, Told>> choices = {
      {"local", Told::kNothing}, {"deny", Told::kDenied}, {"default", Told::kDefaulted}};
  for (const auto& [choice, told] : choices) {
    const HookEnd fallen =
        agent_->run(before(choice, "toolu_2"), {{"--if-unavailable", choice}, {}});
    EXPECT_EQ(decision_of(event, fallen).told, told) << choice;
    EXPECT_THAT(fallen.err, HasSubstr("storage_unavailable"));
  }
  EXPECT_EQ(person.answer(id, {{1, 1}}), 1);
  EXPECT_THAT(person.complaint(), HasSubstr("cannot commit"));
  EXPECT_FALSE(waiting.has_ended());
  trouble.end();

  EXPECT_EQ(person.answer(id, {{1, 2}}), 0) << person.complaint();
  EXPECT_EQ(waiting.end().out, allowed_before(event, {{"Which color?", "Blue"}}));
  Hook next = agent_->hook(before("s-2", "toolu_3"));
  const std::string next_id = record.until_open(1).at(0).at("id");
  EXPECT_EQ(person.answer(next_id, {{1, 1}}), 0) << person.complaint();
  EXPECT_EQ(next.end().out, allowed_before(event, {{"Which color?", "Red"}}));
  // What the hooks decided alone comes from the spool.
  EXPECT_TRUE(until("three decisions are on record",
                    [&] { return count_kind(record, "unavailable") == choices.size(); }));
  EXPECT_EQ(stage_->living_daemon(), daemon);
  person.expect_all_stands();
}

// Something is due that cannot be kept, so every turn fails: an agent is gone.
TEST_P(PassingTroubleTest, MeanwhileOneCanLookAndHooksStayOut) {
  Operator record = stage_->connect();
  Hook waiting = agent_->hook(before("s-1", "toolu_1"));
  const std::string id = record.until_open(1).at(0).at("id");
  Trouble trouble(*stage_, stage_->daemon().pid(), {GetParam().injection()});
  waiting.signal(SIGKILL);
  ASSERT_TRUE(until("turns fail on their own", [&] { return record.counter("failed_turns") > 2; }));
  Person person(*stage_);
  EXPECT_TRUE(person.list()) << person.complaint();
  EXPECT_TRUE(person.show(id)) << person.complaint();
  // The built-in rule leaves this event to the picker: nothing is to be kept of it.
  Agent interactive(*stage_);
  const HookEnd end = interactive.run(before("s-2", "toolu_2"), {{"--if-unavailable", "deny"}, {}});
  EXPECT_EQ(end.out + end.err, "");
  EXPECT_EQ(log_lines("rolled back"), 1u) << "one line a minute is enough";
  trouble.end();
  EXPECT_EQ(record.until_closed(id).at("state"), "left");
  person.expect_all_stands();
}

INSTANTIATE_TEST_SUITE_P(
    Each, PassingTroubleTest,
    ::testing::Values(Failure{"Sync", "fsync,fdatasync", "EIO"},
                      Failure{"Full", "pwrite64", "ENOSPC"}, Failure{"Write", "pwrite64", "EIO"},
                      Failure{"ReadOnly", "pwrite64,ftruncate,fdatasync", "EROFS"}),
    [](const auto& failure) { return std::string(failure.param.name); });

}  // namespace
}  // namespace afar::test
