#include "daemon/cli/daemon_link.h"

#include <nlohmann/json.hpp>

#include "daemon/cli/call_failure.h"
#include "daemon/cli/failure.h"
#include "shared/os/instance_lock.h"
#include "shared/rpc/find_daemon.h"

namespace afar::cli {
namespace {

using nlohmann::json;

// A daemon that does not answer within this is stopped or stuck: a commit takes milliseconds, and
// it waits two seconds at most for another program's lock on the database.
constexpr Milliseconds kAnswerLimit{15000};

// Nothing but a signal gets through to it; what is committed is safe from any.
std::string advice_on_stuck(const std::string& lock) {
  const auto holder = holder_of(lock);
  return "If this lasts, end it: kill " + (holder ? std::to_string(holder->pid) : "PID") +
         ". Open dialogs are kept.";
}

UniqueFd connect(const Paths& paths) {
  Connected connected = rpc::connect_to_daemon(paths, kConnectLimit);
  if (connected.status == ConnectStatus::kConnected) return std::move(connected.fd);
  std::string what = "no daemon is running";
  std::string advice = "Start it with: afar daemon start";
  if (connected.status == ConnectStatus::kBusy) {
    what = "the daemon takes no connections";
    advice = advice_on_stuck(paths.lock);
  } else if (connected.status != ConnectStatus::kNobody) {
    what = "the daemon cannot be reached";
    advice = "AFAR_SOCKET or --socket names another socket.";
  }
  throw Failure(ExitCode::kNoDaemon, what + " (" + connected.why + ").\n" + advice);
}

}  // namespace

DaemonLink::DaemonLink(const Surroundings& surroundings, const Paths& paths)
    : DaemonLink(surroundings, paths, connect(paths)) {}

DaemonLink::DaemonLink(const Surroundings& surroundings, const Paths& paths, UniqueFd connected)
    : now_(surroundings.now), lock_(paths.lock), client_(std::move(connected)) {
  call("initialize",
       rpc::initialize_params("afar", "operator", runs_inside_agent(surroundings.environment)));
}

std::int64_t DaemonLink::pid() {
  return call("status", json::object()).value("pid", std::int64_t{0});
}

json DaemonLink::call_within(std::string_view method, const json& params,
                             std::optional<Milliseconds> limit) {
  try {
    return client_.call(method, params, limit);
  } catch (const rpc::CallFailed& failed) {
    throw failure_of(failed, now_());
  } catch (const rpc::CallTimedOut& error) {
    throw Failure(ExitCode::kFailed, std::string(error.what()) + ".\n" + advice_on_stuck(lock_));
  } catch (const rpc::ConnectionLost& error) {
    throw Failure(ExitCode::kFailed, std::string(error.what()) + " during " + std::string(method) +
                                         ": look with afar list whether it was done");
  }
}

json DaemonLink::call(std::string_view method, const json& params) {
  return call_within(method, params, kAnswerLimit);
}

json DaemonLink::call_without_limit(std::string_view method, const json& params) {
  return call_within(method, params, std::nullopt);
}

json get_dialog(DaemonLink& link, const DialogId& id) {
  return link.call("dialog.get", {{"id", id}});
}

}  // namespace afar::cli
