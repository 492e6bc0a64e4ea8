#include "daemon/config/duration.h"

#include <charconv>

namespace afar::config {
namespace {

struct Unit {
  char letter;
  std::int64_t ms;
};
constexpr Unit kUnits[] = {{'d', 86'400'000}, {'h', 3'600'000}, {'m', 60'000}, {'s', 1'000}};
constexpr std::int64_t kMsMax = 36'500 * kUnits[0].ms;

}  // namespace

std::optional<Limit> parse_duration(std::string_view text) {
  if (text == "never") return Limit(std::nullopt);
  if (text.size() < 2 || text.front() < '0' || text.front() > '9') return std::nullopt;
  std::int64_t count = 0;
  const char* letter = text.data() + text.size() - 1;
  const auto read = std::from_chars(text.data(), letter, count);
  if (read.ec != std::errc() || read.ptr != letter) return std::nullopt;
  for (const auto& unit : kUnits) {
    if (unit.letter != *letter) continue;
    if (count > kMsMax / unit.ms) return std::nullopt;
    return Limit(Milliseconds(count * unit.ms));
  }
  return std::nullopt;
}

std::string duration_text(const Limit& limit) {
  if (!limit) return "never";
  const std::int64_t ms = limit->count();
  for (const auto& unit : kUnits) {
    if (ms > 0 && ms % unit.ms == 0) return std::to_string(ms / unit.ms) + unit.letter;
  }
  return std::to_string(ms / 1000) + "s";
}

}  // namespace afar::config
