// afar daemon restart: stop where one runs, then start.
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_process.h"

namespace afar::cli {
namespace {

void stop_if_running(const Arguments& arguments, Surroundings& surroundings) {
  try {
    const std::int64_t pid = stop_daemon(arguments, surroundings);
    surroundings.console.out << "afard stopped (process " << pid << ").\n" << std::flush;
  } catch (const Failure& failure) {
    if (failure.code() != ExitCode::kNoDaemon) throw;
  }
}

ExitCode run_restart(const Arguments& arguments, Surroundings& surroundings) {
  stop_if_running(arguments, surroundings);
  // A hook that waited may have been quicker: then there is a new daemon just the same.
  const Started started = start_daemon(arguments, surroundings);
  surroundings.console.out << "afard started (process " << started.pid << ").\n";
  return ExitCode::kDone;
}

}  // namespace

Command daemon_restart_command() {
  return {"daemon restart", "", "stop afard where it runs, and start it", "", {}, 0, 0,
          run_restart};
}

}  // namespace afar::cli
