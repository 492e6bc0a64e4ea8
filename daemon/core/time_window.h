// Times of day and days of the week, as rules name them. Pure: what a zone's clock shows at a
// moment is asked of a LocalClock, which whoever reads the rules provides.
#pragma once
#include <chrono>
#include <functional>

#include "shared/dialog/time.h"

namespace afar {

// What a clock on the wall shows.
struct LocalTime {
  std::chrono::weekday day;
  std::chrono::minutes of_day;  // since midnight
};

using LocalClock = std::function<LocalTime(WallTime)>;

// From one time of day up to, and without, another: "23:00-07:00" goes over midnight.
struct TimeWindow {
  std::chrono::minutes from;
  std::chrono::minutes to;

  bool contains(std::chrono::minutes of_day) const {
    return from < to ? of_day >= from && of_day < to : of_day >= from || of_day < to;
  }
};

}  // namespace afar
