#include "daemon/config/time_zone.h"

#include <date/tz.h>

#include <ctime>
#include <stdexcept>

namespace afar::config {

std::optional<LocalClock> clock_of_zone(const std::string& name) {
  try {
    date::get_tzdb();
  } catch (const std::exception& error) {
    throw std::runtime_error("the time zone database cannot be read (is tzdata installed?): " +
                             std::string(error.what()));
  }
  const date::time_zone* zone = nullptr;
  try {
    zone = date::locate_zone(name);
    zone->get_info(date::sys_seconds{});  // reads the zone's file, so that nothing fails later
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return [zone](WallTime at) {
    const auto local =
        zone->to_local(std::chrono::floor<std::chrono::minutes>(at)).time_since_epoch();
    const auto days = std::chrono::floor<std::chrono::days>(local);
    return LocalTime{std::chrono::weekday(std::chrono::sys_days(days)),
                     std::chrono::duration_cast<std::chrono::minutes>(local - days)};
  };
}

LocalClock clock_of_this_machine() {
  return [](WallTime at) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(at);
    std::tm local{};
    ::tzset();  // localtime_r itself looks at the zone once only
    if (::localtime_r(&seconds, &local) == nullptr) {
      throw std::runtime_error("the local time is not known");
    }
    return LocalTime{std::chrono::weekday(static_cast<unsigned>(local.tm_wday)),
                     std::chrono::hours(local.tm_hour) + std::chrono::minutes(local.tm_min)};
  };
}

}  // namespace afar::config
