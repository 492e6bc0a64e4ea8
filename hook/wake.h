// afar-hook --wake: stays beside an idle session until an answer comes that nobody waits for any
// more, and then wakes the agent with it.
#pragma once
#include <optional>
#include <vector>

#include "hook/agent_watch.h"
#include "hook/tell.h"
#include "shared/dialog/request.h"

namespace afar::hook {

// Words for the agent, with the connection to confirm them on; none: the session's next prompt or
// its end came first, or the agent is gone, or no daemon was ever there. Blocks for as long as it
// takes; a daemon that restarts meanwhile is found again.
Told wait_for_late(const Paths& paths, bool from_agent, const Origin& origin, AgentWatch& watch);

}  // namespace afar::hook
