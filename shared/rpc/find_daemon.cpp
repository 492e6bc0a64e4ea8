#include "shared/rpc/find_daemon.h"

#include "shared/os/instance_lock.h"

namespace afar::rpc {

Connected connect_to_daemon(const Paths& paths, std::chrono::milliseconds limit) {
  Connected here = connect_unix(paths.socket, limit);
  // A busy daemon is the right one; looking further would only find another that is not.
  if (here.status == ConnectStatus::kConnected || here.status == ConnectStatus::kBusy) return here;
  const auto holder = holder_of(paths.lock);
  if (!holder || holder->socket.empty() || holder->socket == paths.socket) return here;
  Connected there = connect_unix(holder->socket, limit);
  // A lock without a living holder is the rest of a daemon that was killed: it tells nothing.
  if (there.status == ConnectStatus::kNobody) return here;
  return there;
}

}  // namespace afar::rpc
