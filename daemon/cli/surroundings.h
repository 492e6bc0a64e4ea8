// What a command may touch besides the daemon: the three streams and what is known about them, the
// environment, the clock. The tests give their own.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>

#include "shared/dialog/time.h"
#include "shared/os/paths.h"

namespace afar::cli {

// References to streams that outlive it.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool terminal = false;  // out is one; lines may be fitted to it
  bool colours = false;
  int columns = 80;

  std::string bold(const std::string& text) const;
  std::string dim(const std::string& text) const;
};

struct Surroundings {
  Console console;
  Environment environment;
  std::function<WallTime()> now;
  // The absolute path of an executable of ours ("afard"); empty: not found.
  std::function<std::string(const std::string&)> find_program;
};

// The process's own. Colours follow NO_COLOR and TERM.
Surroundings system_surroundings();

}  // namespace afar::cli
