// Reads UTF-8 one code point at a time. Pure.
#pragma once
#include <cstddef>
#include <string_view>

namespace afar {

struct CodePoint {
  char32_t value = 0;  // where it is not valid: the one byte read
  std::size_t bytes = 1;
  bool valid = false;
};

// The code point that `text` begins with; `text` is not empty. Overlong forms, surrogates and
// numbers past U+10FFFF are not valid.
CodePoint first_code_point(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace afar
