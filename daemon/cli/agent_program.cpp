#include "daemon/cli/agent_program.h"

#include <ostream>

#include "shared/os/run_program.h"

namespace afar::cli {

ExitCode run_afar_agent(const Command& command, const Arguments& arguments,
                        Surroundings& surroundings) {
  const std::string program = surroundings.find_program("afar-agent");
  if (program.empty()) {
    throw Failure(ExitCode::kFailed,
                  "there is no afar-agent in ../libexec/afar beside afar's folder; install afar "
                  "whole");
  }
  std::vector<std::string> argv{program, command.name};
  std::vector<OptionSpec> options = command.options;
  for (const auto& each : global_options()) options.push_back(each);
  for (const auto& each : options) {
    if (!arguments.has(each.name)) continue;
    argv.push_back("--" + each.name);
    if (!each.value.empty()) argv.back() += "=" + *arguments.value(each.name);
  }
  argv.push_back("--");
  argv.insert(argv.end(), arguments.operands.begin(), arguments.operands.end());
  surroundings.console.out.flush();
  return static_cast<ExitCode>(run_attached(argv));
}

}  // namespace afar::cli
