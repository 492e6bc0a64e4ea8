// Tells the daemon something that decides nothing: the terminal's own answer, a prompt, a stop.
// Without a daemon there is nobody to be told, and that is no failure.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "shared/dialog/request.h"
#include "shared/os/paths.h"
#include "shared/rpc/client.h"

namespace afar::hook {

// What the daemon gave back: words for the agent, mostly none, and the connection to confirm them
// on.
struct Told {
  std::vector<LateWords> words{};
  std::optional<rpc::Client> client{};
  bool taken = false;  // the daemon says that it has it
};

// Waits at most about a second for the daemon to say that it has taken it, and through a restart of
// the daemon: a hook that waits for the terminal's answer would else wait for ever.
Told tell_daemon(const Paths& paths, bool from_agent, std::string_view method,
                 const nlohmann::json& params);

// The agent has been told these words.
void confirm(rpc::Client& client, const std::vector<LateWords>& words);

}  // namespace afar::hook
