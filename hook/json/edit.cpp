#include "hook/json/edit.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "hook/json/raw.h"

namespace afar::raw {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kSpace = " \t\r\n";
constexpr const char* kUsualStep = "  ";

// A member from its name to the end of its value, or an element: begin and end in the text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Span span_of(std::string_view text, std::string_view view) {
  const auto begin = static_cast<std::size_t>(view.data() - text.data());
  return {begin, begin + view.size()};
}

std::string_view cut(std::string_view text, std::size_t begin, std::size_t end) {
  return text.substr(begin, end - begin);
}

std::vector<Span> parts_of(std::string_view text, std::string_view container) {
  std::vector<Span> parts;
  if (const auto all = members(container)) {
    for (const auto& [key, value] : *all) {
      parts.push_back({span_of(text, key).begin, span_of(text, value).end});
    }
  } else if (const auto values = elements(container)) {
    for (const auto& value : *values) parts.push_back(span_of(text, value));
  }
  return parts;
}

// How new parts are laid out: each on a line of its own, or behind one another.
struct Layout {
  bool lines = false;
  std::string line_end = "\n";
  std::string indent;  // of the part, where it has a line of its own
  std::string step;    // from there to what stands in it
};

std::string_view line_indent(std::string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  const std::size_t end = std::min(text.find_first_not_of(kBlank, begin), text.size());
  return begin > at ? std::string_view() : cut(text, begin, std::min(end, at));
}

// What stands behind the last line's end in white space; nullopt: it has no line's end.
std::optional<std::string_view> last_line(std::string_view space) {
  const std::size_t end = space.rfind('\n');
  if (end == std::string_view::npos) return std::nullopt;
  return space.substr(end + 1);
}

// One step of indentation: that of the text's first line in a bracket.
std::string step_of(std::string_view text) {
  const std::size_t open = text.find_first_of("{[");
  if (open == std::string_view::npos) return kUsualStep;
  const std::size_t first = text.find_first_not_of(kSpace, open + 1);
  if (first == std::string_view::npos) return kUsualStep;
  const auto indent = last_line(cut(text, open + 1, first));
  const std::string_view outer = line_indent(text, open);
  if (!indent || indent->size() <= outer.size()) return kUsualStep;
  return std::string(indent->substr(outer.size()));
}

std::string line_end_of(std::string_view text) {
  return text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
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

using Render = std::function<std::string(const Layout&)>;

std::string append_to_empty(std::string_view text, std::string_view container,
                            const Render& render) {
  const Span whole = span_of(text, container);
  const std::string_view blank_text = text.substr(0, whole.begin);
  const bool root = blank_text.find_first_of("{[") == std::string_view::npos;
  Layout layout;
  layout.lines = root || text.substr(text.find_first_of("{[")).find('\n') != std::string_view::npos;
  layout.line_end = line_end_of(text);
  layout.step = step_of(text);
  const std::string outer(line_indent(text, whole.begin));
  layout.indent = outer + layout.step;
  std::string added = " ";
  if (layout.lines) added += layout.line_end + layout.indent;
  added += render(layout);
  if (layout.lines) added += layout.line_end + outer;
  return std::string(text.substr(0, whole.end - 1)) + added +
         std::string(text.substr(whole.end - 1));
}

std::string append(std::string_view text, std::string_view container, const Render& render) {
  const auto parts = parts_of(text, container);
  if (parts.empty()) return append_to_empty(text, container, render);
  const Span last = parts.back();
  // From the comma, or the bracket, before the last part: what parts two of them here.
  std::size_t before = span_of(text, container).begin;
  if (parts.size() > 1) before = text.find(',', parts[parts.size() - 2].end);
  const std::string_view gap = cut(text, before + 1, last.begin);
  Layout layout;
  std::string added = ",";
  if (const auto indent = last_line(gap)) {
    layout.lines = true;
    layout.line_end = line_end_of(text);
    layout.indent = *indent;
    layout.step = step_of(text);
    added += layout.line_end + layout.indent;
  } else {
    added += gap;
  }
  added += render(layout);
  return std::string(text.substr(0, last.end)) + added + std::string(text.substr(last.end));
}

// What was in a container before its one part was appended, by what now stands before that part.
std::string_view inside_before(std::string_view gap) {
  if (const auto line = last_line(gap)) {
    gap.remove_suffix(line->size() + 1);
    if (!gap.empty() && gap.back() == '\r') gap.remove_suffix(1);
  }
  if (gap.empty() || gap.back() != ' ') return {};
  return gap.substr(0, gap.size() - 1);
}

std::string without(std::string_view text, Span span, std::string_view instead = "") {
  return std::string(text.substr(0, span.begin)) + std::string(instead) +
         std::string(text.substr(span.end));
}

// A line's end and indentation, and nothing else; or nothing at all.
bool is_plain_gap(std::string_view gap) {
  if (gap.empty()) return true;
  if (gap.front() == '\r') gap.remove_prefix(1);
  return !gap.empty() && gap.front() == '\n' &&
         gap.find_first_not_of(kBlank, 1) == std::string_view::npos;
}

}  // namespace

std::string append_member(std::string_view text, std::string_view object, std::string_view name,
                          const nlohmann::ordered_json& value) {
  return append(text, object,
                [&](const Layout& layout) { return rendered_member(name, value, layout); });
}

std::string append_element(std::string_view text, std::string_view array,
                           const nlohmann::ordered_json& value) {
  return append(text, array, [&](const Layout& layout) { return rendered(value, layout); });
}

std::string replace(std::string_view text, std::string_view part,
                    const nlohmann::ordered_json& value) {
  Layout layout;
  const Span span = span_of(text, part);
  // A value that takes several lines gets several.
  layout.lines = part.find('\n') != std::string_view::npos;
  layout.line_end = line_end_of(text);
  layout.indent = line_indent(text, span.begin);
  layout.step = step_of(text);
  return without(text, span, rendered(value, layout));
}

std::string set_member(std::string_view text, std::string_view object, std::string_view name,
                       const nlohmann::ordered_json& value) {
  if (const auto there = member(object, name)) return replace(text, *there, value);
  return append_member(text, object, name, value);
}

std::string remove(std::string_view text, std::string_view container, std::string_view value) {
  const auto parts = parts_of(text, container);
  const std::size_t end = span_of(text, value).end;
  const auto part =
      std::find_if(parts.begin(), parts.end(), [&](const Span& each) { return each.end == end; });
  if (part == parts.end()) return std::string(text);
  if (part != parts.begin()) return without(text, {std::prev(part)->end, part->end});
  if (parts.size() > 1) return without(text, {part->begin, std::next(part)->begin});
  const Span whole = span_of(text, container);
  const std::string_view gap = cut(text, whole.begin + 1, part->begin);
  return without(text, {whole.begin + 1, whole.end - 1}, inside_before(gap));
}

bool was_made_here(std::string_view container) {
  const auto parts = parts_of(container, container);
  if (parts.size() != 1) return false;
  const std::string_view before = cut(container, 1, parts[0].begin);
  const std::string_view after = cut(container, parts[0].end, container.size() - 1);
  return is_plain_gap(before) && is_plain_gap(after) && before.empty() == after.empty();
}

}  // namespace afar::raw
