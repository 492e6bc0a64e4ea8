// Goal: doctor finds each thing that can be wrong between Claude Code and the hook. Method:
// settings in which one thing at a time is wrong, and scripts in the hook's and the client's place.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/doctor.h"
#include "hook/agents/claude_code/doctor_checks.h"
#include "hook/agents/claude_code/setup.h"
#include "hook/doctor/report.h"
#include "shared/version.h"
#include "tests/unit/setup/folder.h"

namespace afar::hook::claude_code {
namespace {

namespace fs = std::filesystem;
using doctor::Finding;
using doctor::Findings;
using doctor::Level;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

const std::string kHook = std::string(AFAR_BIN_DIR) + "/afar-hook";

class ClaudeCodeDoctorTest : public setup::HomeTest {
 protected:
  ClaudeCodeDoctorTest() {
    fs::create_directories(home_ + "/project/.git");
    variables_["PATH"] = home_ + "/bin";
    script("bin/claude", "echo '2.1.332 (Claude Code)'");
  }
  std::string script(const std::string& name, const std::string& body) const {
    const std::string file = write(name, "#!/bin/sh\n" + body + "\n");
    ::chmod(file.c_str(), 0700);
    return file;
  }
  Json registered(const std::string& hook = kHook) const {
    return Json::parse(ClaudeCodeSetup().with_hook("", hook, false).text);
  }
  doctor::Patient patient() const {
    doctor::Patient patient;
    patient.environment = environment();
    patient.folder = home_ + "/project";
    patient.hook = kHook;
    patient.managed_settings = home_ + "/managed.json";
    return patient;
  }
  // All that is not fine, with these settings of the user's.
  Findings bad(const Json& settings) const {
    write(".claude/settings.json", settings.dump(2));
    return bad();
  }
  Findings bad() const {
    Findings found;
    for (auto& each : ClaudeCodeDoctor().examine(patient())) {
      if (each.level == Level::kFine) continue;
      EXPECT_NE(each.remedy, "") << each.what;
      found.push_back(std::move(each));
    }
    return found;
  }
  void expect_one(const Findings& findings, Level level, const std::string& says) const {
    ASSERT_EQ(findings.size(), 1u) << doctor::report(findings);
    EXPECT_EQ(findings[0].level, level) << findings[0].what;
    EXPECT_THAT(findings[0].what, HasSubstr(says));
  }
};

TEST_F(ClaudeCodeDoctorTest, FindsNothingAfterASetup) {
  EXPECT_THAT(bad(registered()), ::testing::IsEmpty());
  std::string all;
  for (const auto& each : ClaudeCodeDoctor().examine(patient())) all += each.what + "\n";
  EXPECT_THAT(all, HasSubstr("was started with simulated events"));
  EXPECT_THAT(all, HasSubstr("is Claude Code 2.1.332"));
}

TEST_F(ClaudeCodeDoctorTest, FindsWhatIsNotRegistered) {
  expect_one(bad(Json::object()), Level::kWrong, "is not registered in Claude Code's settings");
  Json settings = registered();
  settings["hooks"].erase("PermissionRequest");
  const auto both = bad(settings);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_THAT(both[0].what, HasSubstr("not registered for PermissionRequest of AskUserQuestion"));
  EXPECT_EQ(both[0].level, Level::kWrong);
  EXPECT_EQ(both[0].remedy, "afar setup claude-code");
  EXPECT_EQ(both[1].level, Level::kWarning) << "plans";
  settings = registered();
  settings["hooks"].erase("SessionEnd");
  expect_one(bad(settings), Level::kWarning, "not registered for SessionEnd");
  settings = registered();
  settings["hooks"]["PreToolUse"][0]["matcher"] = "Bash";
  EXPECT_EQ(bad(settings)[0].level, Level::kWrong);
}

TEST_F(ClaudeCodeDoctorTest, FindsAHookThatIsRegisteredTwice) {
  write("project/.claude/settings.local.json", registered().dump());
  expect_one(bad(registered()), Level::kWarning, "is registered twice for PreToolUse");
}

TEST_F(ClaudeCodeDoctorTest, FindsWhatKeepsHooksFromRunning) {
  Json settings = registered();
  settings["disableAllHooks"] = true;
  expect_one(bad(settings), Level::kWrong, "\"disableAllHooks\" is true");
  write("managed.json", R"({"allowManagedHooksOnly": true})");
  expect_one(bad(registered()), Level::kWrong, "your own hooks do not run");
  fs::remove(home_ + "/managed.json");
  write("project/.claude/settings.json", R"({"disableAllHooks": true})");
  expect_one(bad(registered()), Level::kWrong, home_ + "/project/.claude/settings.json");
  write("project/.claude/settings.json", "{,}");
  expect_one(bad(registered()), Level::kWrong, "line 1: this is no JSON");
}

TEST_F(ClaudeCodeDoctorTest, FindsTimeoutsThatEndTheHookTooEarly) {
  const struct {
    Json timeout;  // null: none
    std::vector<std::string> args;
    Level level;
    std::string says;
  } cases[] = {
      {nullptr, {"--host-timeout", "604800"}, Level::kWrong, "no timeout, which means 600 s,"},
      {600, {"--host-timeout", "604800"}, Level::kWrong, "but --host-timeout 604800"},
      {604799, {"--host-timeout=604800"}, Level::kWrong, "ends the hook before it answers"},
      {60, {}, Level::kWrong, "a timeout of 60 s but --host-timeout 600"},
      {0, {"--host-timeout", "604800"}, Level::kWrong, "skips the whole file"},
      {-1, {}, Level::kWrong, "skips the whole file"},
      {2147484, {"--host-timeout", "604800"}, Level::kWrong, "ends such a hook at once"},
      {604800, {}, Level::kWarning, "--host-timeout 600: a question waits no longer"},
      {nullptr, {}, Level::kWarning, "--host-timeout 600: a question waits no longer"},
  };
  for (const auto& each : cases) {
    Json settings = registered();
    Json& entry = settings["hooks"]["PreToolUse"][0]["hooks"][0];
    entry["timeout"] = each.timeout;
    if (each.timeout.is_null()) entry.erase("timeout");
    entry["args"] = {"--agent", "claude-code"};
    for (const auto& word : each.args) entry["args"].push_back(word);
    const auto found = bad(settings);
    SCOPED_TRACE(each.says);
    expect_one(found, each.level, each.says);
    EXPECT_THAT(found.at(0).what, HasSubstr("PreToolUse in " + home_));
    EXPECT_EQ(found.at(0).check, "timeouts");
  }
  Json settings = registered();
  settings["hooks"]["Stop"][0]["hooks"][0]["timeout"] = 5;
  EXPECT_THAT(bad(settings), ::testing::IsEmpty()) << "which waits for nobody";
}

TEST_F(ClaudeCodeDoctorTest, FindsAnotherHookOnQuestions) {
  const struct {
    std::string event;
    std::string group;
    std::optional<Level> level;
  } cases[] = {
      {"PreToolUse",
       R"({"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"other"}]})",
       Level::kWrong},
      {"PermissionRequest",
       R"({"matcher":"Bash|AskUserQuestion","hooks":[{"type":"http","url":"http://h/?k=secret"}]})",
       Level::kWrong},
      {"PreToolUse",
       R"({"matcher":"Ask.*","hooks":[{"type":"command","command":"other","args":["x"]}]})",
       Level::kWrong},
      {"PreToolUse", R"({"hooks":[{"type":"command","command":"log"}]})", Level::kWarning},
      {"PermissionRequest", R"({"matcher":"*","hooks":[{"type":"command","command":"log"}]})",
       Level::kWarning},
      {"PreToolUse", R"({"matcher":"Bash","hooks":[{"type":"command","command":"guard"}]})", {}},
      {"PostToolUse",
       R"({"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"o"}]})",
       {}},
      {"Stop", R"({"hooks":[{"type":"command","command":"bell"}]})", {}},
  };
  for (const auto& each : cases) {
    Json settings = registered();
    settings["hooks"][each.event].push_back(Json::parse(each.group));
    const auto found = bad(settings);
    if (!each.level) {
      EXPECT_THAT(found, ::testing::IsEmpty()) << each.group;
      continue;
    }
    expect_one(found, *each.level, "is a hook on " + each.event);
    EXPECT_EQ(found.at(0).check, "rivals");
    EXPECT_EQ(found.at(0).what.find("secret"), std::string::npos);
  }
}

TEST_F(ClaudeCodeDoctorTest, FindsAHookThatCannotBeStarted) {
  expect_one(bad(registered("/nonexistent/afar-hook")), Level::kWrong,
             "/nonexistent/afar-hook, registered for PreToolUse in " + home_ +
                 "/.claude/settings.json, is not there");
  write("plain/afar-hook", "x");
  ::chmod((home_ + "/plain/afar-hook").c_str(), 0600);
  EXPECT_THAT(bad(registered(home_ + "/plain/afar-hook"))[0].what, HasSubstr("is not executable"));
  EXPECT_THAT(bad(registered("afar-hook"))[0].what, HasSubstr("is not in PATH"));
  fs::create_directories(home_ + "/folder/afar-hook");
  EXPECT_THAT(bad(registered(home_ + "/folder/afar-hook"))[0].what, HasSubstr("is no program"));
}

TEST_F(ClaudeCodeDoctorTest, FindsAHookThatDoesNotAnswerAsItShould) {
  const std::string version =
      "[ \"$1\" = --version ] && { echo '" + version_line("afar-hook") + "'; exit; }\n";
  const struct {
    std::string body;
    std::string says;
  } cases[] = {
      {"echo 'afar-hook 0.0.9 (protocol 1, schema 1)'", "is another release: afar-hook 0.0.9"},
      {version + "echo '{}'", "answers an event that asks nothing: {}"},
      {version + "echo oops >&2; exit 1", "ended with status 1: oops"},
      {version + "cat > /dev/null", "does not take a question for one"},
  };
  for (const auto& each : cases) {
    const auto found = bad(registered(script("fake/afar-hook", each.body)));
    ASSERT_FALSE(found.empty()) << each.says;
    EXPECT_EQ(found[0].level, Level::kWrong);
    EXPECT_EQ(found[0].check, "firing");
    EXPECT_THAT(found[0].what, HasSubstr(each.says));
  }
}

TEST_F(ClaudeCodeDoctorTest, FiresAHookThatIsRegisteredAsAShellsCommand) {
  Json settings = registered();
  fs::create_symlink(kHook, home_ + "/afar-hook");
  for (auto& each : settings["hooks"]["PreToolUse"][0]["hooks"]) {
    each.erase("args");
    each["command"] = "\"$HOME/afar-hook\" --agent claude-code --host-timeout 604800";
  }
  ::setenv("HOME", home_.c_str(), 1);
  EXPECT_THAT(bad(settings), ::testing::IsEmpty());
}

TEST_F(ClaudeCodeDoctorTest, DoesNotStartWhatAProjectNames) {
  const std::string trap = script("project/afar-hook", "touch '" + home_ + "/sprung'");
  write(".claude/settings.json", "{}");
  write("project/.claude/settings.json", registered(trap).dump());
  const auto found = bad();
  ASSERT_FALSE(found.empty());
  for (const auto& each : found) EXPECT_THAT(each.what, HasSubstr("not tried"));
  EXPECT_FALSE(fs::exists(home_ + "/sprung"));
}

TEST_F(ClaudeCodeDoctorTest, KnowsTheClientsVersion) {
  const struct {
    std::string body;
    std::optional<Level> level;
    std::string says;
  } cases[] = {
      {"echo '2.1.197 (Claude Code)'", {}, ""},
      {"echo '2.1.196 (Claude Code)'", Level::kWrong, "2.1.196, older than 2.1.197"},
      {"echo '1.9.999'", Level::kWrong, "older than"},
      {"echo '2.1.333 (Claude Code)'", Level::kWarning, "not yet tested with afar"},
      {"echo '3.0.0'", Level::kWarning, "not yet tested with afar"},
      {"echo hello", Level::kWarning, "says no version"},
      {"echo no >&2; exit 7", Level::kWarning, "ended with status 7: no"},
  };
  for (const auto& each : cases) {
    script("bin/claude", each.body);
    const auto found = bad(registered());
    if (!each.level) {
      EXPECT_THAT(found, ::testing::IsEmpty()) << each.body;
    } else {
      expect_one(found, *each.level, each.says);
    }
  }
  fs::remove(home_ + "/bin/claude");
  expect_one(bad(registered()), Level::kWarning, "there is no claude in PATH");
  variables_["AI_AGENT"] = "claude-code_2-1-12_harness";
  expect_one(bad(registered()), Level::kWrong, "2.1.12, older than");
}

}  // namespace
}  // namespace afar::hook::claude_code
