#include "hook/json/gap.h"

#include <algorithm>

namespace afar::raw {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kBlank = " \t";

std::size_t after_any(std::string_view text, std::size_t at, std::string_view any) {
  return std::min(text.find_first_not_of(any, at), text.size());
}

// Passes over comments, and what `between` has before each.
std::size_t after_last_comment(std::string_view text, std::size_t at, std::string_view between) {
  std::size_t last = at;
  for (;;) {
    const std::size_t begin = after_any(text, last, between);
    const std::size_t end = after_comment(text, begin);
    if (end == begin) return last;
    last = end;
  }
}

// Behind the string or the byte that stands there.
std::size_t after_token(std::string_view text, std::size_t at) {
  if (text[at] != '"') return at + 1;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

}  // namespace

std::size_t after_comment(std::string_view text, std::size_t at) {
  const std::string_view begin = at < text.size() ? text.substr(at, 2) : std::string_view();
  if (begin == "//") {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    return text[end - 1] == '\r' ? end - 1 : end;
  }
  if (begin != "/*") return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

std::size_t after_comments(std::string_view text, std::size_t at) {
  return after_last_comment(text, at, kSpace);
}

std::size_t after_comments_of_line(std::string_view text, std::size_t at) {
  return after_last_comment(text, at, kBlank);
}

std::size_t after_gap(std::string_view text, std::size_t at) {
  return after_any(text, after_comments(text, at), kSpace);
}

bool ends_in_comment(std::string_view gap) {
  for (std::size_t at = after_any(gap, 0, kSpace); at < gap.size();) {
    const std::size_t end = after_comment(gap, at);
    if (end == at) return false;
    if (end == gap.size()) return gap[at + 1] == '/';
    at = after_any(gap, end, kSpace);
  }
  return false;
}

std::string without_comments(std::string_view json) {
  std::string text(json);
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t end = after_comment(json, at);
    // Lines stay lines.
    for (std::size_t in = at; in < end; ++in) {
      if (json[in] != '\n') text[in] = ' ';
    }
    at = end != at ? end : after_token(json, at);
  }
  return text;
}

std::string without_trailing_commas(std::string_view json) {
  std::string text(json);
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t end = after_comment(json, at);
    if (end == at && json[at] == ',') {
      const std::size_t next = after_gap(json, at + 1);
      if (next < json.size() && (json[next] == '}' || json[next] == ']')) text[at] = ' ';
    }
    at = end != at ? end : after_token(json, at);
  }
  return text;
}

}  // namespace afar::raw
