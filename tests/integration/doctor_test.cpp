// Goal: doctor is content with an installation that works, and its exit status tells of one that
// does not. Method: the real command beside the real daemon and the real hook, a script in the
// client's place, and one thing after the other broken.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/integration/command.h"
#include "tests/integration/stage.h"

namespace afar::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

class DoctorTest : public ::testing::Test {
 protected:
  DoctorTest() {
    fs::create_directory(stage_.home() + "/bin");
    client("2.1.332");
    EXPECT_EQ(run({"setup", "claude-code"}).exit, (Exit{0, 0}));
  }
  Command::End run(const std::vector<std::string>& arguments,
                   std::map<std::string, std::string> variables = {}) {
    variables.emplace("PATH", stage_.home() + "/bin:/usr/bin:/bin");
    return Command(stage_, arguments, variables).end();
  }
  void client(const std::string& version) const {
    const std::string file = stage_.home() + "/bin/claude";
    std::ofstream(file) << "#!/bin/sh\necho '" << version << " (Claude Code)'\n";
    ::chmod(file.c_str(), 0700);
  }
  // Doctor ends with 1, and says this.
  void expect_wrong(const std::string& says, std::map<std::string, std::string> variables = {}) {
    const auto end = run({"doctor"}, std::move(variables));
    EXPECT_EQ(end.exit, (Exit{1, 0})) << end.out;
    EXPECT_THAT(end.out, HasSubstr(says));
    EXPECT_THAT(end.out, HasSubstr("-> "));
  }
  void expect_fine() {
    const auto end = run({"doctor", "claude-code", "--json"});
    EXPECT_EQ(end.exit, (Exit{0, 0})) << end.out << end.err;
    const json result = json::parse(end.out);
    EXPECT_EQ(result.at("ok"), true);
    for (const auto& each : result.at("checks")) EXPECT_EQ(each.at("status"), "ok") << each;
  }

  Stage stage_;
};

TEST_F(DoctorTest, IsContentWithWhatWorks) {
  stage_.start_daemon();
  expect_fine();
  // Inside of an agent it may look just the same.
  EXPECT_EQ(run({"doctor"}, {{"CLAUDECODE", "1"}}).exit, (Exit{0, 0}));
}

TEST_F(DoctorTest, TellsWhatIsWrong) {
  expect_wrong("no daemon is running");
  stage_.start_daemon();
  expect_fine();
  expect_wrong("AFAR_DISABLE is set", {{"AFAR_DISABLE", "1"}});
  client("2.1.100");
  expect_wrong("2.1.100, older than 2.1.197");
  client("2.1.332");
  const std::string token = stage_.home() + "/config/afar/web.token";
  fs::create_directories(stage_.home() + "/config/afar");
  std::ofstream(token) << "secret";
  ::chmod(token.c_str(), 0640);
  expect_wrong("chmod 600 " + token);
  fs::remove(token);
  const std::string state = stage_.paths().state_dir;
  ::chmod(state.c_str(), 0500);
  expect_wrong(state + " is not writable");
  ::chmod(state.c_str(), 0700);
  std::ofstream(stage_.paths().config) << "{\"rules\": 1}";
  ::chmod(stage_.paths().config.c_str(), 0600);
  expect_wrong("config.json, line 1: rules");
  fs::remove(stage_.paths().config);
  expect_fine();
}

TEST_F(DoctorTest, TellsWhatIsWrongInTheSettings) {
  stage_.start_daemon();
  const std::string file = stage_.home() + "/.claude/settings.json";
  json settings;
  std::ifstream(file) >> settings;
  const auto with = [&](const std::function<void(json & hooks)>& change) {
    json changed = settings;
    change(changed.at("hooks"));
    std::ofstream(file) << changed;
  };
  with([](json& hooks) { hooks.at("PreToolUse")[0]["hooks"][0]["timeout"] = 60; });
  expect_wrong("has a timeout of 60 s but --host-timeout 604800");
  with([](json& hooks) { hooks.at("PreToolUse")[0]["hooks"][0].erase("timeout"); });
  expect_wrong("has no timeout, which means 600 s, but --host-timeout 604800");
  with([](json& hooks) { hooks.at("PreToolUse")[0]["hooks"][0]["command"] = "/gone/afar-hook"; });
  expect_wrong("/gone/afar-hook, registered for PreToolUse");
  with([](json& hooks) {
    hooks.at("PreToolUse")
        .push_back({{"matcher", "AskUserQuestion"},
                    {"hooks", {{{"type", "command"}, {"command", "other"}}}}});
  });
  expect_wrong("other in " + file + " is a hook on PreToolUse of AskUserQuestion");
  // What doctor says mends it.
  with([](json& hooks) { hooks.erase("PermissionRequest"); });
  expect_wrong("-> afar setup claude-code");
  EXPECT_EQ(run({"setup", "claude-code"}).exit, (Exit{0, 0}));
  expect_fine();
}

}  // namespace
}  // namespace afar::test
