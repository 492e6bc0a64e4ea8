#include "shared/os/unix_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace afar {

#ifdef __linux__
std::optional<Peer> peer_of(int fd) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return std::nullopt;
  return Peer{credentials.uid, credentials.pid};
}
#else
std::optional<Peer> peer_of(int fd) {
  uid_t uid = 0;
  gid_t gid = 0;
  if (::getpeereid(fd, &uid, &gid) != 0) return std::nullopt;
  Peer peer{uid, 0};
#ifdef LOCAL_PEERPID
  pid_t pid = 0;
  socklen_t size = sizeof pid;
  if (::getsockopt(fd, SOL_LOCAL, LOCAL_PEERPID, &pid, &size) == 0) peer.pid = pid;
#endif
  return peer;
}
#endif

Connected connect_unix(const std::string& path, std::chrono::milliseconds limit) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return {ConnectStatus::kUnusable,
            {},
            path + " is longer than a socket's path may be (" +
                std::to_string(sizeof address.sun_path - 1) + " bytes); set AFAR_SOCKET"};
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM, 0));
  if (!fd) return {ConnectStatus::kUnusable, {}, std::string("socket: ") + std::strerror(errno)};
  set_close_on_exec(fd.get());
#ifdef SO_NOSIGPIPE
  const int on = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  // On Linux the send limit bounds connect() too, which blocks while the listener's backlog is
  // full.
  timeval wait{};
  wait.tv_sec = static_cast<time_t>(limit.count() / 1000);
  wait.tv_usec = static_cast<suseconds_t>((limit.count() % 1000) * 1000);
  ::setsockopt(fd.get(), SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);

  if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const int error = errno;
    const std::string why = "connecting to " + path + ": " + std::strerror(error);
    switch (error) {
      case ENOENT:
      case ECONNREFUSED:
      case ENOTDIR:
        return {ConnectStatus::kNobody, {}, why};
      case EAGAIN:
      case EINPROGRESS:
      case ETIMEDOUT:
      case EINTR:
        return {ConnectStatus::kBusy, {}, why};
      default:
        return {ConnectStatus::kUnusable, {}, why};
    }
  }
  const auto peer = peer_of(fd.get());
  if (!peer || peer->uid != ::getuid()) {
    return {ConnectStatus::kNotOurs, {}, "the process listening at " + path + " is another user's"};
  }
  return {ConnectStatus::kConnected, std::move(fd), ""};
}

}  // namespace afar
