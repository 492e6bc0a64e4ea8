// afar-mcp's command line.
#pragma once
#include <string>
#include <variant>

#include "hook/options.h"
#include "shared/os/paths.h"

namespace afar::mcp {

struct Options {
  std::string session;  // empty: what the client tells
  bool no_start = false;
  PathOverrides paths;
};

// Wrong options: exit code 1 and one line on stderr.
std::variant<Options, hook::Notice> read_options(int argc, const char* const* argv);

}  // namespace afar::mcp
