// What doctor looks at: this process's surroundings, as values.
#pragma once
#include <string>

#include "shared/dialog/time.h"
#include "shared/os/paths.h"

namespace afar::doctor {

struct Patient {
  Environment environment;
  std::string folder;  // the working directory
  PathOverrides overrides;
  Paths paths;
  std::string hook;  // the installed afar-hook; empty: not found
  // An administrator's settings for the agent; empty: where the agent looks for them.
  std::string managed_settings;
  WallTime now;
};

}  // namespace afar::doctor
