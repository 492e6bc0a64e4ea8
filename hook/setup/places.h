// Where agents keep what a person has configured.
#pragma once
#include <string>

#include "hook/setup/options.h"
#include "shared/os/paths.h"

namespace afar::setup {

// The folder whose settings count for a session that starts in `folder`: the root of its git
// repository, else itself.
std::string project_of(const std::string& folder);

// The person's home, or what this variable of the agent's says instead. Throws Refused where there
// is neither.
std::string home_of(const Environment& environment, const std::string& variable = "");

// Throws Refused for the scope that only one agent has. `agent`: its name, as it calls itself.
void refuse_local(Scope scope, const std::string& agent);

}  // namespace afar::setup
