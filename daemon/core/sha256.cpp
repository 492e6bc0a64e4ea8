#include "daemon/core/sha256.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace afar {

Hash sha256(std::string_view bytes) {
  Hash hash{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), &size, EVP_sha256(), nullptr) != 1 ||
      size != hash.size()) {
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  }
  return hash;
}

std::string to_hex(const Hash& hash) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(hash.size() * 2);
  for (const std::uint8_t byte : hash) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::string_view as_bytes(const Hash& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

}  // namespace afar
