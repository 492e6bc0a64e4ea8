#include "daemon/ipc/takeover.h"

#include <signal.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "shared/os/unix_socket.h"
#include "shared/rpc/client.h"

namespace afar {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kConnectLimit(300);
// A daemon that stops writes what is queued, at most a second; then the lock is free.
constexpr milliseconds kHandoverLimit(10000);
constexpr milliseconds kLookAgain(20);

bool ask_to_hand_over(const LockHolder& holder) {
  Connected connected = connect_unix(holder.socket, kConnectLimit);
  if (connected.status != ConnectStatus::kConnected) {
    spdlog::error("the daemon that keeps the database cannot be asked to hand over: {}",
                  connected.why);
    return false;
  }
  try {
    rpc::Client client(std::move(connected.fd));
    client.call("initialize", rpc::initialize_params("afard", "operator", false), kHandoverLimit);
    client.call("handover", nlohmann::json::object(), kHandoverLimit);
    return true;
  } catch (const std::exception& error) {
    spdlog::error("the daemon that keeps the database did not hand over: {}", error.what());
    return false;
  }
}

bool listens(const LockHolder& holder) {
  return connect_unix(holder.socket, kConnectLimit).status != ConnectStatus::kNobody;
}

}  // namespace

std::optional<InstanceLock> become_the_one(const Paths& paths, bool has_inherited_socket) {
  auto lock = InstanceLock::try_acquire(paths.lock);
  if (lock) return lock;
  auto holder = holder_of(paths.lock);
  if (has_inherited_socket) {
    if (!holder || !ask_to_hand_over(*holder)) return std::nullopt;
    spdlog::info("process {} hands over", holder->pid);
  } else if (holder) {
    // The holder's socket may have lost its name: then it binds it again.
    ::kill(static_cast<pid_t>(holder->pid), SIGUSR1);
  }
  for (const auto give_up = steady_clock::now() + kHandoverLimit; steady_clock::now() < give_up;) {
    // One that is about to end listens no more, and whoever started us waits for one that does.
    if (!has_inherited_socket && holder && listens(*holder)) break;
    if ((lock = InstanceLock::try_acquire(paths.lock))) return lock;
    std::this_thread::sleep_for(kLookAgain);
    holder = holder_of(paths.lock);
  }
  spdlog::error("another afard keeps {} (process {}, socket {})", paths.database,
                holder ? holder->pid : 0, holder ? holder->socket : "unknown");
  return std::nullopt;
}

}  // namespace afar
