#include "daemon/config/config_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "daemon/core/sha256.h"
#include "shared/os/fd.h"

namespace afar::config {
namespace {

// A thousand rules take some 300 KiB.
constexpr std::size_t kBytesMax = 1024 * 1024;

std::optional<std::string> wrong_with(const struct stat& info, std::optional<uid_t> only_owner) {
  if (!S_ISREG(info.st_mode)) return "is not a plain file";
  if (info.st_size > static_cast<off_t>(kBytesMax)) return "is larger than 1 MiB";
  if (!only_owner) return std::nullopt;
  if (info.st_uid != *only_owner) {
    return "belongs to user " + std::to_string(info.st_uid) + "; it counts only if it belongs to " +
           (*only_owner == 0 ? "root" : "user " + std::to_string(*only_owner));
  }
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return "can be written by others than its owner (chmod go-w)";
  }
  return std::nullopt;
}

FileRead absent_or_broken_link(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) == 0) return FileRefused{"is a link to nothing"};
  return FileAbsent{};
}

}  // namespace

FileRead read_config_file(const std::string& path, std::optional<uid_t> only_owner) {
  // Not blocking: it may be a pipe that nobody writes to.
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd && (errno == ENOENT || errno == ENOTDIR)) return absent_or_broken_link(path);
  if (!fd) return FileRefused{"cannot be opened: " + std::string(std::strerror(errno))};
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return FileRefused{"cannot be looked at: " + std::string(std::strerror(errno))};
  }
  if (auto wrong = wrong_with(info, only_owner)) return FileRefused{std::move(*wrong)};
  // One byte more, in case it grows while it is read.
  std::string text(kBytesMax + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = ::read(fd.get(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileRefused{"cannot be read: " + std::string(std::strerror(errno))};
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > kBytesMax) return FileRefused{"is larger than 1 MiB"};
  text.resize(size);
  std::string hash = to_hex(sha256(text));
  return FileText{std::move(text), std::move(hash)};
}

}  // namespace afar::config
