// Finds the living daemon and connects to it. The one place that knows where to look, for the hook
// and for the operator's command.
#pragma once
#include <chrono>

#include "shared/os/paths.h"
#include "shared/os/unix_socket.h"

namespace afar::rpc {

// Connects to the socket in `paths`. Where no daemon of ours listens there, to the one that the
// lock beside the database names: cron, su and containers have no runtime directory, and so look
// for the socket elsewhere. Each attempt takes at most `limit`. Not connected: says why for the
// first socket that has somebody, else for the socket in `paths`.
Connected connect_to_daemon(const Paths& paths, std::chrono::milliseconds limit);

}  // namespace afar::rpc
