// This process's place on the machine: the machine's name, and the agent that runs it.
#pragma once
#include <cstdint>
#include <string>

namespace afar::hook {

std::string host_name();

// The agent's process: our parent, or the parent of the shell that the agent runs our command line
// in. Hooks are started in a session of their own, so a parent that leads our session is that
// shell.
std::int64_t agent_process();

}  // namespace afar::hook
