// What has to know an agent is afar-agent's to do: a command that only passes its words on.
#pragma once
#include "daemon/cli/command.h"

namespace afar::cli {

// Runs afar-agent with the command's name, options and operands, and with our own streams. Its exit
// status is ours: 0, 1 and 2 mean the same there.
ExitCode run_afar_agent(const Command& command, const Arguments& arguments,
                        Surroundings& surroundings);

}  // namespace afar::cli
