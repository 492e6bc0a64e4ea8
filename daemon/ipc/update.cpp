#include "daemon/ipc/update.h"

#include <sys/stat.h>

#include <array>
#include <charconv>
#include <optional>

#include "shared/os/process.h"

namespace afar {
namespace {

using Numbers = std::array<int, 3>;

std::optional<Numbers> numbers_of(std::string_view version) {
  Numbers numbers{};
  const char* at = version.data();
  const char* end = at + version.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto read = std::from_chars(at, end, numbers[i]);
    if (read.ec != std::errc()) return std::nullopt;
    at = read.ptr;
    if (i + 1 == numbers.size()) break;
    if (at == end || *at != '.') return std::nullopt;
    ++at;
  }
  return numbers;
}

}  // namespace

bool is_newer_version(std::string_view version, std::string_view than) {
  const auto left = numbers_of(version);
  const auto right = numbers_of(than);
  return left && right && *left > *right;
}

OwnProgram::OwnProgram() : path_(own_executable()) { known_ = look_at(path_, then_); }

bool OwnProgram::was_replaced() const {
  Identity now;
  // Not there: removed, or about to be replaced; there is nothing to start again from.
  return known_ && look_at(path_, now) && !(now == then_);
}

bool OwnProgram::look_at(const std::string& path, Identity& identity) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return false;
  identity = {info.st_dev, info.st_ino, static_cast<std::int64_t>(info.st_ctime)};
  return true;
}

}  // namespace afar
