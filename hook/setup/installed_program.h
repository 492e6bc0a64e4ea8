// The name by which an agent is to start a program of ours.
#pragma once
#include <string>

#include "shared/os/paths.h"

namespace afar::setup {

// The absolute path of the program of that name ("afar-hook") that belongs to this one; empty:
// there is none. Where PATH leads to the same file, it is PATH's name for it: a package's own
// folder often bears a version, and is gone after the next one.
std::string installed_program(const std::string& name, const Environment& environment);

}  // namespace afar::setup
