#include "hook/setup/unified_diff.h"

#include <algorithm>
#include <vector>

namespace afar::setup {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;
// The table of a comparison has the product of both lengths; longer ones are shown as one change.
constexpr std::size_t kTableMax = 4u * 1024 * 1024;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// One line of the comparison: ' ' in both, '-' before only, '+' after only.
struct Step {
  char kind;
  std::string_view line;
};
using Steps = std::vector<Step>;

void add_all(Steps& steps, char kind, const Lines& lines, std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < to; ++at) steps.push_back({kind, lines[at]});
}

// By the longest common subsequence of what lies between equal beginnings and ends.
void compare_middle(Steps& steps, const Lines& a, const Lines& b) {
  const std::size_t width = b.size() + 1;
  if ((a.size() + 1) * width > kTableMax) {
    add_all(steps, '-', a, 0, a.size());
    add_all(steps, '+', b, 0, b.size());
    return;
  }
  std::vector<std::size_t> common((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i * width + j] =
          a[i] == b[j] ? common[(i + 1) * width + j + 1] + 1
                       : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      steps.push_back({' ', a[i++]});
      ++j;
    } else if (j == b.size() ||
               (i < a.size() && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      steps.push_back({'-', a[i++]});
    } else {
      steps.push_back({'+', b[j++]});
    }
  }
}

Steps compare(const Lines& a, const Lines& b) {
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  Steps steps;
  add_all(steps, ' ', a, 0, head);
  compare_middle(steps,
                 Lines(a.begin() + static_cast<std::ptrdiff_t>(head),
                       a.end() - static_cast<std::ptrdiff_t>(tail)),
                 Lines(b.begin() + static_cast<std::ptrdiff_t>(head),
                       b.end() - static_cast<std::ptrdiff_t>(tail)));
  add_all(steps, ' ', a, a.size() - tail, a.size());
  return steps;
}

// Which steps are shown: changes and what stands near one.
std::vector<bool> shown_of(const Steps& steps) {
  std::vector<bool> shown(steps.size(), false);
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (steps[at].kind == ' ') continue;
    const std::size_t from = at - std::min(at, kContext);
    const std::size_t to = std::min(at + kContext + 1, steps.size());
    std::fill(shown.begin() + static_cast<std::ptrdiff_t>(from),
              shown.begin() + static_cast<std::ptrdiff_t>(to), true);
  }
  return shown;
}

// "12,5"; of no lines the number of the line before them.
std::string range(std::size_t first, std::size_t count) {
  return std::to_string(count == 0 ? first : first + 1) + "," + std::to_string(count);
}

std::string printed(const Step& step) {
  std::string text(1, step.kind);
  text += step.line;
  if (text.back() != '\n') text += "\n\\ No newline at end of file\n";
  return text;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& name) {
  if (before == after) return "";
  const Steps steps = compare(lines_of(before), lines_of(after));
  const std::vector<bool> shown = shown_of(steps);
  std::string text = "--- " + name + "\n+++ " + name + "\n";
  std::size_t old_line = 0;
  std::size_t new_line = 0;
  for (std::size_t at = 0; at < steps.size();) {
    std::string hunk;
    const std::size_t old_first = old_line;
    const std::size_t new_first = new_line;
    const bool open = shown[at];
    for (; at < steps.size() && shown[at] == open; ++at) {
      if (steps[at].kind != '+') ++old_line;
      if (steps[at].kind != '-') ++new_line;
      if (open) hunk += printed(steps[at]);
    }
    if (!open) continue;
    text += "@@ -" + range(old_first, old_line - old_first) + " +" +
            range(new_first, new_line - new_first) + " @@\n" + hunk;
  }
  return text;
}

}  // namespace afar::setup
