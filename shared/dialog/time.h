// Points in time as values. Nothing in core reads a clock: callers pass a Now.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace afar {

using Milliseconds = std::chrono::milliseconds;
// Wall-clock time in UTC, to the millisecond: what is kept on record.
using WallTime = std::chrono::sys_time<Milliseconds>;
// Monotonic time: what waits and countdowns run on while the process lives.
using MonoTime = std::chrono::steady_clock::time_point;

// One reading of both clocks, taken once per turn.
struct Now {
  WallTime wall;
  MonoTime mono;
};
Now read_clocks();

// RFC 3339 in UTC with milliseconds, "2026-11-30T14:02:03.004Z".
std::string to_rfc3339(WallTime time);
// Reads exactly what to_rfc3339 writes, and the same with an offset or without fractions; nullopt
// otherwise.
std::optional<WallTime> from_rfc3339(std::string_view text);

}  // namespace afar
