#include "shared/os/instance_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace afar {

std::optional<InstanceLock> InstanceLock::try_acquire(const std::string& path) {
  // Never unlinked: a lock on a file that somebody removed and another made again locks nothing.
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd) throw std::runtime_error("cannot open the lock " + path + ": " + std::strerror(errno));
  while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return std::nullopt;
    throw std::runtime_error("cannot lock " + path + ": " + std::strerror(errno));
  }
  // Who held it before is gone, and its number may be another process's by now: nobody may be
  // pointed to it.
  if (::ftruncate(fd.get(), 0) != 0) {
    throw std::runtime_error("cannot write to " + path + ": " + std::strerror(errno));
  }
  return InstanceLock(std::move(fd));
}

void InstanceLock::publish(std::int64_t pid, const std::string& socket) {
  const std::string text = std::to_string(pid) + "\n" + socket + "\n";
  if (::ftruncate(fd_.get(), 0) != 0 ||
      ::pwrite(fd_.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error(std::string("cannot write the lock: ") + std::strerror(errno));
  }
}

std::optional<LockHolder> holder_of(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!fd) return std::nullopt;
  char text[4096];
  const ssize_t size = ::read(fd.get(), text, sizeof text);
  if (size <= 0) return std::nullopt;
  const std::string_view content(text, static_cast<std::size_t>(size));
  const std::size_t end_of_pid = content.find('\n');
  if (end_of_pid == std::string_view::npos) return std::nullopt;
  const std::size_t end = content.find('\n', end_of_pid + 1);
  if (end == std::string_view::npos) return std::nullopt;
  LockHolder holder;
  const auto read = std::from_chars(text, text + end_of_pid, holder.pid);
  if (read.ec != std::errc() || read.ptr != text + end_of_pid || holder.pid <= 0) {
    return std::nullopt;
  }
  holder.socket = content.substr(end_of_pid + 1, end - end_of_pid - 1);
  return holder;
}

}  // namespace afar
