#include "daemon/ipc/listener.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "shared/os/paths.h"
#include "shared/os/unix_socket.h"

namespace afar {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw std::runtime_error("cannot listen at " + path + ": " + why);
}

// The socket's own mode: bind() takes it from the umask, which is put back at once, since children
// of the daemon make files with the user's normal modes.
int bind_private(int fd, const sockaddr_un& address) {
  const mode_t before = ::umask(0177);
  const int result = ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = errno;
  ::umask(before);
  errno = error;
  return result;
}

}  // namespace

UniqueFd bind_listener(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    fail(path, "the path is longer than a socket's may be (" +
                   std::to_string(sizeof address.sun_path - 1) +
                   " bytes); set AFAR_SOCKET or --socket to a shorter one");
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (const auto wrong = make_private_folder_of(path)) fail(path, *wrong);

  const auto living = connect_unix(path, std::chrono::milliseconds(300));
  switch (living.status) {
    case ConnectStatus::kConnected:
    case ConnectStatus::kBusy:
      fail(path, "another afard (of another database) listens there; set AFAR_SOCKET or --socket");
    case ConnectStatus::kNotOurs:
      fail(path, "another user's process listens there");
    case ConnectStatus::kNobody:
    case ConnectStatus::kUnusable:
      break;
  }
  struct stat info {};
  if (::lstat(path.c_str(), &info) == 0) {
    if (!S_ISSOCK(info.st_mode)) fail(path, "something that is no socket stands there");
    if (::unlink(path.c_str()) != 0) {
      fail(path, std::string("removing the stale socket: ") + std::strerror(errno));
    }
  }
  UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM, 0));
  if (!fd) fail(path, std::strerror(errno));
  set_close_on_exec(fd.get());
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
  if (bind_private(fd.get(), address) != 0) fail(path, std::strerror(errno));
  if (::listen(fd.get(), SOMAXCONN) != 0) fail(path, std::strerror(errno));
  return fd;
}

bool still_bound(int listener, const std::string& path) {
  // A bound socket's own inode is not the one in the file system, so the path is asked for itself.
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISSOCK(info.st_mode)) return false;
  sockaddr_un name{};
  socklen_t size = sizeof name;
  return ::getsockname(listener, reinterpret_cast<sockaddr*>(&name), &size) == 0 &&
         path == name.sun_path;
}

}  // namespace afar
