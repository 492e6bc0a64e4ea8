// afar doctor: finds what is wrong and says how to mend it.
#include "daemon/cli/agent_program.h"
#include "daemon/cli/command.h"

namespace afar::cli {
namespace {

ExitCode run_doctor(const Arguments& arguments, Surroundings& surroundings) {
  return run_afar_agent(doctor_command(), arguments, surroundings);
}

}  // namespace

Command doctor_command() {
  return {
      "doctor",
      "[AGENT]",
      "find what is wrong, and how to mend it",
      "Looks at the programs, the daemon, the files and their modes, the disk, the clock, the\n"
      "agent's settings and version, and starts the registered hook with simulated events. With\n"
      "AGENT of that one, else of claude-code, and what the others have of the MCP server. It\n"
      "changes nothing. Exit status 0 where nothing is wrong (there may be warnings), else 1.",
      {{"json", "", "as JSON: {ok, checks: [{check, status, what, remedy}]}"}},
      0,
      1,
      run_doctor};
}

}  // namespace afar::cli
