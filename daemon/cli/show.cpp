// afar show: one dialog, whole.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/card.h"
#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "shared/dialog/dialog_json.h"

namespace afar::cli {
namespace {

ExitCode run_show(const Arguments& arguments, Surroundings& surroundings) {
  const DialogId id = arguments.dialog_id();
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const nlohmann::json dialog = get_dialog(link, id);
  if (arguments.has("json")) {
    surroundings.console.out << rpc::dump(dialog) << "\n";
  } else {
    print_card(dialog_from(dialog), surroundings.now(), surroundings.console);
  }
  return ExitCode::kDone;
}

}  // namespace

Command show_command() {
  return {"show",
          "ID",
          "one dialog: who asks, what can be chosen, what became of it",
          "",
          {{"json", "", "the dialog as JSON"}},
          1,
          1,
          run_show};
}

}  // namespace afar::cli
