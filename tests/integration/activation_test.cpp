// Goal: systemd starts afard when a hook connects, has it take over from one that a hook started,
// and afar leaves starting and stopping to it. Method: systemd-socket-activate in systemd's place,
// at the path that hooks look at, and a stand-in for systemctl.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/integration/agent.h"
#include "tests/integration/command.h"

namespace afar::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

constexpr const char* kActivate = "/usr/bin/systemd-socket-activate";

std::string content_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class ActivationTest : public ::testing::Test {
 protected:
  // Takes the path, whoever has it, and becomes afard at the first connection.
  void listen_as_systemd() {
    ASSERT_TRUE(fs::exists(kActivate)) << "it comes with Debian's package systemd";
    const std::string socket = stage_.paths().socket;
    fs::create_directories(fs::path(socket).parent_path());
    const std::string log = stage_.home() + "/activate.log";
    const UniqueFd err(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    std::vector<std::string> argv{kActivate, "--listen=" + socket};
    // It gives on only what it is told to.
    for (const char* name : {"XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"}) {
      argv.push_back("--setenv=" + std::string(name));
    }
    argv.push_back(executable("afard"));
    activated_ =
        std::make_unique<Process>(argv, stage_.environment().strings(), Streams{-1, -1, err.get()});
    ASSERT_TRUE(until("systemd-socket-activate listens",
                      [&] { return content_of(log).find("Listening on") != std::string::npos; }));
  }
  // What a person types.
  void answer(const std::string& id, const std::string& choice) {
    const auto end = Command(stage_, {"answer", id, choice}).end();
    EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
  std::unique_ptr<Process> activated_;
};

TEST_F(ActivationTest, AHookWithoutADaemonHasItStarted) {
  listen_as_systemd();
  EXPECT_EQ(stage_.living_daemon(), 0);
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  Operator person = stage_.connect();
  answer(person.until_open(1).at(0).at("id"), "2");
  EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
  EXPECT_EQ(stage_.living_daemon(), activated_->pid());
}

// systemd has taken the path of the socket that the daemon still listens at.
TEST_F(ActivationTest, ADaemonThatAHookStartedHandsOver) {
  Hook waits = agent_.hook(before("s-1", "toolu_1"));
  const nlohmann::json first = stage_.connect().until_open(1).at(0);
  const pid_t spawned = stage_.living_daemon();
  listen_as_systemd();
  Hook comes = agent_.hook(before("s-2", "toolu_2"));
  EXPECT_TRUE(until_ended(spawned));
  Operator person = stage_.connect();
  const auto open = person.until_open(2);
  EXPECT_EQ(open.at(0).at("id"), first.at("id"));
  answer(open.at(0).at("id"), "1");
  answer(open.at(1).at("id"), "2");
  EXPECT_EQ(waits.end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
  EXPECT_EQ(comes.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
  EXPECT_EQ(stage_.living_daemon(), activated_->pid());
  EXPECT_EQ(person.counter("opened"), 1u) << "the one that waited came back to its own";
}

class ServiceManagerTest : public ActivationTest {
 protected:
  void SetUp() override {
    fs::create_directories(stage_.home() + "/run/systemd");
    fs::create_directory(stage_.home() + "/bin");
    const std::string systemctl = stage_.home() + "/bin/systemctl";
    std::ofstream(systemctl) << "#!/bin/sh\n"
                                "cd " +
                                    stage_.home() +
                                    "\n"
                                    "echo \"$*\" >> asked\n"
                                    "case \"$*\" in\n"
                                    "  *is-active*) [ -e active ] ;;\n"
                                    "  *show*) cat main_pid ;;\n"
                                    "  *' stop '*) kill \"$(cat main_pid)\" ;;\n"
                                    "  *' start '*) [ ! -e broken ] ;;\n"
                                    "esac\n";
    ::chmod(systemctl.c_str(), 0700);
    say("main_pid", "0");
  }
  void say(const std::string& file, const std::string& content = "") {
    std::ofstream(stage_.home() + "/" + file) << content << "\n";
  }
  std::string asked() { return content_of(stage_.home() + "/asked"); }
  Command::End afar(const std::vector<std::string>& words) {
    return Command(stage_, words, {{"PATH", stage_.home() + "/bin:/usr/bin:/bin"}}).end();
  }
};

TEST_F(ServiceManagerTest, StartsAfardWhereItsUnitIsActive) {
  say("active");
  listen_as_systemd();
  const auto end = afar({"daemon", "start"});
  EXPECT_EQ(end.out, "afard started (process " + std::to_string(activated_->pid()) + ").\n")
      << end.err;
  EXPECT_THAT(asked(), HasSubstr("--user start afard.service\n"));
  EXPECT_EQ(stage_.living_daemon(), activated_->pid());
  say("main_pid", std::to_string(activated_->pid()));
  EXPECT_THAT(afar({"daemon", "start"}).out, HasSubstr("is running already"));
}

TEST_F(ServiceManagerTest, StopsTheAfardThatItRuns) {
  say("active");
  listen_as_systemd();
  ASSERT_EQ(afar({"daemon", "start"}).exit, (Exit{0, 0}));
  say("main_pid", std::to_string(activated_->pid()));
  const auto end = afar({"daemon", "stop"});
  EXPECT_EQ(end.out, "afard stopped (process " + std::to_string(activated_->pid()) + ").\n")
      << end.err;
  EXPECT_THAT(asked(), HasSubstr("--user stop afard.service\n"));
  EXPECT_EQ(activated_->wait(), (Exit{0, 0}));
}

TEST_F(ServiceManagerTest, HasNoPartInADaemonThatItDoesNotRun) {
  ASSERT_THAT(afar({"daemon", "start"}).out, HasSubstr("afard started"));
  EXPECT_THAT(afar({"daemon", "stop"}).out, HasSubstr("afard stopped"));
  EXPECT_THAT(asked(),
              AllOf(HasSubstr("is-active"), Not(HasSubstr(" start ")), Not(HasSubstr(" stop "))));
}

TEST_F(ServiceManagerTest, IsNotAskedForADaemonThatIsNamed) {
  say("active");
  ASSERT_THAT(afar({"--db", stage_.home() + "/other.db", "daemon", "start"}).out,
              HasSubstr("afard started"));
  EXPECT_EQ(asked(), "");
  EXPECT_THAT(afar({"--db", stage_.home() + "/other.db", "daemon", "stop"}).out,
              HasSubstr("afard stopped"));
}

TEST_F(ServiceManagerTest, ThatCannotStartItSaysWhereToLook) {
  say("active");
  say("broken");
  const auto end = afar({"daemon", "start"});
  EXPECT_EQ(end.exit, (Exit{1, 0}));
  EXPECT_THAT(end.err, HasSubstr("journalctl --user -u afard.service"));
}

}  // namespace
}  // namespace afar::test
