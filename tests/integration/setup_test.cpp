// Goal: an installation that a stranger gets right the first time. Method: the real command, then
// the hooks that it registered, started as the agent would start them.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/integration/agent.h"
#include "tests/integration/command.h"

namespace afar::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

std::string content_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class SetupTest : public ::testing::Test {
 protected:
  Command::End afar(const std::vector<std::string>& arguments) {
    return Command(stage_, arguments).end();
  }
  std::string settings() const { return stage_.home() + "/.claude/settings.json"; }

  Stage stage_;
};

TEST_F(SetupTest, RegistersAHookThatHandsAQuestionOver) {
  const auto end = afar({"setup", "claude-code"});
  ASSERT_EQ(end.exit, (Exit{0, 0})) << end.err;
  EXPECT_THAT(end.out, HasSubstr("Created " + settings()));
  const json entry =
      json::parse(content_of(settings())).at("hooks").at("PreToolUse")[0].at("hooks")[0];
  EXPECT_EQ(entry.at("command"), executable("afar-hook"));

  stage_.start_daemon();
  Agent agent(stage_, Agent::Kind::kHeadless);
  std::vector<std::string> argv = entry.at("args");
  argv.insert(argv.begin(), entry.at("command").get<std::string>());
  const Event event = before("s-1", "toolu_1");
  Hook hook = agent.program(argv, event.dump());
  auto person = stage_.connect();
  person.answer(person.until_open(1)[0].at("id"), {"o1"});
  EXPECT_EQ(hook.end().out, allowed_before(event, {{"Which color?", "Red"}}));
}

TEST_F(SetupTest, TakesOutWhatItPutIn) {
  fs::create_directories(stage_.home() + "/.claude");
  const std::string before = "{\n\t\"hooks\": { },\n\t\"env\": {\"A\": \"b\"}\n}";
  std::ofstream(settings(), std::ios::binary) << before;
  EXPECT_EQ(afar({"setup", "claude-code"}).exit, (Exit{0, 0}));
  EXPECT_NE(content_of(settings()), before);
  const std::string after = content_of(settings());
  EXPECT_THAT(afar({"setup", "claude-code"}).out, HasSubstr("nothing was changed"));
  EXPECT_EQ(content_of(settings()), after);
  EXPECT_EQ(afar({"setup", "--remove", "claude-code"}).exit, (Exit{0, 0}));
  EXPECT_EQ(content_of(settings()), before);
}

TEST_F(SetupTest, RefusesABrokenFileUntouched) {
  fs::create_directories(stage_.home() + "/.claude");
  std::ofstream(settings()) << "{\n  \"hooks\": [],\n}";
  const auto end = afar({"setup", "claude-code"});
  EXPECT_EQ(end.exit, (Exit{1, 0}));
  EXPECT_THAT(end.err, HasSubstr(settings() + ", line 3"));
  EXPECT_EQ(content_of(settings()), "{\n  \"hooks\": [],\n}");
}

TEST_F(SetupTest, RegistersTheServerThatIsInstalled) {
  const std::string servers = stage_.home() + "/.claude.json";
  ASSERT_EQ(afar({"setup", "claude-code", "--mcp"}).exit, (Exit{0, 0}));
  EXPECT_THAT(content_of(servers), HasSubstr("\"command\": \"" + executable("afar-mcp") + "\""));
  ASSERT_EQ(afar({"setup", "claude-code", "--remove"}).exit, (Exit{0, 0}));
  EXPECT_FALSE(fs::exists(servers));
}

TEST_F(SetupTest, RegistersTheServerWithEachAgentAndIsContentWithIt) {
  const std::pair<std::string, std::string> agents[] = {
      {"codex", ".codex/config.toml"},
      {"opencode", "config/opencode/opencode.json"},
      {"gemini-cli", ".gemini/settings.json"},
      {"cursor", ".cursor/mcp.json"}};
  stage_.start_daemon();
  for (const auto& [agent, file] : agents) {
    SCOPED_TRACE(agent);
    const std::string path = stage_.home() + "/" + file;
    ASSERT_EQ(afar({"setup", agent, "--mcp"}).exit, (Exit{0, 0}));
    EXPECT_THAT(content_of(path), HasSubstr("\"" + executable("afar-mcp") + "\""));
    const auto doctor = afar({"doctor", agent});
    EXPECT_EQ(doctor.exit, (Exit{0, 0})) << doctor.out;
    EXPECT_THAT(doctor.out, HasSubstr("the MCP server afar in " + path + " is "));
    ASSERT_EQ(afar({"setup", agent, "--remove"}).exit, (Exit{0, 0}));
    EXPECT_FALSE(fs::exists(path));
  }
}

TEST_F(SetupTest, RegistersTheHookByTheNameThatLeadsToIt) {
  const std::string bin = stage_.home() + "/my bin";
  fs::create_directory(bin);
  fs::create_symlink(executable("afar-hook"), bin + "/afar-hook");
  const auto end = Command(stage_, {"setup", "claude-code"}, {{"PATH", "/usr/bin:" + bin}}).end();
  ASSERT_EQ(end.exit, (Exit{0, 0})) << end.err;
  EXPECT_THAT(content_of(settings()), HasSubstr("\"command\": \"" + bin + "/afar-hook\""));
}

}  // namespace
}  // namespace afar::test
