// afar forget: removes what was asked and answered in a dialog that has ended.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"

namespace afar::cli {
namespace {

ExitCode run_forget(const Arguments& arguments, Surroundings& surroundings) {
  const DialogId id = arguments.dialog_id();
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  link.call("dialog.forget", {{"id", id}});
  surroundings.console.out << id
                           << " forgotten: its texts are removed, the record of what happened "
                           << "stays whole.\n";
  return ExitCode::kDone;
}

}  // namespace

Command forget_command() {
  return {"forget",
          "ID",
          "remove the texts of a dialog that has ended",
          "What was asked, answered and said is gone for good, here and in the audit, which still\n"
          "verifies. An answer that has not reached its agent yet is gone too.",
          {},
          1,
          1,
          run_forget};
}

}  // namespace afar::cli
