// The configuration as a command reads it: the files themselves, without the daemon.
#pragma once
#include <string>

#include "daemon/cli/arguments.h"
#include "daemon/cli/surroundings.h"
#include "daemon/config/load.h"

namespace afar::cli {

config::ConfigFiles config_files_of(const Arguments& arguments, const Surroundings& surroundings);

// Every problem on a line of its own.
std::string problems_text(const config::Problems& problems);

// What the files say; files that cannot be used are a Failure with exit code 1 that lists why.
config::Loaded load_configuration(const Arguments& arguments, const Surroundings& surroundings);

}  // namespace afar::cli
