// afar dismiss: nobody is going to answer this.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"

namespace afar::cli {
namespace {

ExitCode run_dismiss(const Arguments& arguments, Surroundings& surroundings) {
  const DialogId id = arguments.dialog_id();
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  link.call("dialog.cancel", {{"id", id}, {"reason", "dismissed"}});
  surroundings.console.out
      << id << " dismissed. An agent that waits for it is told that nobody answers.\n";
  return ExitCode::kDone;
}

}  // namespace

Command dismiss_command() {
  return {"dismiss",  "ID", "cancel a dialog; its agent is told that nobody answers", "", {}, 1, 1,
          run_dismiss};
}

}  // namespace afar::cli
