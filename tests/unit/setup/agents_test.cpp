// Goal: each agent that takes our MCP server finds it where it looks, in its own form, and every
// byte of a person's stays; doctor tells what is wrong with it. Method: whole command lines of
// setup on files of a temporary home, and configurations in which one thing at a time is wrong.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "hook/doctor/server_doctor.h"
#include "hook/setup/run.h"
#include "tests/unit/setup/folder.h"

namespace afar::setup {
namespace {

namespace fs = std::filesystem;
using doctor::Level;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kServer = "/opt/a b/bin/afar-mcp";

class AgentsSetup : public HomeTest {
 protected:
  AgentsSetup() { fs::create_directories(project() + "/.git"); }

  std::string project() const { return home_ + "/a project"; }
  Ended run(std::vector<std::string> words) const {
    return setup::run(words, {environment(), folder_.empty() ? project() : folder_, "",
                              *from_rfc3339("2026-11-30T14:06:15.123Z"), kServer});
  }
  // Each scope of each agent: its file below the home.
  struct Place {
    std::string agent;
    std::string scope;
    std::string file;
    std::string other = "";  // another setting that the agent knows, as people write it
  };
  static std::vector<Place> places() {
    return {
        {"codex", "user", ".codex/config.toml", "model = \"x\" # mine"},
        {"codex", "project", "a project/.codex/config.toml", "[mcp_servers.b]\ncommand = 'b'"},
        {"opencode", "user", ".config/opencode/opencode.json", "{\n  // mine\n  \"mcp\": {},\n}"},
        {"opencode", "project", "a project/opencode.json",
         "{\"mcp\": {\"b\": {\"type\": \"remote\", \"url\": \"http://h/\"}}} // mine\n"},
        {"gemini-cli", "user", ".gemini/settings.json",
         "{\n\t\"mcpServers\": {\n\t\t\"b\": {\"command\": \"b\"} /* mine */\n\t}\n}\n"},
        {"gemini-cli", "project", "a project/.gemini/settings.json", "{\"model\":{}}"},
        {"cursor", "user", ".cursor/mcp.json",
         "{\r\n  \"mcpServers\": {\r\n    \"b\": {\"command\": \"b\"}, // mine\r\n  },\r\n}\r\n"},
        {"cursor", "project", "a project/.cursor/mcp.json", "{ \"mcpServers\": { } }"},
    };
  }

  std::string folder_;
};

TEST_F(AgentsSetup, MakesAFileWhereEachAgentLooks) {
  for (const auto& each : places()) {
    SCOPED_TRACE(each.agent + " " + each.scope);
    const Ended ended = run({each.agent, "--mcp", "--scope", each.scope});
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_THAT(ended.out, StartsWith("Created " + home_ + "/" + each.file + ":\n"));
    EXPECT_THAT(ended.out, HasSubstr("afar doctor " + each.agent));
    EXPECT_THAT(read(each.file), HasSubstr("\"" + kServer + "\""));
    EXPECT_THAT(run({each.agent, "--remove", "--scope", each.scope}).out, StartsWith("Removed "));
    EXPECT_FALSE(fs::exists(home_ + "/" + each.file)) << "it was ours alone";
  }
}

TEST_F(AgentsSetup, IsTakenOutAgainToTheByteAndTwiceChangesNothing) {
  for (const auto& each : places()) {
    SCOPED_TRACE(each.agent + " " + each.scope);
    write(each.file, each.other);
    ::chmod((home_ + "/" + each.file).c_str(), 0640);
    const Ended ended = run({each.agent, "--mcp", "--scope", each.scope});
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr("added the MCP server afar\nAs it was before: "));
    const std::string after = read(each.file);
    EXPECT_THAT(after, HasSubstr(kServer));
    EXPECT_THAT(run({each.agent, "--mcp", "--scope", each.scope}).out,
                HasSubstr("has it all already"));
    EXPECT_EQ(read(each.file), after);
    EXPECT_THAT(run({each.agent, "--remove", "--scope", each.scope}).out,
                HasSubstr("removed the MCP server afar"));
    EXPECT_EQ(read(each.file), each.other);
    struct stat info {};
    EXPECT_EQ(::stat((home_ + "/" + each.file).c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777, 0640u);
    EXPECT_THAT(run({each.agent, "--remove", "--scope", each.scope}).out,
                HasSubstr("Nothing of afar's"));
  }
}

TEST_F(AgentsSetup, WritesWhatTheExamplesShow) {
  for (const auto& each : places()) {
    if (each.scope != "user") continue;
    SCOPED_TRACE(each.agent);
    run({each.agent, "--mcp"});
    std::string made = read(each.file);
    made.replace(made.find(kServer), kServer.size(), "/usr/local/bin/afar-mcp");
    std::ifstream example(std::string(AFAR_SOURCE_DIR) + "/examples/" + each.agent + "/" +
                          fs::path(each.file).filename().string());
    EXPECT_EQ(made, std::string(std::istreambuf_iterator<char>(example), {}));
  }
}

TEST_F(AgentsSetup, ShowsWhatItWouldDo) {
  for (const auto& each : places()) {
    SCOPED_TRACE(each.agent + " " + each.scope);
    write(each.file, each.other);
    const Ended ended = run({each.agent, "--mcp", "--dry-run", "--scope", each.scope});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_THAT(ended.out, StartsWith("Nothing was changed. This would be, in "));
    EXPECT_THAT(ended.out, HasSubstr(kServer));
    EXPECT_EQ(read(each.file), each.other);
  }
}

TEST_F(AgentsSetup, RefusesAnotherProgramOfTheSameName) {
  const std::string json =
      R"({"mcpServers":{"afar":{"command":"/usr/bin/other","args":["afar-mcp"]}}})";
  const std::pair<std::string, std::string> cases[] = {
      {"codex", "[mcp_servers.afar]\ncommand = \"/usr/bin/other\"\nargs = [\"afar-mcp\"]\n"},
      {"opencode", R"({"mcp":{"afar":{"type":"local","command":["other","afar-mcp"]}}})"},
      {"gemini-cli", json},
      {"cursor", json},
  };
  for (const auto& [agent, text] : cases) {
    SCOPED_TRACE(agent);
    for (const auto& each : places()) {
      if (each.agent != agent || each.scope != "user") continue;
      write(each.file, text);
      const Ended ended = run({agent, "--mcp"});
      EXPECT_EQ(ended.exit_code, 1);
      EXPECT_THAT(ended.err, HasSubstr("is another program; take it out first"));
      EXPECT_EQ(run({agent, "--remove"}).exit_code, 0);
      EXPECT_EQ(read(each.file), text);
    }
  }
}

TEST_F(AgentsSetup, RefusesABrokenFileWithItsLine) {
  for (const auto& each : places()) {
    SCOPED_TRACE(each.agent + " " + each.scope);
    const std::string broken = "{\n  \"a\": oops\n}\n# afar-mcp\n";
    write(each.file, broken);
    for (const std::string option : {"--mcp", "--remove"}) {
      const Ended ended = run({each.agent, option, "--scope", each.scope});
      EXPECT_EQ(ended.exit_code, 1);
      EXPECT_THAT(ended.err,
                  HasSubstr(each.file + ", line " + (each.agent == "codex" ? "1" : "2")));
      EXPECT_EQ(read(each.file), broken);
    }
  }
  write(".gemini/settings.json", "{\"a\": 1,}");
  EXPECT_EQ(run({"gemini-cli", "--mcp"}).exit_code, 1) << "which Gemini CLI does not read either";
}

TEST_F(AgentsSetup, KeepsWhatAPersonAddedToIt) {
  write(
      ".config/opencode/opencode.jsonc",
      "{\"mcp\": {\"afar\": {\"type\": \"local\", \"command\": [\"/old/afar-mcp\", \"--no-start\"],"
      " \"enabled\": false, \"timeout\": 5000, \"environment\": {\"A\": \"b\"}}}}");
  EXPECT_THAT(run({"opencode", "--mcp"}).out, HasSubstr("changed the MCP server afar"));
  EXPECT_EQ(read(".config/opencode/opencode.jsonc"),
            "{\"mcp\": {\"afar\": {\"type\": \"local\", \"command\": [\"/opt/a b/bin/afar-mcp\", "
            "\"--no-start\"], \"enabled\": true, \"timeout\": 60000, \"environment\": {\"A\": "
            "\"b\"}}}}");
  const std::string gemini =
      R"({"mcpServers":{"afar":{"command":"/opt/a b/bin/afar-mcp","args":["--no-start"],)"
      R"("timeout":600000,"trust":false,"includeTools":["pending_request_create"]}}})";
  write(".gemini/settings.json", gemini);
  EXPECT_THAT(run({"gemini-cli", "--mcp"}).out, HasSubstr("has it all already"));
  EXPECT_EQ(read(".gemini/settings.json"), gemini);
}

TEST_F(AgentsSetup, GoesByTheVariablesOfEachAgent) {
  variables_["CODEX_HOME"] = home_ + "/c";
  variables_["XDG_CONFIG_HOME"] = home_ + "/x";
  variables_["GEMINI_CLI_HOME"] = home_ + "/g";
  for (const std::string agent : {"codex", "opencode", "gemini-cli"}) run({agent, "--mcp"});
  EXPECT_THAT(files_in("c"), ElementsAre("config.toml"));
  EXPECT_THAT(files_in("x/opencode"), ElementsAre("opencode.json"));
  EXPECT_THAT(files_in("g/.gemini"), ElementsAre("settings.json"));
  variables_.clear();
  for (const std::string agent : {"codex", "opencode", "gemini-cli", "cursor"}) {
    EXPECT_THAT(run({agent, "--mcp"}).err, HasSubstr("HOME is not set"));
  }
}

TEST_F(AgentsSetup, FindsTheProjectFromWithinAsTheAgentDoes) {
  folder_ = project() + "/deep";
  fs::create_directories(folder_);
  for (const std::string agent : {"codex", "opencode", "gemini-cli", "cursor"}) {
    run({agent, "--mcp", "--scope", "project"});
  }
  EXPECT_THAT(files_in("a project"),
              ElementsAre(".codex", ".cursor", ".git", "deep", "opencode.json"));
  EXPECT_THAT(files_in("a project/deep"), ElementsAre(".gemini")) << "where it is started";
}

TEST_F(AgentsSetup, ChangesTheOneOfTwoFilesThatHasIt) {
  write(".config/opencode/opencode.jsonc", "{}");
  run({"opencode", "--mcp"});
  EXPECT_THAT(read(".config/opencode/opencode.jsonc"), HasSubstr("afar-mcp"));
  write(".config/opencode/opencode.json", "{}");
  EXPECT_THAT(run({"opencode", "--mcp"}).out, HasSubstr("has it all already"));
  run({"opencode", "--remove"});
  EXPECT_EQ(read(".config/opencode/opencode.jsonc"), "{}");
  EXPECT_EQ(read(".config/opencode/opencode.json"), "{}");
}

TEST_F(AgentsSetup, TellsWhereOpencodeWouldAskBeforeAsking) {
  const std::string file = ".config/opencode/opencode.json";
  for (const std::string permission : {R"("ask")", R"({"bash": "allow", "*": "ask"})",
                                       R"({"*": "allow", "afar_*_create": "deny"})"}) {
    write(file, "{\"permission\": " + permission + "}");
    EXPECT_THAT(run({"opencode", "--mcp"}).err,
                HasSubstr("add \"afar_pending_request_*\": \"allow\" at its end"))
        << permission;
  }
  for (const std::string permission :
       {R"("allow")", R"({"bash": "ask"})", R"({"*": "ask", "afar_pending_request_*": "allow"})"}) {
    write(file, "{\"permission\": " + permission + "}");
    EXPECT_EQ(run({"opencode", "--mcp"}).err, "") << permission;
  }
}

TEST_F(AgentsSetup, RefusesAFileInTheFormOfOpencode2) {
  const std::string file = ".config/opencode/opencode.json";
  const std::string text = R"({"mcp": {"servers": {"b": {"type": "local", "command": ["b"]}}}})";
  write(file, text);
  const Ended ended = run({"opencode", "--mcp"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.err, HasSubstr("in the form of OpenCode 2"));
  EXPECT_THAT(ended.err, HasSubstr("\"command\": [\"" + kServer + "\"]"));
  EXPECT_EQ(read(file), text);
  write(file, R"({"mcp": {"servers": {"type": "local", "command": ["b"]}}})");
  EXPECT_EQ(run({"opencode", "--mcp"}).exit_code, 0) << "a server of that name";
}

TEST_F(AgentsSetup, SaysWhatAnAgentCannotHave) {
  for (const std::string agent : {"codex", "opencode", "gemini-cli", "cursor"}) {
    EXPECT_EQ(run({agent}).exit_code, 2);
    EXPECT_THAT(run({agent}).err, HasSubstr("there is no hook for " + agent +
                                            " yet, only the MCP "
                                            "server: afar setup " +
                                            agent + " --mcp"));
    EXPECT_THAT(run({agent, "--mcp", "--permissions"}).err, HasSubstr("--permissions goes with"));
    const Ended ended = run({agent, "--mcp", "--scope", "local"});
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_THAT(ended.err, HasSubstr("take --scope user or --scope project"));
  }
  EXPECT_THAT(files_in(""), ElementsAre("a project"));
}

class AgentsDoctor : public AgentsSetup {
 protected:
  doctor::Patient patient() const {
    doctor::Patient patient;
    patient.environment = environment();
    patient.folder = project();
    return patient;
  }
  static void expect(const doctor::Findings& found, Level level, const std::string& says,
                     const std::string& remedy) {
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].level, level) << found[0].what;
    EXPECT_EQ(found[0].check, "mcp");
    EXPECT_THAT(found[0].what, HasSubstr(says));
    EXPECT_EQ(found[0].remedy, remedy);
  }
};

TEST_F(AgentsDoctor, LooksAtEachThatHasIt) {
  EXPECT_THAT(doctor::check_servers(patient()), IsEmpty());
  for (const auto& each : places()) {
    SCOPED_TRACE(each.agent + " " + each.scope);
    const std::string remedy =
        "afar setup " + each.agent + " --mcp" + (each.scope == "project" ? " --scope project" : "");
    run({each.agent, "--mcp", "--scope", each.scope});
    expect(doctor::check_servers(patient()), Level::kWrong,
           each.agent + ": the MCP server afar in " + home_ + "/" + each.file + " is " + kServer +
               ", which cannot be started",
           remedy);
    std::string text = read(each.file);
    text.replace(text.find(kServer), kServer.size(), write("bin/afar-mcp", "#!/bin/sh\n"));
    ::chmod((home_ + "/bin/afar-mcp").c_str(), 0700);
    write(each.file, text);
    expect(doctor::check_servers(patient()), Level::kFine, "is " + home_ + "/bin/afar-mcp", "");
    if (const std::size_t at = text.find("60"); at != std::string::npos) {
      write(each.file, text.replace(at, 2, "30"));
      expect(doctor::check_servers(patient()), Level::kWrong,
             "has a timeout of 30 s, but a call waits for an answer up to 45 s", remedy);
    }
    write(each.file, "afar-mcp oops");
    EXPECT_EQ(doctor::check_servers(patient()).at(0).level, Level::kWrong);
    fs::remove(home_ + "/" + each.file);
  }
}

TEST_F(AgentsDoctor, OfOneAgentSaysThatItIsMissing) {
  expect(doctor::ServerDoctor("codex").examine(patient()), Level::kWarning,
         "codex does not know the MCP server", "afar setup codex --mcp");
}

TEST_F(AgentsDoctor, TellsOfOneThatIsSwitchedOff) {
  write("bin/afar-mcp", "#!/bin/sh\n");
  ::chmod((home_ + "/bin/afar-mcp").c_str(), 0700);
  write(".config/opencode/opencode.json", "{\"mcp\": {\"afar\": {\"command\": [\"" + home_ +
                                              "/bin/afar-mcp\"], \"enabled\": false}}}");
  expect(doctor::ServerDoctor("opencode").examine(patient()), Level::kWarning, "is switched off",
         "afar setup opencode --mcp");
}

}  // namespace
}  // namespace afar::setup
