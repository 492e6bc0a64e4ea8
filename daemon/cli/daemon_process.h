// Starting and stopping afard, for the commands afar daemon start, stop and restart.
#pragma once
#include <cstdint>

#include "daemon/cli/arguments.h"
#include "daemon/cli/surroundings.h"

namespace afar::cli {

struct Started {
  std::int64_t pid = 0;
  bool was_running = false;
};
// Starts afard in the background and waits until it answers. A start that fails is a Failure that
// shows what afard wrote to its log.
Started start_daemon(const Arguments& arguments, const Surroundings& surroundings);

// Asks the daemon to stop and waits until it is gone; its process's id. No daemon: Failure with
// exit code 5.
std::int64_t stop_daemon(const Arguments& arguments, const Surroundings& surroundings);

}  // namespace afar::cli
