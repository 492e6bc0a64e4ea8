// What clocks show, by the system's time zone database.
#pragma once
#include <optional>
#include <string>

#include "daemon/core/time_window.h"

namespace afar::config {

// The clock of a zone of the IANA database ("Europe/Berlin"); nullopt where it has none of that
// name. Throws std::runtime_error where the system has no such database.
std::optional<LocalClock> clock_of_zone(const std::string& name);
// The clock of this machine (TZ, else /etc/localtime), also after it was moved to another zone.
LocalClock clock_of_this_machine();

}  // namespace afar::config
