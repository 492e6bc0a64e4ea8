#include "daemon/config/read_secret.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "shared/os/fd.h"
#include "shared/os/secret_file.h"

namespace afar::config {
namespace {

// The text of a file that only we can read. What is wrong is said without any of its text.
std::optional<std::string> secret_file_text(const Place& place, const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!fd || ::fstat(fd.get(), &info) != 0) {
    place.refuse("cannot read " + path + ": " + std::strerror(errno));
    return std::nullopt;
  }
  if (const auto wrong = why_not_secret(info)) {
    place.refuse(path + " " + *wrong);
    return std::nullopt;
  }
  std::string text(kSecretBytesMax + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = ::read(fd.get(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      place.refuse("cannot read " + path + ": " + std::strerror(errno));
      return std::nullopt;
    }
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  text.resize(size);
  return text;
}

}  // namespace

std::optional<std::string> read_path(const Place& place, const std::string& home) {
  auto text = read_text(place);
  if (!text) return std::nullopt;
  if (text->rfind("~/", 0) == 0 && !home.empty()) text = home + text->substr(1);
  if ((*text)[0] != '/') {
    place.refuse("expected a path that begins with / or ~/");
    return std::nullopt;
  }
  return text;
}

SecretKeys::SecretKeys(std::string_view name, std::string home, std::optional<Secret>& target)
    : file_(std::string(name) + "_file"),
      env_(std::string(name) + "_env"),
      credential_(std::string(name) + "_credential"),
      home_(std::move(home)),
      target_(target) {}

std::vector<std::pair<std::string_view, Reader>> SecretKeys::keys() {
  return {{file_, [this](const Place& place) { take(place, file_text(place)); }},
          {env_, [this](const Place& place) { take(place, variable_text(place)); }},
          {credential_, [this](const Place& place) { take(place, credential_text(place)); }}};
}

void SecretKeys::take(const Place& place, std::optional<std::string> text) {
  if (!text) return;
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  if (text->empty()) {
    place.refuse("the secret is empty");
  } else if (text->size() > kSecretBytesMax) {
    place.refuse("the secret is longer than " + std::to_string(kSecretBytesMax) + " bytes");
  } else if (text->find_first_of(std::string("\r\n\0", 3)) != std::string::npos) {
    place.refuse("the secret is more than one line");
  } else if (target_) {
    place.refuse("the secret is named twice");
  } else {
    target_ = Secret{std::move(*text)};
  }
}

std::optional<std::string> SecretKeys::file_text(const Place& place) const {
  const auto path = read_path(place, home_);
  return path ? secret_file_text(place, *path) : std::nullopt;
}

std::optional<std::string> SecretKeys::variable_text(const Place& place) const {
  const auto name = read_name(place);
  if (!name) return std::nullopt;
  const char* value = std::getenv(name->c_str());
  if (value == nullptr) {
    place.refuse("the environment has no " + *name);
    return std::nullopt;
  }
  return std::string(value);
}

std::optional<std::string> SecretKeys::credential_text(const Place& place) const {
  const auto name = read_name(place);
  if (!name) return std::nullopt;
  if (name->find('/') != std::string::npos || (*name)[0] == '.') {
    place.refuse("expected a credential's name, not a path");
    return std::nullopt;
  }
  const char* folder = std::getenv("CREDENTIALS_DIRECTORY");
  if (folder == nullptr) {
    place.refuse("there are no credentials: afard was not started by a unit that loads them");
    return std::nullopt;
  }
  return secret_file_text(place, std::string(folder) + "/" + *name);
}

}  // namespace afar::config
