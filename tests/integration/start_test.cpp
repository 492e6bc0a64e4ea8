// Goal: the first question starts the daemon, once, and clean of the agent; what was told not to
// start one does not. Method: homes without a daemon.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

// Running daemons with this home, whether they hold the lock or not.
std::vector<pid_t> daemons_of(const Stage& stage) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::error_code ignored;
    if (fs::read_symlink(entry.path() / "exe", ignored) != executable("afard")) continue;
    std::ostringstream environment;
    environment << std::ifstream(entry.path() / "environ").rdbuf();
    if (environment.str().find("HOME=" + stage.home()) == std::string::npos) continue;
    found.push_back(std::stoi(entry.path().filename()));
  }
  return found;
}

std::string environment_of(pid_t pid) {
  std::ostringstream text;
  text << std::ifstream("/proc/" + std::to_string(pid) + "/environ").rdbuf();
  return text.str();
}

class StartTest : public ::testing::Test {
 protected:
  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
};

TEST_F(StartTest, AQuestionWithoutADaemonStartsOneThatStays) {
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  Operator person = stage_.connect();
  person.answer(person.until_open(1).at(0).at("id"), {"o2"});
  const HookEnd end = hook.end();
  EXPECT_EQ(end.out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
  EXPECT_EQ(end.err, "");
  // It holds nothing of the hook's open (end() read to the end), and goes on without it.
  EXPECT_EQ(person.counter("open"), 0u);
  EXPECT_EQ(daemons_of(stage_), std::vector{stage_.living_daemon()});
}

TEST_F(StartTest, TheDaemonHasNothingOfTheAgent) {
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  stage_.connect().until_open(1);
  const pid_t daemon = stage_.living_daemon();
  const std::string environment = environment_of(daemon);
  EXPECT_THAT(environment, HasSubstr("HOME=" + stage_.home()));
  EXPECT_THAT(environment, Not(HasSubstr("CLAUDE")));
  EXPECT_THAT(environment, Not(HasSubstr("AI_AGENT")));
  EXPECT_THAT(environment, Not(HasSubstr("ANTHROPIC")));
  EXPECT_THAT(environment, Not(HasSubstr("a-secret-of-the-agent")));
  const std::string process = "/proc/" + std::to_string(daemon);
  EXPECT_EQ(fs::read_symlink(process + "/cwd"), "/");
  EXPECT_EQ(fs::read_symlink(process + "/fd/0"), "/dev/null");
  EXPECT_EQ(fs::read_symlink(process + "/fd/1"), "/dev/null");
  EXPECT_EQ(::getsid(daemon), daemon) << "it must not die with the agent's terminal";
}

TEST_F(StartTest, WhatTheDaemonMakesIsOursAlone) {
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  stage_.connect().until_open(1);
  const auto mode = [](const std::string& path) {
    struct stat info {};
    EXPECT_EQ(::stat(path.c_str(), &info), 0) << path;
    return info.st_mode & 0777;
  };
  const Paths paths = stage_.paths();
  EXPECT_EQ(mode(paths.socket), 0600u);
  EXPECT_EQ(mode(fs::path(paths.socket).parent_path()), 0700u);
  EXPECT_EQ(mode(paths.database), 0600u);
  EXPECT_EQ(mode(paths.lock), 0600u);
  EXPECT_EQ(mode(paths.state_dir), 0700u);
  EXPECT_EQ(mode(paths.state_dir + "/afard.log"), 0600u);
}

TEST_F(StartTest, TwentyHooksAtOnceStartOneDaemonForTwentyDialogs) {
  std::vector<Hook> hooks;
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    hooks.push_back(agent_.hook(before("s-" + number, "toolu_" + number)));
  }
  Operator person = stage_.connect();
  for (const auto& dialog : person.until_open(20)) person.answer(dialog.at("id"), {"o1"});
  for (auto& hook : hooks) {
    EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
  }
  EXPECT_EQ(daemons_of(stage_).size(), 1u);
}

TEST_F(StartTest, AnInteractiveQuestionStartsOneToo) {
  Agent interactive(stage_);
  EXPECT_EQ(interactive.run(before("s-1", "toolu_1")).out, "");
  EXPECT_NE(stage_.living_daemon(), 0);
}

TEST_F(StartTest, OtherEventsStartNone) {
  for (const Event& event :
       {prompt("s-1", "hello"), stop("s-1"), session_end("s-1"), after("s-1", "toolu_1", "Red")}) {
    const HookEnd end = agent_.run(event);
    EXPECT_EQ(end.out + end.err, "");
    EXPECT_EQ(end.exit, (Exit{0, 0}));
  }
  EXPECT_FALSE(fs::exists(stage_.paths().lock));
}

TEST_F(StartTest, NoStartStartsNoneAndSaysWhatItDid) {
  const HookEnd end = agent_.run(before("s-1", "toolu_1"), {{"--no-start"}, {}});
  EXPECT_EQ(end.out, "");
  EXPECT_THAT(end.err, HasSubstr("afar-hook: "));
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_FALSE(fs::exists(stage_.paths().lock));
  EXPECT_TRUE(fs::exists(stage_.paths().state_dir + "/spool"));
}

// What a hook decided alone is put on record by the next daemon.
TEST_F(StartTest, WhatAHookDecidedAloneGoesOnRecord) {
  agent_.run(before("s-1", "toolu_1"), {{"--no-start", "--if-unavailable", "deny"}, {}});
  stage_.start_daemon();
  Operator person = stage_.connect();
  const auto unavailable = [&] {
    const auto page = person.call("audit.query", {{"after", 0}});
    for (const auto& event : page.at("events")) {
      if (event.at("kind") == "unavailable") return event;
    }
    return nlohmann::json();
  };
  ASSERT_TRUE(until("it is on record", [&] { return !unavailable().is_null(); }));
  const std::string body = unavailable().at("body").dump();
  EXPECT_THAT(body, HasSubstr("denied"));
  EXPECT_THAT(body, HasSubstr("s-1"));
  EXPECT_THAT(body, HasSubstr("toolu_1"));
  EXPECT_EQ(fs::file_size(stage_.paths().state_dir + "/spool"), 0u);
}

TEST_F(StartTest, SwitchedOffItDoesNothingAtAll) {
  const HookEnd disabled = agent_.run(before("s-1", "toolu_1"), {{}, {{"AFAR_DISABLE", "1"}}});
  EXPECT_EQ(disabled.out + disabled.err, "");
  EXPECT_EQ(disabled.exit, (Exit{0, 0}));
  EXPECT_TRUE(fs::is_empty(stage_.home() + "/state"));
  fs::create_directory(stage_.paths().state_dir);
  std::ofstream(stage_.paths().state_dir + "/off") << "";
  const HookEnd off = agent_.run(before("s-1", "toolu_1"));
  EXPECT_EQ(off.out + off.err, "");
  EXPECT_FALSE(fs::exists(stage_.paths().lock));
}

TEST_F(StartTest, AFailedStartIsNotTriedAgainByTheNextHook) {
  fs::create_directory(stage_.paths().state_dir);
  std::ofstream(stage_.paths().database) << "this is no database, whatever its name says";
  const HookEnd first = agent_.run(before("s-1", "toolu_1"));
  EXPECT_EQ(first.out, "");
  EXPECT_EQ(first.exit, (Exit{0, 0}));
  EXPECT_THAT(first.err, HasSubstr("afard.log"));
  const HookEnd second = agent_.run(before("s-1", "toolu_2"));
  EXPECT_THAT(second.err, HasSubstr("less than 30 s ago"));
  EXPECT_TRUE(daemons_of(stage_).empty());
}

}  // namespace
}  // namespace afar::test
