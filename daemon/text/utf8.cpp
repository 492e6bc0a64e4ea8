#include "daemon/text/utf8.h"

namespace afar {

CodePoint first_code_point(std::string_view text) {
  const auto byte_at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte_at(0);
  if (first < 0x80) return {first, 1, true};
  std::size_t bytes = 0;
  char32_t value = 0;
  char32_t least = 0;  // a smaller number in as many bytes is an overlong form
  if ((first & 0xE0U) == 0xC0) {
    bytes = 2;
    value = first & 0x1FU;
    least = 0x80;
  } else if ((first & 0xF0U) == 0xE0) {
    bytes = 3;
    value = first & 0x0FU;
    least = 0x800;
  } else if ((first & 0xF8U) == 0xF0) {
    bytes = 4;
    value = first & 0x07U;
    least = 0x10000;
  }
  const CodePoint broken{first, 1, false};
  if (bytes == 0 || text.size() < bytes) return broken;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte_at(i) & 0xC0U) != 0x80) return broken;
    value = (value << 6U) | (byte_at(i) & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < least || value > 0x10FFFF || surrogate) return broken;
  return {value, bytes, true};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (!point.valid) return false;
    text.remove_prefix(point.bytes);
  }
  return true;
}

}  // namespace afar
