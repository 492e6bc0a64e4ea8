// Tells the daemon something that needs no answer for the agent: the terminal's own answer, a
// prompt, a stop. Without a daemon there is nobody to be told, and that is no failure.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "shared/os/paths.h"

namespace afar::hook {

// Waits at most about a second for the daemon to say that it has taken it, and through a restart of
// the daemon: a hook that waits for the terminal's answer would else wait for ever.
void tell_daemon(const Paths& paths, bool from_agent, std::string_view method,
                 const nlohmann::json& params);

}  // namespace afar::hook
