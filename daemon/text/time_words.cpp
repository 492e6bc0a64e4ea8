#include "daemon/text/time_words.h"

#include <time.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <initializer_list>

namespace afar {
namespace {

using std::chrono::duration_cast;
using std::chrono::seconds;

tm local(WallTime at) {
  const time_t time = static_cast<time_t>(duration_cast<seconds>(at.time_since_epoch()).count());
  tm parts{};
  ::localtime_r(&time, &parts);
  return parts;
}

std::string formatted(const tm& parts, const char* format) {
  char text[64];
  return std::string(text, ::strftime(text, sizeof text, format, &parts));
}

bool same_day(const tm& a, const tm& b) { return a.tm_year == b.tm_year && a.tm_yday == b.tm_yday; }

// "2h" and the like: how long ago.
std::optional<Milliseconds> ago_from(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  long long count = 0;
  const char* last = text.data() + text.size() - 1;
  const auto read = std::from_chars(text.data(), last, count);
  // A thousand years in seconds: anything longer is a slip, and must not overflow below.
  constexpr long long kCountMax = 1000LL * 366 * 86400;
  if (read.ec != std::errc() || read.ptr != last || count < 0 || count > kCountMax) {
    return std::nullopt;
  }
  constexpr struct {
    char unit;
    long long in_seconds;
  } kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
  for (const auto& each : kUnits) {
    if (each.unit == *last)
      return seconds(std::min(count, kCountMax / each.in_seconds) * each.in_seconds);
  }
  return std::nullopt;
}

std::optional<WallTime> local_from(const std::string& text) {
  for (const char* format : {"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"}) {
    tm parts{};
    const char* end = ::strptime(text.c_str(), format, &parts);
    if (end == nullptr || *end != '\0') continue;
    parts.tm_isdst = -1;  // whether summer time held is the zone's to say
    const int day = parts.tm_mday;
    const time_t time = ::mktime(&parts);
    if (parts.tm_mday != day) return std::nullopt;  // the 30th of February
    return WallTime(seconds(time));
  }
  return std::nullopt;
}

}  // namespace

std::string duration_in_words(Milliseconds duration) {
  const long long all =
      std::max(0LL, static_cast<long long>(duration_cast<seconds>(duration).count()));
  char text[48];
  if (all < 60) {
    std::snprintf(text, sizeof text, "%llds", all);
  } else if (all < 3600) {
    std::snprintf(text, sizeof text, "%lldm%02llds", all / 60, all % 60);
  } else if (all < 86400) {
    std::snprintf(text, sizeof text, "%lldh%02lldm", all / 3600, all / 60 % 60);
  } else {
    std::snprintf(text, sizeof text, "%lldd%02lldh", all / 86400, all / 3600 % 24);
  }
  return text;
}

std::string moment_in_words(WallTime at, WallTime now) {
  const tm parts = local(at);
  return formatted(parts, same_day(parts, local(now)) ? "%H:%M" : "%Y-%m-%d %H:%M");
}

std::string timestamp(WallTime at) { return formatted(local(at), "%Y-%m-%d %H:%M:%S"); }

std::optional<WallTime> moment_from(std::string_view text, WallTime now) {
  if (const auto ago = ago_from(text)) return now - *ago;
  if (const auto exact = from_rfc3339(text)) return exact;
  return local_from(std::string(text));
}

}  // namespace afar
