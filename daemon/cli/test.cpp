// afar test SURFACE: a probe, and whether its answer comes back.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/call_failure.h"
#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/text/printable.h"

namespace afar::cli {
namespace {

// A person has to see it and tap.
constexpr Milliseconds kProbeLimit = std::chrono::minutes(2);

nlohmann::json probe(DaemonLink& link, const std::string& surface,
                     const Surroundings& surroundings) {
  try {
    return link.client().call("surface.probe", {{"surface", surface}}, kProbeLimit);
  } catch (const rpc::CallFailed& failed) {
    throw failure_of(failed, surroundings.now());
  } catch (const rpc::CallTimedOut&) {
    throw Failure(ExitCode::kFailed, "nobody answered the probe within two minutes");
  } catch (const rpc::ConnectionLost&) {
    throw Failure(ExitCode::kFailed, "the daemon stopped before the probe was answered");
  }
}

ExitCode run_test(const Arguments& arguments, Surroundings& surroundings) {
  const std::string& surface = arguments.operands.front();
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  surroundings.console.out << "A probe is on its way to " << printable_line(surface)
                           << "; waiting for its answer.\n"
                           << std::flush;
  const auto result = probe(link, surface, surroundings);
  const std::string words = printable_line(result.value("words", ""));
  if (!result.value("ok", false)) throw Failure(ExitCode::kFailed, words);
  surroundings.console.out << words << "\n";
  return ExitCode::kDone;
}

}  // namespace

Command test_command() {
  return {"test",
          "SURFACE",
          "send a probe and wait for its answer",
          "SURFACE as rules name it: web, telegram, ntfy, webhook:NAME, command:NAME, plugin:NAME.",
          {},
          1,
          1,
          run_test};
}

}  // namespace afar::cli
