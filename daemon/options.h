// afard's command line.
#pragma once
#include <string>

#include "shared/os/paths.h"

namespace afar {

struct DaemonOptions {
  bool run = false;   // false: --help, --version or a wrong option was dealt with
  int exit_code = 0;  // then
  Paths paths;
  std::string log_level = "info";
};

// Prints what --help and --version ask for, or one line on stderr about what is wrong (exit code
// 2).
DaemonOptions read_daemon_options(int argc, char** argv);

}  // namespace afar
