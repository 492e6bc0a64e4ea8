#include "daemon/cli/configured.h"

#include "daemon/cli/failure.h"

namespace afar::cli {

config::ConfigFiles config_files_of(const Arguments& arguments, const Surroundings& surroundings) {
  return config::config_files(arguments.paths(surroundings.environment), surroundings.environment);
}

std::string problems_text(const config::Problems& problems) {
  std::string text;
  for (const auto& each : problems) text += (text.empty() ? "" : "\n") + config::to_text(each);
  return text;
}

config::Loaded load_configuration(const Arguments& arguments, const Surroundings& surroundings) {
  auto loaded = config::load(config_files_of(arguments, surroundings));
  if (const auto* problems = std::get_if<config::Problems>(&loaded)) {
    throw Failure(ExitCode::kFailed,
                  "the configuration cannot be used:\n" + problems_text(*problems));
  }
  return std::get<config::Loaded>(std::move(loaded));
}

}  // namespace afar::cli
