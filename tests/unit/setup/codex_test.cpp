// Goal: of a config.toml, whatever a person has written into it, one table changes and nothing
// else. Method: texts of every layout; the table is added and taken out again, and the bytes are
// compared.
#include <gmock/gmock.h>

#include "hook/agents/codex/config_text.h"
#include "hook/setup/refused.h"

namespace afar::hook::codex {
namespace {

using ::testing::HasSubstr;
using Rule = setup::WantedMember::Rule;

const std::vector<setup::WantedMember>& members() {
  static const std::vector<setup::WantedMember> kMembers{
      {"command", "\"/usr/bin/afar-mcp\"", Rule::kAlways},
      {"tool_timeout_sec", "60", Rule::kAtLeast},
      {"enabled_tools", "[\"a\"]", Rule::kIfMissing}};
  return kMembers;
}
constexpr const char* kTable =
    "[mcp_servers.afar]\ncommand = \"/usr/bin/afar-mcp\"\ntool_timeout_sec = 60\n"
    "enabled_tools = [\"a\"]\n";

std::string with(const std::string& text) { return with_server(text, "config.toml", members()); }
std::string without(const std::string& text) { return without_server(text, "config.toml"); }

TEST(CodexConfig, ANewTableStandsAtTheEnd) {
  EXPECT_EQ(with(""), kTable);
  EXPECT_EQ(with("model = \"x\"\n"), std::string("model = \"x\"\n\n") + kTable);
}

TEST(CodexConfig, WhatIsAddedAndTakenOutLeavesTheBytesAsTheyWere) {
  const std::string texts[] = {
      "",
      "\n",
      "# only a comment",
      "# only a comment\n",
      "\xEF\xBB\xBFmodel = \"\xC3\xA4\" # \xE2\x82\xAC\n\n\n",
      "a = 1\r\n[mcp_servers.b]\r\ncommand = \"b\"\r\n",
      "a = 1\r\n[mcp_servers.b]\r\ncommand = \"b\"",
      "[mcp_servers]\n[mcp_servers.b.env]\nK = '''\n[mcp_servers.afar]\n'''\n",
      "[[hooks.PreToolUse]]\nmatcher = \"\\\"[x]\\\"\"\n[tui]\nnotifications = [\n  \"a\", # b "
      "]\n]",
      "[projects.\"/home/x/[y]\"]\ntrust_level = \"trusted\"\n",
      "[mcp_servers.\"afar2\"]\ncommand = \"afar\"\n   \n",
      "\"mcp_servers\".b.command = \"b\"\n",
  };
  for (const auto& text : texts) {
    SCOPED_TRACE(text);
    const std::string longer = with(text);
    EXPECT_EQ(server_in(longer, "f")->program, "/usr/bin/afar-mcp");
    EXPECT_EQ(with(longer), longer) << "twice is once";
    EXPECT_EQ(without(longer), text);
  }
}

// Codex itself writes more tables behind ours, and into it what a person has decided in its
// dialogs.
TEST(CodexConfig, IsTakenOutWhereOthersHaveWrittenBehindIt) {
  const std::string more = "\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n";
  EXPECT_EQ(without(with("a = 1\n") + more), "a = 1\n" + more);
  EXPECT_EQ(without(with("") + more), more);
  const std::string of_ours =
      "\n[mcp_servers.afar.tools.x]\napproval_mode = \"approve\" # so\n\n"
      "[mcp_servers.b]\ncommand = \"b\"\n\n[mcp_servers.\"afar\".env]\nA = \"b\"\nB.c = 1\n";
  EXPECT_EQ(without(with("a = 1\n") + of_ours), "a = 1\n\n[mcp_servers.b]\ncommand = \"b\"\n");
}

TEST(CodexConfig, ChangesOnlyWhatHasToChangeInATableThatIsThere) {
  const std::string text =
      "a = 1 # \xC3\xA4\n\n  [ mcp_servers . afar ] # mine\n  # the program\n"
      "  command = '/old/afar-mcp' # old \xC3\xA4\n  args = [\n    \"--no-start\",\n  ]\n"
      "  tool_timeout_sec = 5.5 # short\n\n[other]\nx = 1\n";
  EXPECT_EQ(
      with(text),
      "a = 1 # \xC3\xA4\n\n  [ mcp_servers . afar ] # mine\n  # the program\n"
      "  command = \"/usr/bin/afar-mcp\" # old \xC3\xA4\n  args = [\n    \"--no-start\",\n  ]\n"
      "  tool_timeout_sec = 60 # short\nenabled_tools = [\"a\"]\n\n[other]\nx = 1\n");
  const std::string mine =
      "[mcp_servers.afar]\nenabled_tools = []\ntool_timeout_sec = 3600\n"
      "command = \"/usr/bin/afar-mcp\"";
  EXPECT_EQ(with(mine), mine);
  EXPECT_EQ(with("[mcp_servers.afar]\ncommand = \"/usr/bin/afar-mcp\""),
            std::string(kTable).substr(0, std::string(kTable).size() - 1));
}

TEST(CodexConfig, RefusesWhatItCannotChangeWithoutHarm) {
  const struct {
    std::string text;
    std::string says;
  } cases[] = {
      {"a = \n", "config.toml, line 1: this is no TOML"},
      {"a = 1\na = 2\n", "config.toml, line 2"},
      {"mcp_servers = { b = { command = \"b\" } }\n", "are not written as tables"},
      {"mcp_servers = 1\n", "are not written as tables"},
      {"mcp_servers = { afar = { command = \"afar-mcp\" } }\n", "[mcp_servers.afar], which alone"},
      {"[mcp_servers]\nafar = { command = \"afar-mcp\" }\n", "[mcp_servers.afar], which alone"},
      {"[mcp_servers]\nafar.command = \"afar-mcp\"\n", "[mcp_servers.afar], which alone"},
      {"[mcp_servers.afar.tools.x]\na = 1\n", "[mcp_servers.afar], which alone"},
      {"[mcp_servers]\nafar = \"afar-mcp\"\n", "[mcp_servers.afar], which alone"},
  };
  for (const auto& each : cases) {
    try {
      with(each.text);
      ADD_FAILURE() << each.text;
    } catch (const setup::Refused& refused) {
      EXPECT_THAT(refused.what(), HasSubstr(each.says)) << each.text;
    }
  }
  EXPECT_THROW(without("mcp_servers.afar.command = \"afar-mcp\"\n"), setup::Refused);
}

TEST(CodexConfig, TellsWhatStandsThere) {
  EXPECT_FALSE(server_in("[mcp_servers.b]\ncommand = \"afar-mcp\"\n", "f"));
  const auto server = server_in(
      "mcp_servers = { afar = { command = 'afar-mcp', tool_timeout_sec = 5, enabled = false } }",
      "f");
  ASSERT_TRUE(server);
  EXPECT_EQ(server->program, "afar-mcp");
  EXPECT_EQ(server->call_timeout_s, 5);
  EXPECT_TRUE(server->disabled);
  EXPECT_EQ(server_in("[mcp_servers.afar]\nurl = \"http://h/\"\n", "f")->program, "");
}

}  // namespace
}  // namespace afar::hook::codex
