// Goal: where nothing can be written, no daemon starts, and it says why; hooks fall back and
// everything goes on once the disk can be written again. Method: a disk that is remounted.
// (One that becomes read-only under a running daemon is in io_error_test.cpp: a mount that has a
// file open for writing cannot be made read-only.)
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>

#include "tests/fault/decision.h"
#include "tests/fault/machine.h"
#include "tests/fault/person.h"
#include "tests/fault/small_disk.h"
#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class ReadOnlyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    need_mounts();
    if (IsSkipped() || HasFatalFailure()) return;
    disk_.emplace(std::size_t{4} * 1024 * 1024);
    stage_.emplace(disk_->path());
    agent_.emplace(*stage_, Agent::Kind::kHeadless);
  }

  std::string refusal_to_start() {
    const std::string log = stage_->home() + "/afard.log";
    std::ofstream(log) << "";
    stage_->launch_daemon();
    EXPECT_EQ(stage_->daemon().wait(), (Exit{1, 0}));
    std::ostringstream text;
    text << std::ifstream(log).rdbuf();
    return text.str();
  }
  void expect_hooks_fall_back() {
    const Event event = before("s-2", "toolu_2");
    const auto told = [&](const char* choice) {
      return decision_of(event, agent_->run(event, {{"--if-unavailable", choice}, {}})).told;
    };
    EXPECT_EQ(told("local"), Told::kNothing);
    EXPECT_EQ(told("deny"), Told::kDenied);
    EXPECT_EQ(told("default"), Told::kDefaulted);
  }

  std::optional<SmallDisk> disk_;
  std::optional<Stage> stage_;
  std::optional<Agent> agent_;
};

TEST_F(ReadOnlyTest, NoDaemonStartsWhereItsFolderCannotBeMade) {
  disk_->make_read_only(true);
  EXPECT_THAT(refusal_to_start(),
              AllOf(HasSubstr(stage_->paths().state_dir), HasSubstr("Read-only file system")));
  expect_hooks_fall_back();
}

TEST_F(ReadOnlyTest, NoDaemonStartsOnARecordThatCannotBeWrittenAndAllGoesOnAfterwards) {
  stage_->start_daemon();
  const Event event = before("s-1", "toolu_1");
  Hook waiting = agent_->hook(event);
  const std::string id = stage_->connect().until_open(1).at(0).at("id");
  waiting.signal(SIGSTOP);
  stage_->end_daemon(SIGKILL);
  disk_->make_read_only(true);
  EXPECT_THAT(refusal_to_start(),
              AllOf(HasSubstr(stage_->paths().state_dir), HasSubstr("Read-only file system")));
  expect_hooks_fall_back();
  disk_->make_read_only(false);
  // The hook that waits starts the next daemon itself.
  waiting.signal(SIGCONT);
  stage_->connect().until_waiters(id, 1);
  Person person(*stage_);
  EXPECT_EQ(person.answer(id, {{1, 2}}), 0) << person.complaint();
  EXPECT_EQ(waiting.end().out, allowed_before(event, {{"Which color?", "Blue"}}));
  person.expect_all_stands();
}

}  // namespace
}  // namespace afar::test
