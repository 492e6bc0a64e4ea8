// Goal: the daemon may die at each point of each commit: every hook is bound again and gets its own
// answer, nothing is asked twice, and the record is whole. Method: strace kills it at its N-th
// write, sync or message of one story; hooks and test start the next one.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>

#include "shared/rpc/find_daemon.h"
#include "tests/fault/machine.h"
#include "tests/fault/revive.h"
#include "tests/fault/story.h"
#include "tests/fault/tracing.h"

namespace afar::test {
namespace {

struct Moment {
  const char* name;
  const char* call;
  int most;  // how many of its calls are tried, evenly spread
};

void PrintTo(const Moment& moment, std::ostream* out) { *out << moment.call; }

class KillTest : public ::testing::TestWithParam<Moment> {
 protected:
  void SetUp() override { need_tracing(); }
};

// Until it takes connections or is dead.
void start(Stage& stage, const std::string& call, const Injections& injections) {
  launch_traced(stage, call, injections);
  (void)until("afard takes connections or is dead", [&] {
    return stage.daemon().has_ended() ||
           (stage.living_daemon() != 0 &&
            rpc::connect_to_daemon(stage.paths(), kGuard).status == ConnectStatus::kConnected);
  });
}

struct Ending {
  int calls = 0;        // of the daemon that was traced
  bool killed = false;  // it has come to the call that kills it
};

Ending tell_story(const Moment& moment, const Injections& injections) {
  Stage stage;
  start(stage, moment.call, injections);
  const pid_t first = stage.daemon().pid();
  Story story(stage, /*may_die=*/true);
  for (std::size_t step = 0; step < Story::steps(); ++step) story.take(step);
  const Ending ending{count_calls(stage, moment.call), stage.living_daemon() != first};
  // Who looks now must not be who kills it.
  if (!ending.killed) stage.end_daemon(SIGKILL);
  revive(stage);
  story.person().expect_all_stands();
  story.end();
  story.person().expect_all_stands();
  Operator record = stage.connect();
  EXPECT_EQ(record.call("dialog.list", {{"all", true}}).at("dialogs").size(), Story::kCalls);
  EXPECT_EQ(count_kind(record, "opened"), Story::kCalls) << "something was asked twice";
  return ending;
}

TEST_P(KillTest, EachHookGetsItsOwnAnswerAndNothingIsAskedTwice) {
  const Moment moment = GetParam();
  const int calls = tell_story(moment, {}).calls;
  ASSERT_GT(calls, 10);
  const int tries = std::min(calls, moment.most);
  int killed = 0;
  for (int i = 0; i < tries; ++i) {
    const int call = 1 + i * calls / tries;
    SCOPED_TRACE("killed at call " + std::to_string(call) + " of " + std::to_string(calls));
    const auto when = ":signal=KILL:when=" + std::to_string(call);
    killed += tell_story(moment, {moment.call + when}).killed ? 1 : 0;
    if (HasFailure()) return;
  }
  // One turn keeps what comes at once, and people look as often as it takes: the last calls of one
  // story may be missing in another.
  EXPECT_GT(killed, tries * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(At, KillTest,
                         ::testing::Values(Moment{"Sync", "fdatasync", 24},
                                           Moment{"Write", "pwrite64", 64},
                                           Moment{"Message", "sendto", 48}),
                         [](const auto& moment) { return std::string(moment.param.name); });

}  // namespace
}  // namespace afar::test
