// Times as people say them, in their own time zone (TZ); and back.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "shared/dialog/time.h"

namespace afar {

// "38s", "4m12s", "2h05m", "3d04h". Negative ones (a clock that was set back) count as none.
std::string duration_in_words(Milliseconds duration);

// "14:02" for a moment of today, else "2026-11-29 14:02".
std::string moment_in_words(WallTime at, WallTime now);

// "2026-11-30 14:02:03", for records.
std::string timestamp(WallTime at);

// What people type for a moment in the past: "2h" (s, m, h, d, w) ago, "2026-11-30",
// "2026-11-30 14:02" or "14:02:03" local time, or RFC 3339. nullopt: none of these.
std::optional<WallTime> moment_from(std::string_view text, WallTime now);

}  // namespace afar
