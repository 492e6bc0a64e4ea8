// What afar-hook is to be registered for in Claude Code.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace afar::hook::claude_code {

// How long the client lets a hook wait, in seconds: a week. Below 2147483, beyond which 2.1.197
// ends a hook at once; 0 and less make the client skip the whole file.
inline constexpr int kWaitSeconds = 604800;
// For an event that is only told; the hook itself takes two seconds at most.
inline constexpr int kTellSeconds = 30;
inline constexpr std::int64_t kTimeoutSecondsMax = 2147483;
// Of an entry without a timeout.
inline constexpr std::int64_t kTimeoutSecondsUsual = 600;

struct WantedHook {
  std::string_view event;
  std::string_view matcher;  // empty: the event knows none
  bool waits = false;        // a dialog may be open as long as it runs
  bool relays = false;       // permissions are asked about
  bool wakes = false;        // waits beside an idle session, to wake it (asyncRewake)
};

// `permissions`: permissions too, which are any tool's.
std::vector<WantedHook> wanted_hooks(bool permissions);

}  // namespace afar::hook::claude_code
