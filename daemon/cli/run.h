// The operator's command as a function: main() and the tests call it.
#pragma once
#include <string>
#include <vector>

#include "daemon/cli/surroundings.h"

namespace afar::cli {

// `words`: the command line without the program's name. Returns the exit code (failure.h); throws
// nothing.
int run(const std::vector<std::string>& words, Surroundings& surroundings);

}  // namespace afar::cli
