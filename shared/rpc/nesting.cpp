#include "shared/rpc/nesting.h"

namespace afar::rpc {

bool nests_within(std::string_view text, int levels_max) {
  int level = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++level > levels_max) return false;
    } else if (c == ']' || c == '}') {
      --level;
    }
  }
  return true;
}

}  // namespace afar::rpc
