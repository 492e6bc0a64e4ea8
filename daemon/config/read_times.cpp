// Times of day, days of the week, time zones.
#include "daemon/config/read_rules.h"
#include "daemon/config/time_zone.h"

namespace afar::config {
namespace {

using std::chrono::minutes;

constexpr std::string_view kDays[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};

// "23:00"; also "24:00", for an end.
std::optional<minutes> time_of_day(std::string_view text) {
  const auto digit = [&](std::size_t at) { return text[at] - '0'; };
  if (text.size() != 5 || text[2] != ':') return std::nullopt;
  for (const std::size_t at : {0, 1, 3, 4}) {
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
  }
  const int hour = digit(0) * 10 + digit(1);
  const int minute = digit(3) * 10 + digit(4);
  if (minute > 59 || hour * 60 + minute > 24 * 60) return std::nullopt;
  return minutes(hour * 60 + minute);
}

std::optional<TimeWindow> read_window(const Place& place) {
  constexpr minutes kDay(24 * 60);
  const std::string& text = place.node().text;
  if (place.node().type == Node::Type::kString && text.size() == 11 && text[5] == '-') {
    const auto from = time_of_day(std::string_view(text).substr(0, 5));
    const auto to = time_of_day(std::string_view(text).substr(6));
    if (from && to && *from == *to) {
      place.refuse("nothing lies between these two times; leave the key out for the whole day");
      return std::nullopt;
    }
    if (from && to && *from < kDay) return TimeWindow{*from, *to};
  }
  place.expected_word("two times of day like \"23:00-07:00\"");
  return std::nullopt;
}

std::optional<std::chrono::weekday> read_day(const Place& place) {
  for (unsigned day = 0; day < std::size(kDays); ++day) {
    if (place.node().type == Node::Type::kString && place.node().text == kDays[day]) {
      return std::chrono::weekday(day);
    }
  }
  place.expected_word("one of mon, tue, wed, thu, fri, sat, sun");
  return std::nullopt;
}

void read_zone(const Place& place, LocalClock& clock) {
  const auto name = read_name(place);
  if (!name) return;
  try {
    if (auto found = clock_of_zone(*name)) {
      clock = std::move(*found);
    } else {
      place.expected_word("a time zone like \"Europe/Berlin\"");
    }
  } catch (const std::runtime_error& error) {
    place.refuse(error.what());
  }
}

}  // namespace

std::vector<std::pair<std::string_view, Reader>> times_keys(Times& times) {
  times.clock = clock_of_this_machine();
  return {{"time",
           [&](const Place& place) {
             read_one_or_more(place, [&](const Place& at) { append(times.time, read_window(at)); });
           }},
          {"days",
           [&](const Place& place) {
             read_one_or_more(place, [&](const Place& at) { append(times.days, read_day(at)); });
           }},
          {"tz", [&](const Place& place) { read_zone(place, times.clock); }}};
}

}  // namespace afar::config
