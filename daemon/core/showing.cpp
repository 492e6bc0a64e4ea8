#include "daemon/core/showing.h"

#include <algorithm>

namespace afar {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The first moment from `at` on that is not quiet, by whole minutes.
WallTime after_quiet(const std::vector<QuietTimes>& quiet, WallTime at) {
  const auto is_quiet = [&](WallTime moment) {
    return std::any_of(quiet.begin(), quiet.end(),
                       [&](const QuietTimes& each) { return each.contain(moment); });
  };
  if (!is_quiet(at)) return at;
  const WallTime end = at + std::chrono::days(kQuietDaysMax);
  WallTime moment = std::chrono::floor<std::chrono::minutes>(at);
  while (moment < end && is_quiet(moment)) moment += std::chrono::minutes(1);
  return moment;
}

}  // namespace

bool QuietTimes::contain(WallTime at) const {
  const LocalTime local = clock(at);
  const bool day = days.empty() || std::find(days.begin(), days.end(), local.day) != days.end();
  const bool hour =
      time.empty() || std::any_of(time.begin(), time.end(), [&](const TimeWindow& window) {
        return window.contains(local.of_day);
      });
  return day && hour;
}

Showing showing_by(const ShowingWanted& wanted, WallTime opened_at) {
  Showing showing;
  showing.surfaces = wanted.surfaces;
  showing.notify_at =
      after_quiet(wanted.quiet, opened_at + wanted.notify_after.value_or(Milliseconds(0)));
  for (const auto& step : wanted.escalate) {
    showing.escalate.push_back({after_quiet(wanted.quiet, opened_at + step.after), step.surfaces});
  }
  showing.remind = wanted.remind;
  return showing;
}

bool is_shown_on(const Showing& showing, const std::string& surface, WallTime now) {
  if (!showing.surfaces || contains(*showing.surfaces, surface)) {
    return surface == kWebSurface || showing.notify_at <= now;
  }
  return std::any_of(showing.escalate.begin(), showing.escalate.end(), [&](const auto& step) {
    return step.at <= now && contains(step.surfaces, surface);
  });
}

}  // namespace afar
