// Whether a coding agent is seen to be at the other end: agents must not answer their own
// questions.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "shared/os/unix_socket.h"

namespace afar {

// What is seen, in words, or nullopt. `from_agent`: what the client says of itself. `agents`:
// processes of agents that asked something. A hint against accidents and lazy agents: code of the
// same user can get round it.
std::optional<std::string> agent_behind(const Peer& peer, bool from_agent,
                                        const std::set<std::int64_t>& agents);

}  // namespace afar
