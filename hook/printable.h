// Text of other people's files for a terminal: nothing in it can act on one.
#pragma once
#include <string>
#include <string_view>

namespace afar {

// The text with every control character replaced by '?'.
std::string printable(std::string_view text);

}  // namespace afar
