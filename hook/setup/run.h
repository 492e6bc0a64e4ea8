// afar-agent setup: registers the hook in an agent's configuration, or takes it out.
#pragma once
#include <string>
#include <vector>

#include "shared/dialog/time.h"
#include "shared/os/paths.h"

namespace afar::setup {

struct Surroundings {
  Environment environment;
  std::string folder;  // the working directory
  std::string hook;    // the absolute path to register; empty: not found
  WallTime now;
  std::string server{};  // the same of the MCP server
};

struct Ended {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// `words`: what stands after "setup". Throws nothing that a caller has to know of.
Ended run(const std::vector<std::string>& words, const Surroundings& surroundings);

}  // namespace afar::setup
