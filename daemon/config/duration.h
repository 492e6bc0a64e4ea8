// Durations as the configuration file writes them: "45s", "10m", "2h", "7d", "never".
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "daemon/core/rules.h"

namespace afar::config {

// nullopt: it is none, or longer than 36500 days (a time after that has no four-digit year).
std::optional<Limit> parse_duration(std::string_view text);
// Exactly this duration, in the largest unit that has no remainder.
std::string duration_text(const Limit& limit);

}  // namespace afar::config
