// One event from stdin to stdout.
#pragma once
#include <variant>

#include "hook/options.h"
#include "shared/dialog/time.h"
#include "shared/os/paths.h"

namespace afar::hook {

// `started`: when the process began, which is what the host's limit counts from. Returns the exit
// code: 0 whatever happens, but 1 for wrong options. Never 2: on some events that erases the
// person's prompt.
int run(const std::variant<Options, Notice>& command, MonoTime started,
        const Environment& environment);

}  // namespace afar::hook
