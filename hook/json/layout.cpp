#include "hook/json/layout.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/json/gap.h"

namespace afar::raw {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr const char* kUsualStep = "  ";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view blanks_at(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find_first_not_of(kBlank, at), text.size());
  return text.substr(at, end - at);
}

// One step of indentation: that of the text's first line in a bracket.
std::string step_of(std::string_view text) {
  const std::size_t open = root_of(text);
  if (open == text.size()) return kUsualStep;
  const std::size_t first = after_gap(text, open + 1);
  const auto indent = last_indent(text.substr(open + 1, first - open - 1));
  const std::string_view outer = line_indent(text, open);
  if (first == text.size() || !indent || indent->size() <= outer.size()) return kUsualStep;
  return std::string(indent->substr(outer.size()));
}

}  // namespace

Layout layout_of(std::string_view text) {
  Layout layout;
  if (text.find("\r\n") != std::string_view::npos) layout.line_end = "\r\n";
  layout.step = step_of(text);
  return layout;
}

std::string_view line_indent(std::string_view text, std::size_t at) {
  const std::size_t end = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return blanks_at(text.substr(0, at), end == std::string_view::npos ? 0 : end + 1);
}

std::optional<std::string_view> last_indent(std::string_view gap) {
  const std::size_t end = gap.rfind('\n');
  if (end == std::string_view::npos) return std::nullopt;
  return blanks_at(gap, end + 1);
}

std::size_t root_of(std::string_view text) {
  const std::size_t begin = text.rfind(kByteOrderMark, 0) == 0 ? kByteOrderMark.size() : 0;
  return after_gap(text, begin);
}

// As nlohmann lays it out, which takes one character for the indentation, with ours in its place.
std::string rendered(const nlohmann::ordered_json& value, const Layout& layout) {
  if (!layout.lines) return value.dump();
  std::string text;
  const std::string dumped = value.dump(1, '\t');
  for (std::size_t at = 0; at < dumped.size(); ++at) {
    text += dumped[at];
    // A line's end inside of a string is an escape, so this one is layout.
    if (dumped[at] != '\n') continue;
    text.replace(text.size() - 1, 1, layout.line_end + layout.indent);
    for (; at + 1 < dumped.size() && dumped[at + 1] == '\t'; ++at) text += layout.step;
  }
  return text;
}

std::string rendered_member(std::string_view name, const nlohmann::ordered_json& value,
                            const Layout& layout) {
  return nlohmann::json(name).dump() + (layout.lines ? ": " : ":") + rendered(value, layout);
}

}  // namespace afar::raw
