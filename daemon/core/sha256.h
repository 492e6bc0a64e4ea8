// SHA-256 by OpenSSL, for content hashes and the audit chain.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace afar {

using Hash = std::array<std::uint8_t, 32>;

Hash sha256(std::string_view bytes);
// Lower-case hexadecimal, two digits a byte.
std::string to_hex(const Hash& hash);
std::string_view as_bytes(const Hash& hash);

}  // namespace afar
