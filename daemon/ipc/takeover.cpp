#include "daemon/ipc/takeover.h"

#include <signal.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

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

// Whether the holder was told to go.
bool have_it_hand_over(const LockHolder& holder, const std::string& our_socket) {
  // A service manager takes the name of the holder's socket for its own: a call would reach nobody
  // but us. Waiters are told to connect again either way.
  const bool told = holder.socket == our_socket
                        ? ::kill(static_cast<pid_t>(holder.pid), SIGTERM) == 0 || errno == ESRCH
                        : ask_to_hand_over(holder);
  if (told) spdlog::info("process {} hands over", holder.pid);
  return told;
}

bool listens(const LockHolder& holder) {
  return connect_unix(holder.socket, kConnectLimit).status != ConnectStatus::kNobody;
}

}  // namespace

std::optional<InstanceLock> become_the_one(const Paths& paths,
                                           const std::optional<std::string>& inherited) {
  auto lock = InstanceLock::try_acquire(paths.lock);
  auto holder = holder_of(paths.lock);
  bool turned_to_it = false;
  for (const auto give_up = steady_clock::now() + kHandoverLimit;
       !lock && steady_clock::now() < give_up; lock = InstanceLock::try_acquire(paths.lock)) {
    // One that has only just taken the lock says a moment later who it is.
    holder = holder_of(paths.lock);
    if (holder && !std::exchange(turned_to_it, true)) {
      if (!inherited) {
        // The holder's socket may have lost its name: then it binds it again.
        ::kill(static_cast<pid_t>(holder->pid), SIGUSR1);
      } else if (!have_it_hand_over(*holder, *inherited)) {
        break;
      }
    }
    // One that is about to end listens no more, and whoever started us waits for one that does.
    if (!inherited && holder && listens(*holder)) break;
    std::this_thread::sleep_for(kLookAgain);
  }
  if (!lock) {
    spdlog::error("another afard keeps {} (process {}, socket {})", paths.database,
                  holder ? holder->pid : 0, holder ? holder->socket : "unknown");
  }
  return lock;
}

}  // namespace afar
