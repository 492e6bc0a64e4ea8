#include "hook/mcp/run.h"

#include <unistd.h>

#include <csignal>

#include "hook/mcp/complain.h"
#include "hook/mcp/server.h"

namespace afar::mcp {

int run(const std::variant<Options, hook::Notice>& command, const Environment& environment) {
  // A client that is gone must not end us before the daemon is told.
  std::signal(SIGPIPE, SIG_IGN);
  if (const auto* notice = std::get_if<hook::Notice>(&command)) {
    const bool printed =
        hook::write_all(STDOUT_FILENO, notice->out) && hook::write_all(STDERR_FILENO, notice->err);
    return printed ? notice->exit_code : 1;
  }
  try {
    Desk desk;
    desk.options = std::get<Options>(command);
    desk.environment = environment;
    desk.paths = find_paths(environment, desk.options.paths);
    desk.agent_pid = ::getppid();
    return Server(std::move(desk)).run();
  } catch (const std::exception& failed) {
    complain(failed.what());
    return 1;
  }
}

}  // namespace afar::mcp
