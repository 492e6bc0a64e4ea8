#include "daemon/core/standard_webhook.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <stdexcept>

namespace afar {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::size_t kKeyBytesMin = 24;
constexpr std::size_t kKeyBytesMax = 64;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string to_base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // and the NUL that OpenSSL writes
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes_of(bytes),
                                   static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes(3 * (text.size() / 4), '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), bytes_of(text),
                                   static_cast<int>(text.size()));
  if (size < 0 || static_cast<std::size_t>(size) != bytes.size()) return std::nullopt;
  // OpenSSL decodes the padding too.
  for (std::size_t i = 0; i < 2 && !bytes.empty() && text[text.size() - 1 - i] == '='; ++i) {
    bytes.pop_back();
  }
  // What reads as something and is written otherwise (spaces, padding inside) is no base64.
  if (to_base64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace

std::optional<std::string> webhook_key(std::string_view secret) {
  if (!secret.starts_with(kPrefix) || secret.size() > 2 * kKeyBytesMax) return std::nullopt;
  auto key = from_base64(secret.substr(kPrefix.size()));
  if (!key || key->size() < kKeyBytesMin || key->size() > kKeyBytesMax) return std::nullopt;
  return key;
}

std::string webhook_signature(std::string_view key, std::string_view id, std::int64_t seconds,
                              std::string_view body) {
  std::string text(id);
  text += "." + std::to_string(seconds) + ".";
  text += body;
  std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
  unsigned size = 0;
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(text), text.size(),
           code.data(), &size) == nullptr) {
    throw std::runtime_error("HMAC-SHA256 is not available in this OpenSSL");
  }
  return "v1," + to_base64({reinterpret_cast<const char*>(code.data()), size});
}

}  // namespace afar
