// Goal: a session is resumed with what it had and no more.
#include "hook/agents/claude_code/resume.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace afar::hook::claude_code {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

deliver::Job job() {
  deliver::Job job;
  job.origin.session = "00000000-0000-4000-8000-00000000000a";
  return job;
}

ResumeCommand command(const deliver::Job& job) {
  return resume_command(job, "/opt/claude", "/opt/my tools/afar-mcp");
}

TEST(Resume, NamesTheSessionAndAToolThatCanBeAsked) {
  const auto argv = command(job()).argv;
  const auto servers = nlohmann::json::parse(argv.at(7));
  EXPECT_EQ(servers["mcpServers"]["afar"]["command"], "/opt/my tools/afar-mcp");
  EXPECT_THAT(argv, ElementsAre("/opt/claude", "-p", "--resume", job().origin.session,
                                "--output-format", "json", "--mcp-config", argv.at(7),
                                "--permission-prompt-tool", "mcp__afar__permission_prompt"));
}

TEST(Resume, GivesAModeAgainOnlyWhereThePersonIsAskedInIt) {
  const struct {
    const char* mode;
    bool given;
  } cases[] = {{"default", true}, {"acceptEdits", true},        {"plan", true},     {"", false},
               {"auto", false},   {"bypassPermissions", false}, {"dontAsk", false}, {"--x", false}};
  for (const auto& each : cases) {
    deliver::Job with_mode = job();
    with_mode.origin.permission_mode = each.mode;
    const auto argv = command(with_mode).argv;
    EXPECT_EQ(argv.size() == 12 && argv[10] == "--permission-mode" && argv[11] == each.mode,
              each.given)
        << each.mode;
    EXPECT_EQ(argv.size() == 10, !each.given) << each.mode;
  }
}

TEST(Resume, TakesTheOperatorsArgumentsAndTheOriginsFolder) {
  deliver::Job more = job();
  more.args = {"--model", "a model"};
  more.origin.config_dir = "/home/me/agent";
  const auto found = command(more);
  EXPECT_EQ(found.argv.back(), "a model");
  EXPECT_THAT(found.environment, ElementsAre(Pair("CLAUDE_CONFIG_DIR", "/home/me/agent")));
  EXPECT_TRUE(command(job()).environment.empty());
}

TEST(Resume, IsRefusedForWhatIsNoUuid) {
  for (const char* id :
       {"", "s-1", "--help", "00000000-0000-4000-8000-00000000000",
        "x0000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000001\n",
        "00000000_0000_4000_8000_000000000001"}) {
    deliver::Job other = job();
    other.origin.session = id;
    EXPECT_THROW(command(other), deliver::Undeliverable) << id;
  }
}

}  // namespace
}  // namespace afar::hook::claude_code
