// How webhooks are signed: as Standard Webhooks does with a shared secret ("v1"). Pure.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace afar {

// The key that a secret stands for: "whsec_" and the base64 of 24 to 64 bytes. nullopt: it is none.
std::optional<std::string> webhook_key(std::string_view secret);

// The value of the header webhook-signature. `seconds`: the value of webhook-timestamp.
std::string webhook_signature(std::string_view key, std::string_view id, std::int64_t seconds,
                              std::string_view body);

}  // namespace afar
