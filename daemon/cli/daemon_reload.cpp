// afar daemon reload: the configuration, read again; all of it or nothing.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/text/printable.h"

namespace afar::cli {
namespace {

using nlohmann::json;

std::string file_in_words(const json& result, const char* file, const char* hash,
                          const char* rules) {
  const auto count = result.value(rules, std::int64_t{0});
  return printable_line(result.value(file, "")) +
         (result.value(hash, json(nullptr)).is_null()
              ? ": there is none"
              : ": " + std::to_string(count) + (count == 1 ? " rule" : " rules"));
}

ExitCode run_reload(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const json result = link.call("reload", json::object());
  Console& console = surroundings.console;
  if (arguments.has("json")) {
    console.out << rpc::dump(result) << "\n";
    return ExitCode::kDone;
  }
  console.out << "In force:\n  " << file_in_words(result, "file", "sha256", "rules") << "\n  "
              << file_in_words(result, "system_file", "system_sha256", "system_rules") << "\n";
  return ExitCode::kDone;
}

}  // namespace

Command daemon_reload_command() {
  return {"daemon reload",
          "",
          "read the configuration again, all of it or nothing",
          "The daemon's own files are read, whatever --config says here. A broken file changes\n"
          "nothing and is exit status 1; afar config check shows all that is wrong with it.",
          {{"json", "", "as JSON"}},
          0,
          0,
          run_reload};
}

}  // namespace afar::cli
