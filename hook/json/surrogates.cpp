#include "hook/json/surrogates.h"

#include <charconv>

namespace afar::raw {
namespace {

constexpr std::size_t kEscapeSize = 6;  // \ud83d

// The code unit that the escape at `at` writes; nullopt where no \uXXXX stands there.
std::optional<unsigned> code_unit_at(std::string_view text, std::size_t at) {
  if (at > text.size() || text.size() - at < kEscapeSize) return std::nullopt;
  if (text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  unsigned unit = 0;
  const char* end = text.data() + at + kEscapeSize;
  const auto read = std::from_chars(text.data() + at + 2, end, unit, 16);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return unit;
}

bool is_high(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

}  // namespace

std::optional<std::string> replace_lone_surrogates(
    std::string_view json, const std::function<std::string(std::string_view escape)>& replacement) {
  std::string result;
  std::size_t copied = 0;
  std::size_t at = json.find('\\');
  while (at != std::string_view::npos) {
    std::size_t passed = 2;  // any other escape: the backslash and what it escapes
    if (const auto unit = code_unit_at(json, at)) {
      passed = kEscapeSize;
      const auto following = code_unit_at(json, at + kEscapeSize);
      if (is_high(*unit) && following && is_low(*following)) {
        passed = 2 * kEscapeSize;
      } else if (is_high(*unit) || is_low(*unit)) {
        result.append(json, copied, at - copied);
        result.append(replacement(json.substr(at, kEscapeSize)));
        copied = at + kEscapeSize;
      }
    }
    at = at + passed < json.size() ? json.find('\\', at + passed) : std::string_view::npos;
  }
  if (copied == 0) return std::nullopt;
  result.append(json, copied);
  return result;
}

}  // namespace afar::raw
