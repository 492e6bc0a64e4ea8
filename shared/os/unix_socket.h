// Unix sockets as this product uses them, with what differs between Linux and macOS.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "shared/os/fd.h"

namespace afar {

// Named for what the caller may do about it.
enum class ConnectStatus {
  kConnected,
  kNobody,    // nothing listens there: starting a daemon may help
  kBusy,      // somebody listens, but did not take us within the limit: it is no dead daemon
  kNotOurs,   // another user listens there: never talk to it
  kUnusable,  // the path cannot be a socket's (too long) or may not be reached
};

struct Connected {
  ConnectStatus status = ConnectStatus::kNobody;
  UniqueFd fd;      // blocking, with send limit `limit`, closed on exec
  std::string why;  // for people, where it is not connected
};

// Connects within `limit` and checks that the peer's uid is ours.
Connected connect_unix(const std::string& path, std::chrono::milliseconds limit);

struct Peer {
  std::uint32_t uid = 0;
  std::int64_t pid = 0;  // a hint only (0: unknown): the number may be another process's by now
};
// Who is at the other end of a connected socket; nullopt where the system does not say.
std::optional<Peer> peer_of(int fd);

}  // namespace afar
