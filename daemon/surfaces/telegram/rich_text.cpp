#include "daemon/surfaces/telegram/rich_text.h"

#include <algorithm>

#include "daemon/text/utf8.h"

namespace afar::telegram {
namespace {

// The service keeps 100 marks of a message; a card has some of its own.
constexpr std::size_t kMarksMax = 90;
// "\n⋯ 12345678 characters left out ⋯\n" fits in it.
constexpr std::size_t kGapUnits = 40;
constexpr std::size_t kFenceMin = 3;
// A part of a text is not cut to less than this while another is longer.
constexpr std::size_t kPartUnitsMin = 120;
// More parts than anybody reads. A text far too long for a message is cut before it is looked at.
constexpr std::size_t kPartsMax = 60;
constexpr std::size_t kTimesTooLong = 4;

std::size_t units_in(const CodePoint& point) { return point.value > 0xFFFF ? 2 : 1; }

// How many bytes of its beginning have at most so many units.
std::size_t bytes_within(std::string_view text, std::size_t units) {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const CodePoint point = first_code_point(text.substr(bytes));
    if (units_in(point) > units) break;
    units -= units_in(point);
    bytes += point.bytes;
  }
  return bytes;
}

// Where its last part of at most so many units begins.
std::size_t start_within(std::string_view text, std::size_t units) {
  std::size_t skip = units_of(text);
  skip = skip > units ? skip - units : 0;
  std::size_t bytes = 0;
  while (bytes < text.size() && skip > 0) {
    const CodePoint point = first_code_point(text.substr(bytes));
    skip -= std::min(skip, units_in(point));
    bytes += point.bytes;
  }
  return bytes;
}

std::size_t count_backticks(std::string_view line) {
  const std::size_t end = line.find_first_not_of('`');
  return end == std::string_view::npos ? line.size() : end;
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t newline = rest.find('\n');
  const std::string_view line = rest.substr(0, newline);
  rest.remove_prefix(newline == std::string_view::npos ? rest.size() : newline + 1);
  return line;
}

// The lines up to the closing fence, which is taken too.
std::string_view take_block(std::string_view& rest, std::size_t fence) {
  const std::string_view start = rest;
  while (!rest.empty()) {
    const std::size_t end = start.size() - rest.size();
    const std::string_view line = take_line(rest);
    const std::size_t ticks = count_backticks(line);
    if (ticks >= fence && ticks == line.size()) return start.substr(0, end == 0 ? 0 : end - 1);
  }
  return start;
}

struct Part {
  bool code = false;
  std::string text;
};

std::vector<Part> parts_of(std::string_view markdown) {
  std::vector<Part> parts;
  while (!markdown.empty()) {
    const std::string_view before = markdown;
    const std::string_view line = take_line(markdown);
    const std::size_t fence = count_backticks(line);
    if (fence >= kFenceMin && line.find('`', fence) == std::string_view::npos) {
      parts.push_back({true, std::string(take_block(markdown, fence))});
    } else {
      if (parts.empty() || parts.back().code) parts.push_back({false, ""});
      parts.back().text += before.substr(0, before.size() - markdown.size());
    }
  }
  return parts;
}

// Cuts the longest parts until all have room; gives whether something was cut.
bool cut_longest(std::vector<Part>& parts, std::size_t units) {
  bool cut = parts.size() > kPartsMax;
  if (cut) parts.resize(kPartsMax);
  for (;;) {
    std::size_t all = 0;
    for (const auto& part : parts) all += units_of(part.text) + 1;
    if (all <= units || parts.empty()) return cut;
    cut = true;
    const auto longest = std::max_element(
        parts.begin(), parts.end(),
        [](const Part& a, const Part& b) { return units_of(a.text) < units_of(b.text); });
    const std::size_t its = units_of(longest->text);
    const std::size_t left = its > all - units ? its - (all - units) : 0;
    if (left > kPartUnitsMin) {
      longest->text = cut_middle(longest->text, left);
    } else if (its > kPartUnitsMin) {
      longest->text = cut_middle(longest->text, kPartUnitsMin);
    } else {
      parts.pop_back();  // very many small ones
    }
  }
}

}  // namespace

std::size_t units_of(std::string_view text) {
  std::size_t units = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    units += units_in(point);
    text.remove_prefix(point.bytes);
  }
  return units;
}

std::string cut_end(std::string_view text, std::size_t units) {
  if (units_of(text) <= units) return std::string(text);
  return std::string(text.substr(0, bytes_within(text, units > 0 ? units - 1 : 0))) + "…";
}

std::string cut_start(std::string_view text, std::size_t units) {
  if (units_of(text) <= units) return std::string(text);
  return "…" + std::string(text.substr(start_within(text, units > 0 ? units - 1 : 0)));
}

std::string cut_middle(std::string_view text, std::size_t units) {
  const std::size_t all = units_of(text);
  if (all <= units) return std::string(text);
  const std::size_t shown = units > kGapUnits ? units - kGapUnits : 0;
  const std::size_t head = shown - shown / 3;
  const std::string_view begin = text.substr(0, bytes_within(text, head));
  const std::string_view end = text.substr(start_within(text, shown - head));
  return std::string(begin) + "\n⋯ " + std::to_string(all - units_of(begin) - units_of(end)) +
         " characters left out ⋯\n" + std::string(end);
}

RichText& RichText::plain(std::string_view text) {
  text_ += text;
  units_ += units_of(text);
  return *this;
}

RichText& RichText::marked(const char* type, std::string_view text, const std::string& url) {
  const std::size_t units = units_of(text);
  // The service takes no mark around nothing.
  const bool blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (!blank && marks_.size() < kMarksMax) marks_.push_back({type, units_, units, url});
  return plain(text);
}

RichText& RichText::add(const RichText& other) {
  for (Mark mark : other.marks_) {
    if (marks_.size() >= kMarksMax) break;
    mark.offset += units_;
    marks_.push_back(std::move(mark));
  }
  text_ += other.text_;
  units_ += other.units_;
  return *this;
}

RichText& RichText::new_line() { return empty() || text_.back() == '\n' ? *this : plain("\n"); }

RichText& RichText::new_paragraph() {
  new_line();
  const bool there = text_.size() < 2 || text_.compare(text_.size() - 2, 2, "\n\n") == 0;
  return there ? *this : plain("\n");
}

RichText with_code_blocks(std::string_view markdown, std::size_t units, bool& cut) {
  const std::string near = cut_middle(markdown, kTimesTooLong * units);
  std::vector<Part> parts = parts_of(near);
  cut = cut_longest(parts, units) || cut;
  RichText text;
  for (const auto& part : parts) {
    text.new_line();
    if (part.code) {
      text.marked("pre", part.text).plain("\n");
    } else {
      text.plain(part.text);
    }
  }
  return text;
}

}  // namespace afar::telegram
