// afar audit head: what can be published, so that a record that was rewritten later shows.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"

namespace afar::cli {
namespace {

ExitCode run_audit_head(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const nlohmann::json head = link.call("audit.head", nlohmann::json::object());
  if (arguments.has("json")) {
    surroundings.console.out << rpc::dump(head) << "\n";
  } else {
    surroundings.console.out << head.at("count").get<std::int64_t>() << " "
                             << head.at("hash").get<std::string>() << "\n";
  }
  return ExitCode::kDone;
}

}  // namespace

Command audit_head_command() {
  return {"audit head",
          "",
          "how many events there are, and the last one's hash",
          "Keep or publish this line: a record that was rewritten later no longer fits it.",
          {{"json", "", "as JSON"}},
          0,
          0,
          run_audit_head};
}

}  // namespace afar::cli
