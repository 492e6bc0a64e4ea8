// The texts of --help and of afar help.
#pragma once
#include <string>

#include "daemon/cli/command.h"

namespace afar::cli {

std::string help_of_all();
std::string help_of(const Command& command);

}  // namespace afar::cli
