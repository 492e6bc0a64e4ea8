// A program is kept running, is given lines and gives lines, and cannot hurt by what it does wrong.
#include "daemon/net/child.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include "shared/os/process.h"
#include "tests/unit/net/asker.h"

namespace afar::test {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Program shell(const std::string& script) { return {{"sh", "-c", script}, "/", {}}; }

class ChildTest : public ::testing::Test {
 protected:
  ChildTest() {
    ::signal(SIGPIPE, SIG_IGN);
    limits.run.grace = 100ms;
    limits.backoff_min = 1ms;
    limits.backoff_max = 50ms;
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(log);
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink));
  }
  ~ChildTest() override {
    child.reset();
    loop.restart();
    loop.run();  // until the program is gone
    spdlog::drop_all();
  }

  void start(const Program& program) {
    child = std::make_unique<Child>(
        loop, "command:say", program, limits,
        Child::Events{[this] {
                        ++starts;
                        if (on_start) on_start();
                      },
                      [this](std::string line) { lines.push_back(std::move(line)); },
                      [this] { ++ends; }});
    child->start();
  }
  void run_until(const std::function<bool()>& done) {
    const auto until = std::chrono::steady_clock::now() + kGuard;
    while (!done()) {
      loop.restart();
      ASSERT_NE(loop.run_one_until(until), 0u) << "it never happened";
    }
  }
  void run_until_lines(std::size_t count) {
    run_until([&] { return lines.size() >= count; });
  }

  std::ostringstream log;
  boost::asio::io_context loop;
  Child::Limits limits;
  std::unique_ptr<Child> child;
  std::function<void()> on_start;
  std::vector<std::string> lines;
  std::vector<bool> written;
  int starts = 0;
  int ends = 0;
};

TEST_F(ChildTest, GivesItLinesAndGetsLines) {
  on_start = [this] {
    child->write("one", [this](bool whole) { written.push_back(whole); });
    child->write("two", [this](bool whole) { written.push_back(whole); });
    EXPECT_THAT(written, ElementsAre()) << "a handler came before write() returned";
  };
  start(shell("while read -r line; do echo \"got $line\"; done"));
  run_until([&] { return lines.size() >= 2 && written.size() >= 2; });
  EXPECT_THAT(lines, ElementsAre("got one", "got two"));
  EXPECT_THAT(written, ElementsAre(true, true));
  EXPECT_TRUE(child->state().running);
}

TEST_F(ChildTest, HasItsOwnVariablesAndNoneOfAnAgent) {
  ::setenv("CLAUDECODE", "1", 1);
  ::setenv("LISTEN_FDS", "1", 1);
  Program program = shell("echo \"$COLOUR,$CLAUDECODE,$LISTEN_FDS,$PWD\"; cat");
  program.env = {{"COLOUR", "green"}};
  program.cwd = "/usr";
  start(program);
  run_until_lines(1);
  ::unsetenv("CLAUDECODE");
  ::unsetenv("LISTEN_FDS");
  EXPECT_THAT(lines, ElementsAre("green,,,/usr"));
}

TEST_F(ChildTest, GivesItNoDescriptorButItsStreams) {
  const int leaky = ::fcntl(2, F_DUPFD, 100);  // without close-on-exec
  start(
      {{"sh", "-c", "for fd in /proc/self/fd/*; do echo ${fd##*/}; done; echo end; cat"}, "/", {}});
  run_until([&] { return !lines.empty() && lines.back() == "end"; });
  ::close(leaky);
  EXPECT_THAT(lines, Not(testing::Contains(std::to_string(leaky))));
}

TEST_F(ChildTest, StartsItAgainWhenItEnds) {
  start(shell("echo here; exit 3"));
  run_until([&] { return ends >= 3; });
  EXPECT_THAT(lines, ElementsAre("here", "here", "here"));
  EXPECT_EQ(child->state().why, "exit code 3");
  EXPECT_FALSE(child->state().running);
  EXPECT_EQ(child->state().starts, 3u);
}

TEST_F(ChildTest, SaysWhyItCannotBeStarted) {
  start({{"/no/such/program"}, "/", {}});
  run_until([&] { return ends >= 2; });
  EXPECT_EQ(child->state().why, "cannot start /no/such/program in /: No such file or directory");
  EXPECT_EQ(starts, 0);
  EXPECT_THAT(log.str(), HasSubstr("command:say ended (cannot start /no/such/program"));
}

TEST_F(ChildTest, LooksForItInPath) {
  start({{"no-such-program-in-path"}, "/", {}});
  run_until([&] { return ends >= 1; });
  EXPECT_EQ(child->state().why, "cannot start no-such-program-in-path: it is in no folder of PATH");
}

TEST_F(ChildTest, DropsALineThatIsTooLongAndGoesOn) {
  start(shell("head -c 1048577 /dev/zero | tr '\\0' x; echo; echo short; cat"));
  run_until_lines(1);
  EXPECT_THAT(lines, ElementsAre("short"));
  EXPECT_EQ(child->state().dropped.too_long, 1u);
}

TEST_F(ChildTest, DropsWhatComesTooFastAndHearsItAfterwards) {
  start(shell("yes junk | head -n 50000; sleep 1.1; echo after; cat"));
  run_until([&] { return !lines.empty() && lines.back() == "after"; });
  EXPECT_GT(child->state().dropped.too_many, 10000u);
  EXPECT_TRUE(child->state().running);
}

TEST_F(ChildTest, EndsOneThatDoesNotReadAndStartsItAgain) {
  limits.run.unread = 50ms;
  on_start = [this] {
    child->write(std::string(1024 * 1024, 'x'), [this](bool whole) { written.push_back(whole); });
  };
  start(shell("sleep 100"));
  run_until([&] { return starts >= 2; });
  EXPECT_EQ(child->state().why, "it does not read what it is told");
  EXPECT_FALSE(written.at(0));
}

TEST_F(ChildTest, EndsOneThatLetsTooMuchWait) {
  limits.run.waiting_bytes = 1000;
  on_start = [this] {
    child->write(std::string(2000, 'x'), [this](bool whole) { written.push_back(whole); });
  };
  start(shell("cat"));
  run_until([&] { return starts >= 2; });
  EXPECT_FALSE(written.at(0));
}

TEST_F(ChildTest, EndsARunWhoseTimeIsOver) {
  limits.run_time = 50ms;
  start(shell("echo $$; exec cat"));
  run_until([&] { return starts >= 2; });
  EXPECT_EQ(child->state().why, "its time was over");
}

TEST_F(ChildTest, StopsByTheEndOfItsInputAndHearsNothingMore) {
  start(shell("echo $$; cat; echo bye"));
  run_until_lines(1);
  const std::int64_t pid = std::stoll(lines.at(0));
  child->write("never seen", [](bool) { FAIL() << "a handler came after stop()"; });
  child->stop();
  loop.restart();
  loop.run();
  EXPECT_FALSE(process_lives(pid));
  EXPECT_EQ(ends, 0);
  EXPECT_THAT(lines, testing::SizeIs(1));
}

TEST_F(ChildTest, KillsWhatDoesNotEnd) {
  start(shell("trap '' TERM; sh -c 'trap \"\" TERM; echo $$; sleep 100' & wait"));
  run_until_lines(1);
  const std::int64_t grandchild = std::stoll(lines.at(0));
  child->stop();
  loop.restart();
  loop.run();
  run_until([&] {
    if (!process_lives(grandchild)) return true;
    boost::asio::post(loop, [] {});
    return false;
  });
}

TEST_F(ChildTest, LeavesNoProgramBehindWhereTheLoopEnds) {
  auto own_loop = std::make_unique<boost::asio::io_context>();
  std::string pid;
  auto orphan = std::make_unique<Child>(
      *own_loop, "x", shell("trap '' TERM; echo $$; sleep 100"), limits,
      Child::Events{[] {}, [&](std::string line) { pid = std::move(line); }, [] {}});
  orphan->start();
  while (pid.empty()) ASSERT_NE(own_loop->run_one_for(kGuard), 0u);
  orphan->stop();
  orphan.reset();
  own_loop.reset();
  EXPECT_FALSE(process_lives(std::stoll(pid)));
}

TEST_F(ChildTest, LogsALittleOfWhatItComplainsOf) {
  start(shell("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo \"bad \033[31m$i\" >&2; done"));
  run_until([&] { return ends >= 1; });
  EXPECT_THAT(log.str(), HasSubstr("command:say: bad \\x1b[31m1\n"));
  EXPECT_THAT(log.str(), HasSubstr("bad \\x1b[31m10"));
  EXPECT_THAT(log.str(), Not(HasSubstr("bad \\x1b[31m11")));
}

}  // namespace
}  // namespace afar::test
