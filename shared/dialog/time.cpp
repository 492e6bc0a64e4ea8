#include "shared/dialog/time.h"

#include <cstdio>

namespace afar {
namespace {

// Reads `count` digits at `at` and moves on; -1 where there are none.
int take_digits(std::string_view text, std::size_t& at, std::size_t count) {
  if (at + count > text.size()) return -1;
  int value = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  at += count;
  return value;
}

bool take(std::string_view text, std::size_t& at, char wanted) {
  if (at >= text.size() || text[at] != wanted) return false;
  ++at;
  return true;
}

// "Z", "+02:00" or "-05:30" as an offset from UTC.
std::optional<std::chrono::minutes> take_offset(std::string_view text, std::size_t& at) {
  if (take(text, at, 'Z') || take(text, at, 'z')) return std::chrono::minutes(0);
  int sign = 0;
  if (take(text, at, '+')) {
    sign = 1;
  } else if (take(text, at, '-')) {
    sign = -1;
  } else {
    return std::nullopt;
  }
  const int hours = take_digits(text, at, 2);
  if (hours < 0 || hours > 23 || !take(text, at, ':')) return std::nullopt;
  const int minutes = take_digits(text, at, 2);
  if (minutes < 0 || minutes > 59) return std::nullopt;
  return std::chrono::minutes(sign * (hours * 60 + minutes));
}

}  // namespace

Now read_clocks() {
  return {std::chrono::floor<Milliseconds>(std::chrono::system_clock::now()),
          std::chrono::steady_clock::now()};
}

std::string to_rfc3339(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  char text[48];
  std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return text;
}

std::optional<WallTime> from_rfc3339(std::string_view text) {
  std::size_t at = 0;
  const int year = take_digits(text, at, 4);
  if (year < 0 || !take(text, at, '-')) return std::nullopt;
  const int month = take_digits(text, at, 2);
  if (month < 0 || !take(text, at, '-')) return std::nullopt;
  const int day = take_digits(text, at, 2);
  if (day < 0 || !(take(text, at, 'T') || take(text, at, ' '))) return std::nullopt;
  const int hour = take_digits(text, at, 2);
  if (hour < 0 || hour > 23 || !take(text, at, ':')) return std::nullopt;
  const int minute = take_digits(text, at, 2);
  if (minute < 0 || minute > 59 || !take(text, at, ':')) return std::nullopt;
  const int second = take_digits(text, at, 2);
  if (second < 0 || second > 60) return std::nullopt;
  int millis = 0;
  if (take(text, at, '.')) {
    int scale = 100;
    int digits = 0;
    for (int digit; (digit = take_digits(text, at, 1)) >= 0; ++digits) {
      millis += digit * scale;
      scale /= 10;
    }
    if (digits == 0) return std::nullopt;
  }
  const auto offset = take_offset(text, at);
  if (!offset || at != text.size()) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  return WallTime(std::chrono::sys_days(date)) + std::chrono::hours(hour) +
         std::chrono::minutes(minute) + std::chrono::seconds(second) + Milliseconds(millis) -
         *offset;
}

}  // namespace afar
