// Goal: one daemon to a database, found from anywhere, and never kept out by what a dead one left.
// Method: sockets and locks in every state that a crash, a logout or another program leaves.
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "shared/os/instance_lock.h"
#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

class PlaceTest : public ::testing::Test {
 protected:
  void expect_a_question_is_answered() {
    Hook hook = agent_.hook(before("s-1", "toolu_1"));
    Operator person = stage_.connect();
    person.answer(person.until_open(1).at(0).at("id"), {"o2"});
    EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
  }

  Stage stage_;
  const Paths paths_ = stage_.paths();
  Agent agent_{stage_, Agent::Kind::kHeadless};
};

TEST_F(PlaceTest, AStaleSocketIsReplaced) {
  stage_.start_daemon();
  stage_.end_daemon(SIGKILL);
  ASSERT_TRUE(fs::is_socket(paths_.socket));
  expect_a_question_is_answered();
}

TEST_F(PlaceTest, AStaleLockKeepsNobodyOut) {
  fs::create_directory(paths_.state_dir);
  // Of a process that is somebody else's by now: it must not be touched.
  std::ofstream(paths_.lock) << agent_.pid() << "\n" << paths_.socket << "\n";
  expect_a_question_is_answered();
  EXPECT_EQ(::kill(agent_.pid(), 0), 0);
}

TEST_F(PlaceTest, ALivingDaemonElsewhereIsFoundByItsLock) {
  stage_.start_daemon({"--socket", stage_.home() + "/run/elsewhere.sock"});
  const pid_t daemon = stage_.living_daemon();
  expect_a_question_is_answered();
  EXPECT_EQ(stage_.living_daemon(), daemon);
  EXPECT_FALSE(fs::exists(paths_.socket));
}

// cron and su have no runtime directory.
TEST_F(PlaceTest, AHookWithoutARuntimeDirectoryFindsTheDaemon) {
  stage_.start_daemon();
  Hook hook = agent_.hook(before("s-1", "toolu_1"), {{}, {{"XDG_RUNTIME_DIR", ""}}});
  Operator person = stage_.connect();
  person.answer(person.until_open(1).at(0).at("id"), {"o1"});
  EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
}

TEST_F(PlaceTest, ASocketThatWasRemovedUnderALivingDaemonIsBoundAgain) {
  stage_.start_daemon();
  const pid_t daemon = stage_.living_daemon();
  fs::remove(paths_.socket);
  expect_a_question_is_answered();
  EXPECT_EQ(stage_.living_daemon(), daemon);
}

TEST_F(PlaceTest, ARuntimeFolderThatWasRemovedUnderALivingDaemonIsMadeAgain) {
  stage_.start_daemon();
  const pid_t daemon = stage_.living_daemon();
  fs::remove_all(fs::path(paths_.socket).parent_path());
  expect_a_question_is_answered();
  EXPECT_EQ(stage_.living_daemon(), daemon);
}

// Another program's socket, dead by now, where the daemon's was.
TEST_F(PlaceTest, ADeadSocketInPlaceOfTheLivingDaemonsIsReplaced) {
  stage_.start_daemon();
  const pid_t daemon = stage_.living_daemon();
  fs::remove(paths_.socket);
  {
    Stage other;
    Process second({executable("afard"), "--socket", paths_.socket}, other.environment().strings(),
                   {});
    ASSERT_TRUE(until("the other daemon listens", [&] { return fs::is_socket(paths_.socket); }));
    second.signal(SIGKILL);
    second.wait();
  }
  ASSERT_TRUE(fs::is_socket(paths_.socket));
  expect_a_question_is_answered();
  EXPECT_EQ(stage_.living_daemon(), daemon);
}

TEST_F(PlaceTest, ThoseWhoWaitAreNotDisturbedByASocketThatIsBoundAgain) {
  stage_.start_daemon();
  Hook waiting = agent_.hook(before("s-0", "toolu_0"));
  Operator person = stage_.connect();
  const std::string id = person.until_open(1).at(0).at("id");
  fs::remove(paths_.socket);
  Hook second = agent_.hook(before("s-1", "toolu_1"));
  person.until_open(2);
  person.answer(id, {"o2"});
  EXPECT_EQ(waiting.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

TEST_F(PlaceTest, ASecondDaemonOnTheSameDatabaseStepsAside) {
  stage_.start_daemon();
  Process second({executable("afard")}, stage_.environment().strings(), {});
  EXPECT_EQ(second.wait(), (Exit{1, 0}));
  Process elsewhere({executable("afard"), "--socket", stage_.home() + "/run/other.sock"},
                    stage_.environment().strings(), {});
  EXPECT_EQ(elsewhere.wait(), (Exit{1, 0}));
  expect_a_question_is_answered();
}

// The daemon before it is about to end: its hooks are on the way to the next one already.
TEST_F(PlaceTest, ADaemonThatFindsTheLockOfADyingOneTakesItOver) {
  // The test holds the lock, and hears the knock of the daemon that finds it held.
  static volatile std::sig_atomic_t knocked = 0;
  std::signal(SIGUSR1, [](int) { knocked = 1; });
  fs::create_directory(paths_.state_dir);
  std::optional<InstanceLock> dying = InstanceLock::try_acquire(paths_.lock);
  ASSERT_TRUE(dying);
  dying->publish(::getpid(), paths_.socket);
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  ASSERT_TRUE(until("a daemon finds the lock held", [&] { return knocked != 0; }));
  dying.reset();
  Operator person = stage_.connect();
  person.answer(person.until_open(1).at(0).at("id"), {"o2"});
  EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

TEST_F(PlaceTest, AnotherDatabaseMayNotTakeASocketInUse) {
  stage_.start_daemon();
  Stage other;
  Process second({executable("afard"), "--socket", paths_.socket}, other.environment().strings(),
                 {});
  EXPECT_EQ(second.wait(), (Exit{1, 0}));
  expect_a_question_is_answered();
}

TEST_F(PlaceTest, SomethingThatIsNoSocketIsNotRemoved) {
  fs::create_directory(fs::path(paths_.socket).parent_path());
  std::ofstream(paths_.socket) << "somebody's file";
  const HookEnd end = agent_.run(before("s-1", "toolu_1"));
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_TRUE(fs::is_regular_file(paths_.socket));
}

TEST_F(PlaceTest, APathTooLongForASocketIsSaidToBe) {
  const std::string path = stage_.home() + "/" + std::string(110, 'x') + "/afard.sock";
  const HookEnd end = agent_.run(before("s-1", "toolu_1"), {{}, {{"AFAR_SOCKET", path}}});
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_THAT(end.err, HasSubstr("longer than"));
}

TEST_F(PlaceTest, AFolderBelowTmpThatIsASymlinkIsNotUsed) {
  const std::string link = "/tmp/afar-stage-" + std::to_string(::getpid());
  fs::create_directory_symlink(stage_.home(), link);
  const HookEnd end =
      agent_.run(before("s-1", "toolu_1"), {{}, {{"AFAR_SOCKET", link + "/afard.sock"}}});
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_FALSE(fs::exists(stage_.home() + "/afard.sock"));
  fs::remove(link);
}

}  // namespace
}  // namespace afar::test
