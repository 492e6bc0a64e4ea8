// afar wait: until a dialog has ended.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "daemon/cli/call_failure.h"
#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/cli/numbers.h"
#include "daemon/text/words.h"
#include "shared/dialog/dialog_json.h"

namespace afar::cli {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;
using Deadline = std::optional<steady_clock::time_point>;

// A daemon that is being restarted is back within this; after it there is none.
constexpr Milliseconds kRestartLimit{10000};
constexpr Milliseconds kRestMin{5};
constexpr Milliseconds kRestMax{200};

std::optional<Milliseconds> left_until(const Deadline& deadline) {
  if (!deadline) return std::nullopt;
  const auto left = std::chrono::ceil<Milliseconds>(*deadline - steady_clock::now());
  return std::max(left, Milliseconds(0));
}

// One connection's worth of waiting: the dialog; nullopt where the daemon went away meanwhile.
std::optional<json> wait_on(DaemonLink& link, const DialogId& id, const Deadline& deadline,
                            const Surroundings& surroundings) {
  try {
    return link.client().call("dialog.wait", {{"id", id}}, left_until(deadline));
  } catch (const rpc::CallFailed& failed) {
    if (failed.code() == rpc::ErrorCode::kRestarting) return std::nullopt;
    throw failure_of(failed, surroundings.now());
  } catch (const rpc::ConnectionLost&) {
    return std::nullopt;
  }
}

// A daemon that stopped while we waited may be back at once. None within the limit: exit code 5.
DaemonLink link_again(const Surroundings& surroundings, const Paths& paths,
                      const Deadline& deadline) {
  auto until = steady_clock::now() + kRestartLimit;
  if (deadline) until = std::min(until, *deadline);
  for (Milliseconds rest = kRestMin;; rest = std::min(rest * 2, kRestMax)) {
    // First of all, so that a daemon that is still closing is not asked over and over.
    std::this_thread::sleep_for(rest);
    try {
      return DaemonLink(surroundings, paths);
    } catch (const Failure&) {
      if (steady_clock::now() >= until) throw;
    }
  }
}

json wait_until_ended(const DialogId& id, const Deadline& deadline, const Paths& paths,
                      const Surroundings& surroundings) {
  std::optional<DaemonLink> link(std::in_place, surroundings, paths);
  for (;;) {
    if (auto dialog = wait_on(*link, id, deadline, surroundings)) return std::move(*dialog);
    link.reset();
    link = link_again(surroundings, paths, deadline);
  }
}

[[noreturn]] void still_open(const DialogId& id) {
  throw Failure(ExitCode::kFailed, id + " is still open.");
}

json look(const DialogId& id, const Paths& paths, const Surroundings& surroundings) {
  DaemonLink link(surroundings, paths);
  json dialog = get_dialog(link, id);
  if (dialog_from(dialog).state == DialogState::kOpen) still_open(id);
  return dialog;
}

ExitCode run_wait(const Arguments& arguments, Surroundings& surroundings) {
  const DialogId id = arguments.dialog_id();
  const Paths paths = arguments.paths(surroundings.environment);
  std::optional<Milliseconds> timeout;
  if (const auto text = arguments.value("timeout")) timeout = seconds_from("--timeout", *text);
  json result;
  if (timeout == Milliseconds(0)) {
    result = look(id, paths, surroundings);
  } else {
    Deadline deadline;
    if (timeout) deadline = steady_clock::now() + *timeout;
    try {
      result = wait_until_ended(id, deadline, paths, surroundings);
    } catch (const rpc::CallTimedOut&) {
      still_open(id);
    }
  }
  if (arguments.has("json")) {
    surroundings.console.out << rpc::dump(result) << "\n";
  } else {
    surroundings.console.out << id << " "
                             << outcome_in_words(dialog_from(result), surroundings.now()) << ".\n";
  }
  return ExitCode::kDone;
}

}  // namespace

Command wait_command() {
  return {"wait",
          "ID",
          "wait until a dialog has ended, and say how",
          "Exit code 1: it is still open after the time given.",
          {{"timeout", "SECONDS", "wait no longer than this; 0: only look"},
           {"json", "", "the dialog as JSON"}},
          1,
          1,
          run_wait};
}

}  // namespace afar::cli
