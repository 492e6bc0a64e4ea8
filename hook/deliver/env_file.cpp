#include "hook/deliver/env_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "hook/deliver/job.h"
#include "hook/streams.h"
#include "shared/os/fd.h"
#include "shared/os/secret_file.h"

namespace afar::deliver {
namespace {

constexpr std::size_t kBytesMax = 64 * 1024;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Undeliverable{"env_file " + path + " " + why};
}

std::string read_private(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!fd || ::fstat(fd.get(), &info) != 0) {
    refuse(path, std::string("cannot be read: ") + std::strerror(errno));
  }
  if (const auto wrong = why_not_secret(info)) refuse(path, *wrong);
  const auto text = hook::read_all(fd.get(), kBytesMax);
  if (!text) refuse(path, "is larger than 64 KiB");
  return *text;
}

bool is_name(const std::string& text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return text.find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
         std::string::npos;
}

}  // namespace

std::map<std::string, std::string> read_env_file(const std::string& path) {
  std::map<std::string, std::string> variables;
  std::istringstream lines(read_private(path));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || !is_name(line.substr(0, equals))) {
      refuse(path, "line " + std::to_string(number) + ": expected NAME=value");
    }
    if (line.find('\0') != std::string::npos) {
      refuse(path, "line " + std::to_string(number) + ": holds a NUL");
    }
    variables[line.substr(0, equals)] = line.substr(equals + 1);
  }
  return variables;
}

}  // namespace afar::deliver
