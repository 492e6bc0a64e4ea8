// afar audit: the record of what happened.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/audit_lines.h"
#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"

namespace afar::cli {
namespace {

using nlohmann::json;

json query_of(const Arguments& arguments, WallTime now) {
  json query = json::object();
  if (const auto since = arguments.value("since")) {
    const auto moment = moment_from(*since, now);
    if (!moment) {
      throw Failure(ExitCode::kWrongUsage,
                    "--since takes 2h, 2026-11-30, \"2026-11-30 14:02\" or a time of RFC 3339, "
                    "not \"" +
                        printable_line(*since) + "\"");
    }
    query["since"] = to_rfc3339(*moment);
  }
  if (const auto dialog = arguments.value("dialog")) query["dialog"] = dialog_id_from(*dialog);
  return query;
}

ExitCode run_audit(const Arguments& arguments, Surroundings& surroundings) {
  if (arguments.has("json") && arguments.has("csv")) {
    throw Failure(ExitCode::kWrongUsage, "--json and --csv exclude each other");
  }
  json query = query_of(arguments, surroundings.now());
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  // An empty answer would look like a dialog to which nothing happened.
  if (query.contains("dialog")) get_dialog(link, query["dialog"].get<std::string>());
  Console& console = surroundings.console;
  if (arguments.has("csv")) console.out << audit_csv_header() << "\n";
  // Page by page, so that a long record is neither held here nor waited for as a whole.
  for (;;) {
    const json page = link.call("audit.query", query);
    for (const auto& event : page.at("events")) {
      if (arguments.has("json")) {
        console.out << rpc::dump(event) << "\n";
      } else if (arguments.has("csv")) {
        console.out << audit_csv_line(event) << "\n";
      } else {
        console.out << audit_text_line(event, console) << "\n";
      }
    }
    const json next = page.value("next", json(nullptr));
    if (next.is_null() || next == query.value("after", json(nullptr))) break;
    query["after"] = next;
  }
  return ExitCode::kDone;
}

}  // namespace

Command audit_command() {
  return {"audit",
          "",
          "what happened, one event a line",
          "",
          {{"since", "TIME", "from then on: 2h (ago), 2026-11-30, \"2026-11-30 14:02\", RFC 3339"},
           {"dialog", "ID", "of one dialog"},
           {"json", "", "one JSON object a line"},
           {"csv", "", "comma-separated values with a header"}},
          0,
          0,
          run_audit};
}

}  // namespace afar::cli
