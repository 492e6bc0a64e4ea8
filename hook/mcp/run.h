// The program: from the command line to the client's end.
#pragma once
#include <variant>

#include "hook/mcp/options.h"
#include "shared/os/paths.h"

namespace afar::mcp {

// The exit code.
int run(const std::variant<Options, hook::Notice>& command, const Environment& environment);

}  // namespace afar::mcp
