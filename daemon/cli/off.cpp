// afar off, afar on: the kill switch. A file in the state folder: hooks look for it before they
// look for a daemon, so that it works without one.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>

#include "daemon/cli/command.h"
#include "shared/os/fd.h"

namespace afar::cli {
namespace {

// It would else be a way round a rule that refuses.
void refuse_to_agents(const Surroundings& surroundings) {
  if (!runs_inside_agent(surroundings.environment)) return;
  throw Failure(ExitCode::kNotAllowed,
                "an agent may not switch afar off or on; do it in a terminal of your own");
}

ExitCode run_off(const Arguments& arguments, Surroundings& surroundings) {
  refuse_to_agents(surroundings);
  const std::string file = off_switch(arguments.paths(surroundings.environment));
  if (const auto wrong = make_private_folder_of(file)) throw Failure(ExitCode::kFailed, *wrong);
  const UniqueFd fd(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd) {
    throw Failure(ExitCode::kFailed, "cannot make " + file + ": " + std::strerror(errno));
  }
  surroundings.console.out << "afar is off: hooks stay out and agents ask in their own dialogs. "
                           << "What is open already waits. Undo it with: afar on\n";
  return ExitCode::kDone;
}

ExitCode run_on(const Arguments& arguments, Surroundings& surroundings) {
  refuse_to_agents(surroundings);
  const std::string file = off_switch(arguments.paths(surroundings.environment));
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) {
    throw Failure(ExitCode::kFailed, "cannot remove " + file + ": " + std::strerror(errno));
  }
  surroundings.console.out << "afar is on.\n";
  return ExitCode::kDone;
}

}  // namespace

Command off_command() {
  return {"off",
          "",
          "the kill switch: hooks stay out",
          "Agents ask in their own dialogs, as if afar were not there. Dialogs that are open\n"
          "already wait on and can be answered.",
          {},
          0,
          0,
          run_off};
}

Command on_command() { return {"on", "", "undo afar off", "", {}, 0, 0, run_on}; }

}  // namespace afar::cli
