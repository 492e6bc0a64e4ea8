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

// The fd of a service manager's first socket (sd_listen_fds(3)).
constexpr int kFirstInherited = 3;

std::string name_of(int fd) {
  sockaddr_un name{};
  socklen_t size = sizeof name;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&name), &size) != 0 ||
      name.sun_family != AF_UNIX) {
    throw std::runtime_error("the inherited descriptor 3 (LISTEN_FDS) is no unix socket");
  }
  return name.sun_path;
}

void make_non_blocking(int fd) {
  set_close_on_exec(fd);
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

}  // namespace

Listener Listener::bind(const std::string& path) {
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
  make_non_blocking(fd.get());
  if (bind_private(fd.get(), address) != 0) fail(path, std::strerror(errno));
  if (::listen(fd.get(), SOMAXCONN) != 0) fail(path, std::strerror(errno));
  Listener listener(std::move(fd), path);
  if (::lstat(path.c_str(), &info) != 0) fail(path, std::strerror(errno));
  listener.device_ = info.st_dev;
  listener.inode_ = info.st_ino;
  return listener;
}

std::optional<Listener> Listener::inherited(const Environment& environment) {
  const auto pid = environment("LISTEN_PID");
  const auto count = environment("LISTEN_FDS");
  if (!pid || !count || *pid != std::to_string(::getpid()) || *count == "0") return std::nullopt;
  make_non_blocking(kFirstInherited);
  Listener listener(UniqueFd(kFirstInherited), name_of(kFirstInherited));
  listener.of_service_manager_ = true;
  return listener;
}

bool Listener::lost() const {
  // A bound socket's own inode is not the one of its name, so the name is looked at.
  if (of_service_manager_) return false;
  struct stat info {};
  return ::lstat(path_.c_str(), &info) != 0 || info.st_dev != device_ || info.st_ino != inode_;
}

void Listener::remove_name() const {
  if (!of_service_manager_ && !lost()) ::unlink(path_.c_str());
}

}  // namespace afar
