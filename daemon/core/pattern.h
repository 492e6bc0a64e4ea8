// A regular expression of the operator's, run by RE2: its time is linear in the text, whatever the
// expression (std::regex overflows the stack on a 200 kB input). A value, cheap to copy, any
// thread.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace re2 {
class RE2;
}

namespace afar {

// Why text is no pattern, in words.
struct BadPattern {
  std::string why;
};

class Pattern {
 public:
  // The syntax is RE2's; so is the message where the text has none.
  static std::variant<Pattern, BadPattern> compile(const std::string& expression);

  bool found_in(std::string_view text) const;  // anywhere in it
  bool covers(std::string_view text) const;    // the whole of it
  // The text with everything found replaced; \\1 in `with` stands for the first group.
  std::string replaced_in(const std::string& text, const std::string& with) const;

 private:
  explicit Pattern(std::shared_ptr<const re2::RE2> compiled) : compiled_(std::move(compiled)) {}
  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace afar
