#include "hook/printable.h"

#include <algorithm>

namespace afar {

std::string printable(std::string_view text) {
  std::string shown(text);
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  // The C1 controls, as UTF-8 has them.
  for (std::size_t at = 0; at + 1 < shown.size(); ++at) {
    const auto next = static_cast<unsigned char>(shown[at + 1]);
    if (shown[at] == '\xC2' && next >= 0x80 && next < 0xA0) shown.replace(at, 2, "?");
  }
  return shown;
}

}  // namespace afar
