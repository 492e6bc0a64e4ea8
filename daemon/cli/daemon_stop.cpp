// afar daemon stop: asks afard to stop, and waits until it is gone.
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "daemon/cli/call_failure.h"
#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/cli/daemon_process.h"
#include "daemon/cli/service_manager.h"
#include "shared/os/instance_lock.h"

namespace afar::cli {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

constexpr Milliseconds kStopLimit{30000};
constexpr Milliseconds kRestMin{2};
constexpr Milliseconds kRestMax{100};

// Returns once the connection has ended, which is what a stop looks like from here. Whether the
// answer to the call comes before it makes no difference.
void ask_to_stop(DaemonLink& link, steady_clock::time_point until, WallTime now) {
  rpc::Client& client = link.client();
  try {
    client.call("shutdown", json::object(),
                std::chrono::ceil<Milliseconds>(until - steady_clock::now()));
    while (client.wait(until)) continue;
  } catch (const rpc::CallFailed& failed) {
    throw failure_of(failed, now);
  } catch (const rpc::CallTimedOut&) {
    return;  // whoever looks next whether it is gone says so
  } catch (const rpc::ConnectionLost&) {
    return;
  }
}

// One that its service manager runs is stopped there, so that it counts as stopped and not as lost.
// What the daemon would refuse an agent is left to the daemon to refuse.
bool stop_unit(std::int64_t pid, const Surroundings& surroundings) {
  if (runs_inside_agent(surroundings.environment)) return false;
  const auto manager = ServiceManager::find(surroundings);
  if (!manager || pid == 0 || manager->main_pid() != pid) return false;
  manager->stop();
  return true;
}

// A process that ended but is not yet taken note of by its parent still has its number, but no lock
// any more. The lock is tried last: whoever takes it, even for a moment, is in a new daemon's way.
bool is_gone(std::int64_t pid, const std::string& lock) {
  if (pid > 0 && ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) return true;
  return InstanceLock::try_acquire(lock).has_value();
}

ExitCode run_stop(const Arguments& arguments, Surroundings& surroundings) {
  const std::int64_t pid = stop_daemon(arguments, surroundings);
  surroundings.console.out << "afard stopped (process " << pid << ").\n";
  return ExitCode::kDone;
}

}  // namespace

std::int64_t stop_daemon(const Arguments& arguments, const Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  // The lock of the database that this daemon keeps: --socket may have named another one's.
  const json status = link.call("status", json::object());
  const auto pid = status.value("pid", std::int64_t{0});
  PathOverrides overrides;
  overrides.database = status.value("database", arguments.value("db").value_or(""));
  const std::string lock = find_paths(surroundings.environment, overrides).lock;
  const auto until = steady_clock::now() + kStopLimit;
  if (!stop_unit(pid, surroundings)) ask_to_stop(link, until, surroundings.now());
  bool gone = is_gone(pid, lock);
  for (Milliseconds rest = kRestMin; !gone && steady_clock::now() < until;
       rest = std::min(rest * 2, kRestMax)) {
    std::this_thread::sleep_for(rest);
    gone = is_gone(pid, lock);
  }
  if (!gone) {
    throw Failure(ExitCode::kFailed, "afard (process " + std::to_string(pid) +
                                         ") was asked to stop and is still there after " +
                                         std::to_string(kStopLimit.count() / 1000) + " s");
  }
  return pid;
}

Command daemon_stop_command() {
  return {
      "daemon stop",
      "",
      "stop afard; open dialogs wait on record",
      "Hooks that wait are told to connect again, and start afard anew if it does not come back.",
      {},
      0,
      0,
      run_stop};
}

}  // namespace afar::cli
