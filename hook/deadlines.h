// When a call has to be over, counted back from the limit that the host sets.
#pragma once
#include <algorithm>
#include <chrono>

#include "shared/dialog/time.h"

namespace afar::hook {

struct Deadlines {
  MonoTime limit;  // the daemon is asked to answer by then
  MonoTime guard;  // then the hook itself decides: the daemon hangs, or is gone
};

// At its limit the host kills the hook and goes on as if there were none. The margin leaves time
// for the way back: 5 s, or a tenth of the limit where that is shorter.
inline Deadlines deadlines_for(MonoTime started, std::chrono::seconds host_timeout) {
  const Milliseconds limit = host_timeout;
  const Milliseconds margin = std::min(Milliseconds(5000), limit / 10);
  return {started + limit - margin, started + limit - margin / 2};
}

}  // namespace afar::hook
