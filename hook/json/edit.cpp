#include "hook/json/edit.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "hook/json/gap.h"
#include "hook/json/layout.h"
#include "hook/json/raw.h"

namespace afar::raw {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kSpace = " \t\r\n";

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

std::string without(std::string_view text, Span span, std::string_view instead = "") {
  return std::string(text.substr(0, span.begin)) + std::string(instead) +
         std::string(text.substr(span.end));
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

// The comma behind a part.
std::optional<std::size_t> comma_after(std::string_view text, const Span& part) {
  const std::size_t at = after_gap(text, part.end);
  return at < text.size() && text[at] == ',' ? std::optional(at) : std::nullopt;
}

bool has_comment(std::string_view gap) { return after_comments(gap, 0) != 0; }

using Render = std::function<std::string(const Layout&)>;

std::string append_to_empty(std::string_view text, std::string_view container,
                            const Render& render) {
  const Span whole = span_of(text, container);
  const std::size_t root = root_of(text);
  Layout layout = layout_of(text);
  layout.lines = whole.begin == root || text.substr(root).find('\n') != std::string_view::npos;
  const std::string outer(line_indent(text, whole.begin));
  layout.indent = outer + layout.step;
  std::string added = " ";
  if (layout.lines) added += layout.line_end + layout.indent;
  added += render(layout);
  if (layout.lines) added += layout.line_end + outer;
  return without(text, {whole.end - 1, whole.end - 1}, added);
}

// What parts a new last part from the one before it, and how it is laid out, as it is there.
std::string separator(std::string_view gap, Layout& layout) {
  if (const auto indent = last_indent(gap)) {
    layout.lines = true;
    layout.indent = *indent;
    return layout.line_end + layout.indent;
  }
  return has_comment(gap) ? " " : std::string(gap);
}

std::string append(std::string_view text, std::string_view container, const Render& render) {
  const auto parts = parts_of(text, container);
  if (parts.empty()) return append_to_empty(text, container, render);
  const Span last = parts.back();
  // From the comma, or the bracket, before the last part: what parts two of them here.
  std::size_t before = span_of(text, container).begin;
  if (parts.size() > 1) before = *comma_after(text, parts[parts.size() - 2]);
  Layout layout = layout_of(text);
  std::string added = separator(cut(text, before + 1, last.begin), layout);
  // What is said of the last part in its own line stays with it.
  const auto comma = comma_after(text, last);
  const std::size_t end = comma ? *comma + 1 : last.end;
  const std::size_t place = after_comments_of_line(text, end);
  if (ends_in_comment(cut(text, end, place)) && !layout.lines) {
    layout.lines = true;
    layout.indent = line_indent(text, last.begin);
    added = layout.line_end + layout.indent;
  }
  added += render(layout);
  if (comma) added += ",";
  return std::string(text.substr(0, last.end)) + (comma ? "" : ",") +
         std::string(cut(text, last.end, place)) + added + std::string(text.substr(place));
}

// What was in a container before its one part was appended, by what now stands before that part.
std::string_view inside_before(std::string_view gap) {
  std::string_view before = gap;
  if (const std::size_t line = gap.rfind('\n'); line != std::string_view::npos) {
    before = gap.substr(0, line);
    if (!before.empty() && before.back() == '\r') before.remove_suffix(1);
  }
  if (!before.empty() && before.back() == ' ') {
    before.remove_suffix(1);
    if (!ends_in_comment(before)) return before;
  }
  return has_comment(gap) ? gap : std::string_view();
}

std::string without_only_part(std::string_view text, const Span& whole, const Span& part) {
  const auto comma = comma_after(text, part);
  const std::string_view rest = cut(text, comma ? *comma + 1 : part.end, whole.end - 1);
  std::string inside(inside_before(cut(text, whole.begin + 1, part.begin)));
  if (has_comment(rest)) inside += rest;
  return without(text, {whole.begin + 1, whole.end - 1}, inside);
}

std::string without_first_part(std::string_view text, const Span& part, const Span& next) {
  const std::size_t behind = *comma_after(text, part) + 1;
  if (!has_comment(cut(text, behind, next.begin))) return without(text, {part.begin, next.begin});
  return without(text, {part.begin, text.find_first_not_of(kSpace, behind)});
}

// A comment between both is not ours to take out.
std::string without_later_part(std::string_view text, const Span& before, const Span& part) {
  const std::size_t comma = *comma_after(text, before);
  std::size_t begin = after_comments(text, comma + 1);
  const auto behind = comma_after(text, part);
  const std::size_t end = behind ? *behind + 1 : part.end;
  const std::size_t next = text.find_first_not_of(kBlank, end);
  const bool line_goes_on = text[next] != '\n' && text[next] != '\r';
  if (line_goes_on && ends_in_comment(cut(text, comma + 1, begin))) begin = part.begin;
  const std::string shorter = without(text, {begin, end});
  return behind ? shorter : without(shorter, {comma, comma + 1});
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
  const Span span = span_of(text, part);
  Layout layout = layout_of(text);
  // A value that takes several lines gets several.
  layout.lines = part.find('\n') != std::string_view::npos;
  layout.indent = line_indent(text, span.begin);
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
  if (part != parts.begin()) return without_later_part(text, *std::prev(part), *part);
  if (parts.size() > 1) return without_first_part(text, *part, *std::next(part));
  return without_only_part(text, span_of(text, container), *part);
}

bool was_made_here(std::string_view container) {
  const auto parts = parts_of(container, container);
  if (parts.size() != 1) return false;
  const std::string_view before = cut(container, 1, parts[0].begin);
  const std::string_view after = cut(container, parts[0].end, container.size() - 1);
  return is_plain_gap(before) && is_plain_gap(after) && before.empty() == after.empty();
}

}  // namespace afar::raw
