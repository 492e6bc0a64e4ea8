#include "hook/json/raw.h"

#include <nlohmann/json.hpp>

#include "hook/json/gap.h"
#include "hook/json/surrogates.h"

namespace afar::raw {
namespace {

// Walks over text from value to value. Keeps no stack, so depth costs nothing.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  void skip_gap() { at_ = after_gap(text_, at_); }
  bool take(char wanted) {
    skip_gap();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  bool at_end() {
    skip_gap();
    return at_ >= text_.size();
  }
  // The bytes of the value that starts here; empty where none does.
  std::string_view take_value() {
    skip_gap();
    const std::size_t start = at_;
    if (at_ < text_.size() && text_[at_] == '"') {
      pass_string();
    } else if (at_ < text_.size() && (text_[at_] == '{' || text_[at_] == '[')) {
      pass_nested();
    } else {
      at_ = std::min(text_.find_first_of(",]}: \t\r\n\"/", at_), text_.size());
    }
    return text_.substr(start, at_ - start);
  }
  std::string_view take_string() {
    skip_gap();
    return at_ < text_.size() && text_[at_] == '"' ? take_value() : std::string_view();
  }

 private:
  // An end that never comes leaves us behind the text.
  void pass_string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return;
      }
    }
    at_ = text_.size();
  }
  void pass_nested() {
    std::size_t level = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        pass_string();
        continue;
      }
      if (const std::size_t end = after_comment(text_, at_); end != at_) {
        at_ = end;
        continue;
      }
      ++at_;
      if (c == '{' || c == '[') {
        ++level;
      } else if ((c == '}' || c == ']') && --level == 0) {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_string(std::string_view text) {
  return text.size() >= 2 && text.front() == '"' && text.back() == '"';
}

std::optional<std::string> decoded(std::string_view string) {
  const auto value = nlohmann::json::parse(string, nullptr, /*allow_exceptions=*/false);
  if (!value.is_string()) return std::nullopt;
  return value.get<std::string>();
}

}  // namespace

std::string_view first_value(std::string_view text) { return Walker(text).take_value(); }

std::optional<std::vector<Member>> members(std::string_view text) {
  Walker walker(text);
  if (!walker.take('{')) return std::nullopt;
  std::vector<Member> found;
  for (bool more = !walker.take('}'); more;) {
    const std::string_view key = walker.take_string();
    if (key.empty() || !walker.take(':')) return std::nullopt;
    const std::string_view value = walker.take_value();
    if (value.empty()) return std::nullopt;
    found.push_back({key, value});
    const bool comma = walker.take(',');
    more = !walker.take('}');
    if (more && !comma) return std::nullopt;
  }
  if (!walker.at_end()) return std::nullopt;
  return found;
}

std::optional<std::vector<std::string_view>> elements(std::string_view text) {
  Walker walker(text);
  if (!walker.take('[')) return std::nullopt;
  std::vector<std::string_view> found;
  for (bool more = !walker.take(']'); more;) {
    const std::string_view value = walker.take_value();
    if (value.empty()) return std::nullopt;
    found.push_back(value);
    const bool comma = walker.take(',');
    more = !walker.take(']');
    if (more && !comma) return std::nullopt;
  }
  if (!walker.at_end()) return std::nullopt;
  return found;
}

std::optional<std::string_view> member(std::string_view object, std::string_view name) {
  const auto all = members(object);
  if (!all) return std::nullopt;
  std::optional<std::string_view> last;
  for (const auto& [key, value] : *all) {
    if (says(key, name)) last = value;
  }
  return last;
}

bool says(std::string_view string, std::string_view wanted) {
  if (!is_string(string)) return false;
  const std::string_view inside = string.substr(1, string.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return inside == wanted;
  return text_of(string) == wanted;
}

std::optional<std::string> text_of(std::string_view string) {
  if (!is_string(string)) return std::nullopt;
  const auto repaired = without_lone_surrogates(string);
  return decoded(repaired ? std::string_view(*repaired) : string);
}

std::optional<std::string> json_inside(std::string_view string) {
  if (!is_string(string)) return std::nullopt;
  // One more backslash before a lone surrogate's escape, and decoding leaves the escape behind.
  const auto escaped = replace_lone_surrogates(
      string, [](std::string_view escape) { return "\\" + std::string(escape); });
  return decoded(escaped ? std::string_view(*escaped) : string);
}

std::optional<std::string> without_lone_surrogates(std::string_view json) {
  return replace_lone_surrogates(json, [](std::string_view) { return std::string("\\ufffd"); });
}

}  // namespace afar::raw
