// afar audit verify: whether the record is whole.
#include "daemon/store/audit_verify.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/text/printable.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/find_daemon.h"

namespace afar::cli {
namespace {

using nlohmann::json;

// In the words of audit.verify, wherever it was verified.
json verify_file(const std::string& file) {
  const AuditCheck check = verify_audit(file);
  return {{"ok", check.ok},
          {"count", check.count},
          {"removed", check.removed},
          {"hash", to_hex(check.hash)},
          {"problem", check.problem ? json(*check.problem) : json(nullptr)},
          {"seq", check.seq ? json(*check.seq) : json(nullptr)}};
}

// The daemon's record by the daemon; where none runs, the file that it would use.
json verify_own_record(const Arguments& arguments, const Surroundings& surroundings) {
  const Paths paths = arguments.paths(surroundings.environment);
  Connected connected = rpc::connect_to_daemon(paths, kConnectLimit);
  if (connected.status != ConnectStatus::kConnected) return verify_file(paths.database);
  DaemonLink link(surroundings, paths, std::move(connected.fd));
  return link.call_without_limit("audit.verify", json::object());
}

std::string counted(std::int64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

ExitCode report(const json& result, Console& console) {
  const Fields fields(result, "the result");
  if (!fields.boolean_or("ok", false)) {
    const auto seq = fields.optional_integer("seq");
    throw Failure(ExitCode::kFailed,
                  "the record is not whole" +
                      (seq ? " at event " + std::to_string(*seq) : std::string()) + ": " +
                      printable_line(fields.string_or("problem", "no reason is given")));
  }
  const std::int64_t count = fields.optional_integer("count").value_or(0);
  const std::int64_t removed = fields.optional_integer("removed").value_or(0);
  console.out << "The record is whole: " << counted(count, "event");
  if (removed > 0) console.out << ", the texts of " << removed << " of them removed";
  console.out << ".\n";
  if (count > 0) console.out << "Its head is " << printable_line(fields.string("hash")) << ".\n";
  return ExitCode::kDone;
}

ExitCode run_audit_verify(const Arguments& arguments, Surroundings& surroundings) {
  const json result = arguments.operands.empty() ? verify_own_record(arguments, surroundings)
                                                 : verify_file(arguments.operands[0]);
  if (!arguments.has("json")) return report(result, surroundings.console);
  surroundings.console.out << rpc::dump(result) << "\n";
  return result.value("ok", false) ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace

Command audit_verify_command() {
  return {"audit verify",
          "[FILE]",
          "whether the record is whole: nothing changed, nothing missing",
          "FILE is a database, for example a copy; else the record in use. Exit code 1: it is not.",
          {{"json", "", "the result as JSON"}},
          0,
          1,
          run_audit_verify};
}

}  // namespace afar::cli
