#include "daemon/surfaces/web/secrets.h"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

#include "daemon/core/sha256.h"
#include "shared/os/fd.h"
#include "shared/os/paths.h"
#include "shared/os/secret_file.h"

namespace afar::web {
namespace {

constexpr std::size_t kTokenBytes = 32;
// What an operator puts there by hand is longer than a password and shorter than a book.
constexpr std::size_t kTokenLengthMin = 20;
constexpr std::size_t kTokenLengthMax = 1024;

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) {
    text.pop_back();
  }
  return text;
}

std::string trouble(const std::string& path) { return path + ": " + std::strerror(errno); }

bool write_whole(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(fd, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return ::fsync(fd) == 0;
}

// Under another name first: nobody ever finds half of it, and one that is there already stays.
std::optional<std::string> why_not_made(const std::string& path) {
  if (const auto wrong = make_private_folder_of(path)) return wrong;
  std::string name = path + ".XXXXXX";
  const UniqueFd fd(::mkostemp(name.data(), O_CLOEXEC));
  if (!fd) return trouble(path);
  std::optional<std::string> why;
  if (::fchmod(fd.get(), 0600) != 0 || !write_whole(fd.get(), draw_secret(kTokenBytes) + "\n") ||
      (::link(name.c_str(), path.c_str()) != 0 && errno != EEXIST)) {
    why = trouble(path);
  }
  ::unlink(name.c_str());
  return why;
}

}  // namespace

std::string draw_secret(std::size_t bytes) {
  std::vector<unsigned char> random(bytes);
  if (RAND_bytes(random.data(), static_cast<int>(bytes)) != 1) {
    throw std::runtime_error("the system gives no random bytes");
  }
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  unsigned bits = 0;
  int count = 0;
  for (const unsigned char each : random) {
    bits = (bits << 8 | each) & 0xffff;
    for (count += 8; count >= 6; count -= 6) text += kDigits[bits >> (count - 6) & 63];
  }
  if (count > 0) text += kDigits[bits << (6 - count) & 63];
  return text;
}

std::variant<std::string, NoToken> owner_token(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) {
    if (const auto why = why_not_made(path)) return NoToken{*why};
  }
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!fd || ::fstat(fd.get(), &info) != 0) return NoToken{trouble(path)};
  if (const auto wrong = why_not_secret(info)) return NoToken{path + " " + *wrong};
  std::string text(kTokenLengthMax + 1, '\0');
  const ssize_t size = ::read(fd.get(), text.data(), text.size());
  if (size < 0) return NoToken{trouble(path)};
  text.resize(static_cast<std::size_t>(size));
  text = trimmed(std::move(text));
  if (text.size() < kTokenLengthMin || text.size() > kTokenLengthMax ||
      text.find_first_of(" \t\r\n") != std::string::npos) {
    return NoToken{path + " does not hold a token of " + std::to_string(kTokenLengthMin) + " to " +
                   std::to_string(kTokenLengthMax) +
                   " characters without a space; remove it to have one made"};
  }
  return text;
}

bool equal_secrets(std::string_view one, std::string_view other) {
  // Of their hashes, so that the lengths do not tell either.
  const Hash left = sha256(one);
  const Hash right = sha256(other);
  return CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace afar::web
