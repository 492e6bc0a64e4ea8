#include "hook/streams.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "shared/os/fd.h"

namespace afar::hook {
namespace {

constexpr std::size_t kReadAtOnce = 64u * 1024;
constexpr std::size_t kComplaintBytesMax = 500;
// For an agent that made its end of stdout non-blocking and is slow to read.
constexpr int kWriteWaitMs = 2000;

bool wait_until_writable(int fd) {
  pollfd wanted{fd, POLLOUT, 0};
  return ::poll(&wanted, 1, kWriteWaitMs) > 0 && (wanted.revents & POLLOUT) != 0;
}

}  // namespace

std::optional<std::string> read_all(int fd, std::size_t bytes_max) {
  std::string text;
  // Not filled beforehand: of what is not read into, no page is ever touched.
  char bytes[kReadAtOnce];
  for (;;) {
    const ssize_t got = ::read(fd, bytes, sizeof bytes);
    if (got < 0) {
      if (errno == EINTR) continue;
      throw std::runtime_error(std::string("reading the event: ") + std::strerror(errno));
    }
    if (got == 0) return text;
    text.append(bytes, static_cast<std::size_t>(got));
    if (text.size() > bytes_max) return std::nullopt;
  }
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(fd, text.data(), text.size());
    if (wrote >= 0) {
      text.remove_prefix(static_cast<std::size_t>(wrote));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait_until_writable(fd)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void complain(std::string_view what, std::string_view program) {
  std::string line(program);
  line.append(": ");
  line.append(what.substr(0, kComplaintBytesMax));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  line.push_back('\n');
  // Nobody is left to be told where even this fails.
  if (!write_all(STDERR_FILENO, line)) return;
}

std::string read_tail(const std::string& path, std::size_t bytes_max) {
  std::string text;
  // Non-blocking: the name comes from an event, and may be a pipe's.
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!fd || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) return text;
  const auto size = static_cast<std::size_t>(info.st_size);
  const std::size_t wanted = std::min(size, bytes_max);
  text.resize(wanted);
  const ssize_t got = ::pread(fd.get(), text.data(), wanted, static_cast<off_t>(size - wanted));
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace afar::hook
