#include "daemon/core/glob.h"

#include <cctype>
#include <optional>

namespace afar {
namespace {

bool is_special(char c) { return c == '*' || c == '?' || c == '[' || c == ']' || c == '\\'; }

// One character as RE2 takes it literally; the bytes of longer UTF-8 sequences stay as they are.
std::string literal(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '_') return {c};
  if (c == '\0') return "\\x00";
  return {'\\', c};
}

// Turns a glob into a regular expression, from left to right.
class Translation {
 public:
  explicit Translation(std::string_view glob) : glob_(glob) {}

  // What is wrong with the glob, or nullopt.
  std::optional<std::string> run() {
    if (glob_.empty()) return "the pattern is empty";
    while (at_ < glob_.size()) {
      if (auto wrong = step()) return wrong;
    }
    return std::nullopt;
  }
  const std::string& expression() const { return expression_; }

 private:
  bool stands(std::string_view text) const { return glob_.substr(at_, text.size()) == text; }

  std::optional<std::string> step() {
    if (stands("/**") && at_ > 0 && at_ + 3 == glob_.size()) {
      return take(3, "(?:/.*)?");  // the folder itself, and all below it
    }
    if (stands("**/") && (at_ == 0 || glob_[at_ - 1] == '/')) return take(3, "(?:.*/)?");
    if (stands("**")) return take(2, ".*");
    if (stands("*")) return take(1, "[^/]*");
    if (stands("?")) return take(1, "[^/]");
    if (stands("[")) return take_class();
    if (!stands("\\")) return take(1, literal(glob_[at_]));
    if (at_ + 1 == glob_.size()) return "nothing follows the last \\";
    return take(2, literal(glob_[at_ + 1]));
  }
  std::optional<std::string> take(std::size_t size, std::string_view expression) {
    at_ += size;
    expression_ += expression;
    return std::nullopt;
  }
  std::optional<std::string> take_class() {
    const std::size_t start = at_ + 1;
    const bool negated = start < glob_.size() && glob_[start] == '!';
    const std::size_t first = start + (negated ? 1 : 0);
    const std::size_t end = glob_.find(']', first);
    if (end == std::string_view::npos) return "a [ has no ]";
    if (end == first) return "[] has nothing in it";
    expression_ += negated ? "[^/" : "[";
    for (const char c : glob_.substr(first, end - first)) {
      expression_ += c == '-' ? "-" : literal(c);
    }
    expression_ += ']';
    at_ = end + 1;
    return std::nullopt;
  }

  std::string_view glob_;
  std::size_t at_ = 0;
  std::string expression_ = "(?s)";
};

}  // namespace

std::variant<Glob, BadPattern> Glob::compile(std::string_view text) {
  Translation translation(text);
  if (auto wrong = translation.run()) return BadPattern{std::move(*wrong)};
  auto compiled = Pattern::compile(translation.expression());
  if (auto* bad = std::get_if<BadPattern>(&compiled)) return std::move(*bad);
  return Glob(std::get<Pattern>(std::move(compiled)));
}

std::string Glob::quote(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (is_special(c)) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

}  // namespace afar
