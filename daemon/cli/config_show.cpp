// afar config show: the configuration with everything that was left out filled in.
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/configured.h"
#include "daemon/text/printable.h"
#include "daemon/config/show.h"

namespace afar::cli {
namespace {

ExitCode run_config_show(const Arguments& arguments, Surroundings& surroundings) {
  const auto shown = config::show_config(config_files_of(arguments, surroundings));
  if (const auto* problems = std::get_if<config::Problems>(&shown)) {
    throw Failure(ExitCode::kFailed,
                  "the configuration cannot be used:\n" + problems_text(*problems));
  }
  surroundings.console.out << std::get<std::string>(shown) << "\n";
  return ExitCode::kDone;
}

}  // namespace

Command config_show_command() {
  return {"config show",
          "",
          "the configuration as it is read, with the defaults of what is left out",
          "Reads the files themselves; needs no daemon. Prints JSON; where a secret comes from is\n"
          "shown, never the secret.",
          {},
          0,
          0,
          run_config_show};
}

}  // namespace afar::cli
