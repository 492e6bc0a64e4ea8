// Binds the socket: folder 0700, socket 0600, a stale one replaced, a living one left alone.
#pragma once
#include <string>

#include "shared/os/fd.h"

namespace afar {

// A listening, non-blocking unix socket. Throws std::runtime_error with what was tried and what to
// do.
UniqueFd bind_listener(const std::string& path);

// Whether the path still leads to this listening socket (a runtime folder may be removed at
// logout).
bool still_bound(int listener, const std::string& path);

}  // namespace afar
