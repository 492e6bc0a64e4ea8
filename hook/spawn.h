// Starts a daemon where none runs: one, however many hooks find none at the same time.
#pragma once
#include "hook/agent_watch.h"
#include "shared/os/paths.h"
#include "shared/os/unix_socket.h"

namespace afar::hook {

// Returns a connection to the daemon that was started, or that somebody else started meanwhile;
// else why there is none. Gives up at `until`, and at once on a sign from the agent, or where a
// start failed less than 30 s ago: every event would pay for the same failure again.
Connected start_daemon(const Paths& paths, AgentWatch& watch, MonoTime until);

// How long one attempt to connect may take (a full backlog blocks it), and every write after it.
inline constexpr Milliseconds kConnectLimit{300};
// The same, where less time is left.
Milliseconds connect_limit(MonoTime until);

}  // namespace afar::hook
