// Secrets of the page: the owner's token in its file, and what is drawn for links and browsers.
#pragma once
#include <string>
#include <string_view>
#include <variant>

namespace afar::web {

// So many random bytes, in letters, digits, - and _ (base64url).
std::string draw_secret(std::size_t bytes);

// Why there is no token, in words; never with what is in the file.
struct NoToken {
  std::string why;
};

// The token in the file, which is made (0600, whole or not at all) with a new one where it is not
// there. A file that others can read is refused.
std::variant<std::string, NoToken> owner_token(const std::string& path);

// In a time that does not tell how much of them is equal.
bool equal_secrets(std::string_view one, std::string_view other);

}  // namespace afar::web
