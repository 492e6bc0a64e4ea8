// Goal: the MCP server ends up where Claude Code looks for it, with the time that it needs, and
// everything else stays; doctor finds what is wrong with it. Method: whole command lines of setup
// on files of a temporary home, and settings in which one thing at a time is wrong.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/doctor_checks.h"
#include "hook/setup/run.h"
#include "tests/unit/setup/folder.h"

namespace afar::setup {
namespace {

namespace fs = std::filesystem;
using doctor::Level;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kServer = "/opt/a b/bin/afar-mcp";
const json kEntry = {{"type", "stdio"},
                     {"command", kServer},
                     {"args", json::array()},
                     {"env", {{"MCP_TOOL_TIMEOUT", "604800000"}}},
                     {"timeout", 604800000}};

class ServerSetup : public HomeTest {
 protected:
  ServerSetup() { fs::create_directories(project() + "/.git"); }

  std::string project() const { return home_ + "/a project"; }
  Ended run(std::vector<std::string> words) const {
    words.insert(words.begin(), "claude-code");
    return setup::run(words, {environment(), project(), "/opt/a b/bin/afar-hook",
                              *from_rfc3339("2026-11-30T14:06:15.123Z"), kServer});
  }
  mode_t mode_of(const std::string& name) const {
    struct stat info {};
    EXPECT_EQ(::lstat((home_ + "/" + name).c_str(), &info), 0) << name;
    return info.st_mode & 07777;
  }
  json registered(const std::string& name, const json::json_pointer& at) const {
    return json::parse(read(name)).at(at);
  }
  json::json_pointer of_project() const {
    return json::json_pointer("/projects") / project() / "mcpServers" / "afar";
  }

  const json::json_pointer of_user_{"/mcpServers/afar"};
};

TEST_F(ServerSetup, StandsWhereEachScopeIsLookedFor) {
  ASSERT_EQ(run({"--mcp"}).exit_code, 0);
  EXPECT_EQ(registered(".claude.json", of_user_), kEntry);
  ASSERT_EQ(run({"--mcp", "--scope", "local"}).exit_code, 0);
  EXPECT_EQ(registered(".claude.json", of_project()), kEntry);
  ASSERT_EQ(run({"--mcp", "--scope", "project"}).exit_code, 0);
  EXPECT_EQ(registered("a project/.mcp.json", of_user_), kEntry);
  variables_["CLAUDE_CONFIG_DIR"] = home_ + "/other";
  ASSERT_EQ(run({"--mcp"}).exit_code, 0);
  EXPECT_EQ(registered("other/.claude.json", of_user_), kEntry);
  EXPECT_EQ(mode_of("other/.claude.json"), 0600u) << "the client keeps secrets there";
}

TEST_F(ServerSetup, StaysOutWhereItIsNotWanted) {
  ASSERT_EQ(run({}).exit_code, 0);
  EXPECT_FALSE(fs::exists(home_ + "/.claude.json"));
}

TEST_F(ServerSetup, IsTakenOutAgainToTheByte) {
  const std::string others[] = {
      "{}",
      "{\n  \"userID\": \"x\"\n}",
      "{\"mcpServers\":{},\"projects\":{}}",
      "{ \"big\": 12345678901234567890123, \"mcpServers\": { \"b\": {\"url\":\"http://h/\"} } }\n",
      "{\n\t\"projects\": {\n\t\t\"" + project() +
          "\": {\n\t\t\t\"allowedTools\": []\n\t\t}\n\t},\n\t\"a\": 1,\n\t\"a\": 2\n}\n",
      "{\"projects\":{\"" + project() + "\":{\"mcpServers\":{ }}},\"mcpServers\":{\n}}",
  };
  for (const std::string scope : {"user", "local", "project"}) {
    const std::string file = scope == "project" ? "a project/.mcp.json" : ".claude.json";
    for (const auto& before : others) {
      SCOPED_TRACE(scope + ": " + before);
      write(file, before);
      ::chmod((home_ + "/" + file).c_str(), 0600);
      ASSERT_EQ(run({"--mcp", "--scope", scope}).exit_code, 0);
      EXPECT_EQ(registered(file, scope == "local" ? of_project() : of_user_), kEntry);
      EXPECT_EQ(mode_of(file), 0600u);
      const std::string after = read(file);
      EXPECT_THAT(run({"--mcp", "--scope", scope}).out, HasSubstr(file + " has it all already"));
      EXPECT_EQ(read(file), after);
      const Ended removed = run({"--remove", "--scope", scope});
      EXPECT_THAT(removed.out, HasSubstr("removed the MCP server afar"));
      EXPECT_EQ(read(file), before);
      EXPECT_EQ(mode_of(file), 0600u);
      EXPECT_THAT(run({"--remove", "--scope", scope}).out, Not(HasSubstr(file)));
    }
    fs::remove(home_ + "/" + file);
    ASSERT_EQ(run({"--mcp", "--scope", scope}).exit_code, 0);
    ASSERT_EQ(run({"--remove", "--scope", scope}).exit_code, 0);
    EXPECT_FALSE(fs::exists(home_ + "/" + file)) << "it was ours alone";
  }
}

TEST_F(ServerSetup, KeepsWhatAPersonAddedToIt) {
  write(".claude.json", R"({"mcpServers":{"afar":{"command":"/old/afar-mcp","args":["--no-start"],)"
                        R"("env":{"A":"b","MCP_TOOL_TIMEOUT":"5000"},"timeout":5000,"x":1}}})");
  EXPECT_THAT(run({"--mcp"}).out, HasSubstr("changed the MCP server afar"));
  EXPECT_EQ(read(".claude.json"),
            R"({"mcpServers":{"afar":{"command":"/opt/a b/bin/afar-mcp","args":["--no-start"],)"
            R"("env":{"A":"b","MCP_TOOL_TIMEOUT":"604800000"},"timeout":604800000,"x":1}}})");
}

TEST_F(ServerSetup, ShowsWhatItWouldDo) {
  write(".claude.json", "{}");
  const Ended ended = run({"--mcp", "--dry-run"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.out, HasSubstr("added the MCP server afar"));
  EXPECT_THAT(ended.out, HasSubstr("+      \"command\": \"/opt/a b/bin/afar-mcp\","));
  EXPECT_EQ(read(".claude.json"), "{}");
  EXPECT_FALSE(fs::exists(home_ + "/.claude"));
}

// Nothing at all is changed then, the hooks neither.
TEST_F(ServerSetup, RefusesWhatItCannotChange) {
  const struct {
    std::string text;
    std::string says;
  } cases[] = {
      {"{\n \"a\": 1,\n}", ".claude.json, line 3: this is no JSON"},
      {"[]", "has to be an object"},
      {"{\n\"mcpServers\": []}", "line 2: \"mcpServers\" has to be an object"},
      {R"({"mcpServers":{"afar":"afar-mcp"}})", "\"afar\" has to be an object"},
      {R"({"mcpServers":{"afar":{"command":"/usr/bin/other"}}})", "is another program"},
      {R"({"mcpServers":{"afar":{"type":"http","url":"http://afar/"}}})", "is another program"},
  };
  for (const auto& each : cases) {
    write(".claude.json", each.text);
    const Ended ended = run({"--mcp"});
    EXPECT_EQ(ended.exit_code, 1) << each.text;
    EXPECT_THAT(ended.err, HasSubstr(each.says));
    EXPECT_EQ(read(".claude.json"), each.text);
    EXPECT_FALSE(fs::exists(home_ + "/.claude"));
  }
  EXPECT_EQ(files_in("").size(), 2u) << "no copies, no new files";
  write(".claude.json", R"({"mcpServers":{"afar":{"command":"/usr/bin/other"}}})");
  EXPECT_EQ(run({"--remove"}).exit_code, 0);
  EXPECT_EQ(registered(".claude.json", of_user_), json({{"command", "/usr/bin/other"}}));
}

class ServerDoctor : public ServerSetup {
 protected:
  // What it says of the server with this entry.
  doctor::Findings of(json entry) const {
    write("bin/afar-mcp", "#!/bin/sh\n");
    ::chmod((home_ + "/bin/afar-mcp").c_str(), 0700);
    if (!entry.contains("command")) entry["command"] = home_ + "/bin/afar-mcp";
    write(".claude.json", json({{"mcpServers", {{"afar", entry}}}}).dump());
    doctor::Patient patient;
    patient.environment = environment();
    patient.folder = project();
    return hook::claude_code::check_server(patient);
  }
  static void expect(const doctor::Findings& found, Level level, const std::string& says) {
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].level, level) << found[0].what;
    EXPECT_EQ(found[0].check, "mcp");
    EXPECT_THAT(found[0].what, HasSubstr(says));
    EXPECT_EQ(found[0].remedy, level == Level::kFine ? "" : "afar setup claude-code --mcp");
  }
  static json limits(const json& timeout, const json& counted) {
    json entry = json::object();
    if (!timeout.is_null()) entry["timeout"] = timeout;
    if (!counted.is_null()) entry["env"] = {{"MCP_TOOL_TIMEOUT", counted}};
    return entry;
  }
};

TEST_F(ServerDoctor, IsContentWithWhatSetupMade) {
  expect(of(limits(604800000, "604800000")), Level::kFine, "waits for a week");
}

TEST_F(ServerDoctor, FindsATimeoutThatIsMissingOrShort) {
  expect(of(limits(nullptr, nullptr)), Level::kWarning, "has no timeout, which means 100000 s");
  expect(of(limits(600000, "600000")), Level::kWarning, "has a timeout of 600 s");
  expect(of(limits(500, nullptr)), Level::kWarning, "has no timeout");
  expect(of(limits(604800000, nullptr)), Level::kWarning, "waits no longer");
}

TEST_F(ServerDoctor, FindsATimeoutThatEndsTheCallBeforeItsAnswer) {
  expect(of(limits(60000, "604800000")), Level::kWrong,
         "a timeout of 60 s, but afar-mcp counts on");
  expect(of(limits(60000, nullptr)), Level::kWrong, "Claude Code ends the call");
  expect(of(limits(nullptr, "604800000")), Level::kWrong, "has no timeout");
}

TEST_F(ServerDoctor, FindsAServerThatIsGone) {
  expect(of({{"command", "/nowhere/afar-mcp"}}), Level::kWrong, "cannot be started");
}

TEST_F(ServerDoctor, SaysNothingOfWhatIsNotOurs) {
  EXPECT_THAT(of({{"command", "/nowhere/other"}}), IsEmpty());
  write(".claude.json", "{ broken");
  doctor::Patient patient;
  patient.environment = environment();
  patient.folder = project();
  EXPECT_THAT(hook::claude_code::check_server(patient), IsEmpty());
}

}  // namespace
}  // namespace afar::setup
