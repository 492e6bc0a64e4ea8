// A glob of the operator's, over names and paths. A value, cheap to copy, any thread.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include "daemon/core/pattern.h"

namespace afar {

class Glob {
 public:
  // * any characters but '/'; ** any; ? one but '/'; [a-z] and [!a-z] one of these; \ takes the
  // next character as it is. "a/**" covers "a" itself too, and "a/**/b" covers "a/b".
  static std::variant<Glob, BadPattern> compile(std::string_view text);
  // The text as a glob that covers nothing else.
  static std::string quote(std::string_view text);

  bool covers(std::string_view text) const { return pattern_.covers(text); }

 private:
  explicit Glob(Pattern pattern) : pattern_(std::move(pattern)) {}
  Pattern pattern_;
};

}  // namespace afar
