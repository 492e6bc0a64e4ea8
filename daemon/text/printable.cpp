#include "daemon/text/printable.h"

#include <cstdio>

#include "daemon/text/utf8.h"

namespace afar {
namespace {

// Whether a terminal would do something else with it than show a glyph. The joiners U+200C and
// U+200D stay: emoji and several scripts are written with them.
bool is_hidden(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x061C || c == 0x180E || c == 0x200B ||
         c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE007F);
}

std::string escaped(const CodePoint& point) {
  const char* format = point.value > 0xFFFF ? "\\U%08x" : "\\u%04x";
  if (!point.valid || point.value < 0x80) format = "\\x%02x";
  char text[16];
  std::snprintf(text, sizeof text, format, static_cast<unsigned>(point.value));
  return text;
}

void append_shown(std::string& shown, std::string_view& rest) {
  const CodePoint point = first_code_point(rest);
  if (!point.valid || is_hidden(point.value)) {
    shown += escaped(point);
  } else {
    shown.append(rest.substr(0, point.bytes));
  }
  rest.remove_prefix(point.bytes);
}

// Takes a line break off the front: a newline, or the two characters of other systems.
bool take_line_break(std::string_view& rest) {
  if (rest.rfind("\r\n", 0) == 0) {
    rest.remove_prefix(2);
    return true;
  }
  if (rest.empty() || rest[0] != '\n') return false;
  rest.remove_prefix(1);
  return true;
}

std::string_view without_break_at_end(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string printable_line(std::string_view text) {
  std::string shown;
  std::string_view rest = without_break_at_end(text);
  while (!rest.empty()) {
    if (take_line_break(rest)) {
      shown += " ⏎ ";
    } else if (rest[0] == '\t') {
      shown.push_back(' ');
      rest.remove_prefix(1);
    } else {
      append_shown(shown, rest);
    }
  }
  return shown;
}

std::string printable_block(std::string_view text, std::string_view indent) {
  std::string shown(indent);
  std::string_view rest = without_break_at_end(text);
  while (!rest.empty()) {
    if (take_line_break(rest)) {
      shown.push_back('\n');
      shown.append(indent);
    } else if (rest[0] == '\t') {
      shown.push_back('\t');
      rest.remove_prefix(1);
    } else {
      append_shown(shown, rest);
    }
  }
  return shown;
}

}  // namespace afar
