// Goal: afard is started once, a start that fails says why, and a stop ends when the daemon is
// gone; clients find the daemon where it is. Method: whole commands with a script in afard's place
// and a daemon of the test's own; named pipes stand for "it has started".
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "shared/os/instance_lock.h"
#include "shared/rpc/find_daemon.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

class Daemon : public CliTest {
 protected:
  void put_in_afards_place(const std::string& script) {
    programs_["afard"] = folder_ + "/afard";
    std::ofstream(programs_["afard"]) << "#!/bin/sh\n" << script;
    ::chmod(programs_["afard"].c_str(), 0700);
  }
  static std::string content_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  static std::string own_pid() { return std::to_string(::getpid()); }
};

TEST_F(Daemon, IsStartedAndAwaited) {
  const std::string started = folder_ + "/started";
  const std::string done = folder_ + "/done";
  ASSERT_EQ(::mkfifo(started.c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(done.c_str(), 0600), 0);
  put_in_afards_place("printf '%s\\n' \"$@\" > " + folder_ + "/args\n: > " + started +
                      "\nread x < " + done + "\n");
  // Each open waits for the script's; the daemon listens only once afard runs.
  std::thread listens_later([&] {
    const UniqueFd script_runs(::open(started.c_str(), O_RDONLY));
    daemon();
  });
  const Ran ran = run({"daemon", "start", "--config", "relative.json"});
  listens_later.join();
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "afard started (process " + own_pid() + ").\n");
  EXPECT_EQ(content_of(folder_ + "/args"),
            "--socket\n" + folder_ + "/afard.sock\n--db\n" + folder_ + "/afar.db\n--config\n" +
                (std::filesystem::current_path() / "relative.json").string() + "\n");
  const UniqueFd script_ends(::open(done.c_str(), O_WRONLY));
}

TEST_F(Daemon, IsNotStartedTwice) {
  put_in_afards_place("echo > " + folder_ + "/ran\n");
  daemon();
  const Ran ran = run({"daemon", "start"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "afard is running already (process " + own_pid() + ").\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/ran"));
}

TEST_F(Daemon, ThatFailsToStartShowsWhatItSaid) {
  std::filesystem::create_directories(folder_ + "/state/afar");
  std::ofstream(folder_ + "/state/afar/afard.log") << "of an earlier run\n";
  put_in_afards_place("printf 'config.json:3: \\033[2Junknown key\\n' >&2\nexit 1\n");
  const Ran ran = run({"daemon", "start"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "afar: afard ended at once. It says:\nconfig.json:3: \\x1b[2Junknown key\n");
}

TEST_F(Daemon, ThatCannotBeFoundSaysSo) {
  const Ran ran = run({"daemon", "start"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("there is no afard"), std::string::npos) << ran.err;
}

TEST_F(Daemon, IsStoppedAndItsLockWaitedFor) {
  // The daemon's thread alone has it from here on.
  const auto lock = std::make_shared<std::optional<InstanceLock>>(
      InstanceLock::try_acquire(folder_ + "/afar.lock"));
  ASSERT_TRUE(*lock);
  daemon().on("status", {{"pid", ::getpid()}, {"database", folder_ + "/afar.db"}});
  daemon().on("shutdown", [lock](const nlohmann::json&) {
    lock->reset();
    return Reply::hang_up();
  });
  const Ran ran = run({"daemon", "stop"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "afard stopped (process " + own_pid() + ").\n");
  EXPECT_TRUE(InstanceLock::try_acquire(folder_ + "/afar.lock"));
}

TEST_F(Daemon, IsNotStoppedByAnAgent) {
  daemon().on("status", {{"database", folder_ + "/afar.db"}});
  daemon().on_calls("shutdown", {Reply::error(rpc::ErrorCode::kNotAllowed, "no")});
  EXPECT_EQ(run({"daemon", "stop"}).exit_code, 6);
}

class FindDaemon : public Daemon {
 protected:
  ConnectStatus look() {
    Paths paths;
    paths.socket = folder_ + "/nobody.sock";
    paths.lock = folder_ + "/afar.lock";
    Connected connected = rpc::connect_to_daemon(paths, Milliseconds(300));
    why_ = connected.why;
    return connected.status;
  }
  std::string why_;
};

TEST_F(FindDaemon, AtTheSocketThatTheLockNames) {
  daemon();
  EXPECT_EQ(look(), ConnectStatus::kNobody) << "no lock";
  std::ofstream(folder_ + "/afar.lock") << "4711\n" << folder_ << "/afard.sock\n";
  EXPECT_EQ(look(), ConnectStatus::kConnected);
}

TEST_F(FindDaemon, NotWhereTheLocksHolderIsDead) {
  std::ofstream(folder_ + "/afar.lock") << "4711\n" << folder_ << "/dead.sock\n";
  EXPECT_EQ(look(), ConnectStatus::kNobody);
  EXPECT_NE(why_.find("nobody.sock"), std::string::npos) << "the socket that was asked for";
}

}  // namespace
}  // namespace afar::cli
