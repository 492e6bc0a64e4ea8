// afar setup: registers the hook in an agent's own configuration.
#include "daemon/cli/agent_program.h"
#include "daemon/cli/command.h"

namespace afar::cli {
namespace {

ExitCode run_setup(const Arguments& arguments, Surroundings& surroundings) {
  return run_afar_agent(setup_command(), arguments, surroundings);
}

}  // namespace

Command setup_command() {
  return {
      "setup",
      "AGENT",
      "register afar in an agent's configuration",
      "AGENT is claude-code, which gets the hook, or codex, opencode, gemini-cli or cursor, which\n"
      "take the MCP server alone, by --mcp.\n"
      "All else in a file stays as it is, byte for byte, and a copy of it is kept beside it.\n"
      "A second run brings it up to date, or changes nothing. A file that cannot be read as the\n"
      "agent's configuration is refused, with the line to mend.",
      {{"scope", "WHERE",
        "user (all your sessions; where left out), project, or local (you alone; claude-code)"},
       {"permissions", "", "permissions too, not only questions and plans (claude-code)"},
       {"mcp", "", "the MCP server too (man afar-mcp)"},
       {"remove", "", "take out what a setup has put in"},
       {"dry-run", "", "show what would be changed, and change nothing"}},
      1,
      1,
      run_setup};
}

}  // namespace afar::cli
