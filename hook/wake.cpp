#include "hook/wake.h"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/spawn.h"
#include "hook/streams.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/find_daemon.h"

namespace afar::hook {
namespace {

using std::chrono::steady_clock;

constexpr const char* kCall = "2";
// Between looks for a daemon that has gone; its first absence is a restart, as a rule.
constexpr Milliseconds kRestMin(100);
constexpr Milliseconds kRestMax(30'000);
// Whether we still have our parent: where the agent left us a standard output that never hangs up.
constexpr Milliseconds kLookForAgent(60'000);

bool is_orphan(pid_t parent) { return ::getppid() != parent; }

enum class Heard { kOver, kLost };

// Until the call is answered or the connection is lost.
Heard listen(Told& told, AgentWatch& watch, pid_t parent) {
  rpc::Client& client = *told.client;
  try {
    while (watch.sign() == AgentWatch::Sign::kNone && !is_orphan(parent)) {
      if (watch.wait(client.fd(), steady_clock::now() + kLookForAgent).readable) client.pump();
      while (const auto message = client.next()) {
        if (message->kind == rpc::Incoming::Kind::kError) {
          const rpc::CallFailed error(*message->body);
          if (error.code() == rpc::ErrorCode::kRestarting) return Heard::kLost;
          complain(std::string("the daemon says ") + error.what());
          return Heard::kOver;
        }
        if (message->kind != rpc::Incoming::Kind::kResult || message->id != kCall) continue;
        told.words = late_words_from(*message->body);
        return Heard::kOver;
      }
    }
    return Heard::kOver;
  } catch (const rpc::ConnectionLost&) {
    return Heard::kLost;
  }
}

}  // namespace

Told wait_for_late(const Paths& paths, bool from_agent, const Origin& origin, AgentWatch& watch) {
  const std::string lines =
      rpc::request_line("1", "initialize",
                        rpc::initialize_params("afar-hook", "hook", from_agent)) +
      rpc::request_line(kCall, "session.wait", {{"origin", to_json(origin)}});
  const pid_t parent = ::getppid();
  Told told;
  Milliseconds rest = kRestMin;
  bool has_been_there = false;
  while (watch.sign() == AgentWatch::Sign::kNone && !is_orphan(parent)) {
    Connected connected = rpc::connect_to_daemon(paths, kConnectLimit);
    if (connected.status == ConnectStatus::kConnected) {
      has_been_there = true;
      rest = kRestMin;
      told.client.emplace(std::move(connected.fd));
      try {
        told.client->send(lines);
        if (listen(told, watch, parent) == Heard::kOver) return told;
      } catch (const rpc::ConnectionLost&) {
        // As if it had been lost a moment later.
      }
    } else if (connected.status != ConnectStatus::kBusy && !has_been_there) {
      // Nothing was ever asked through a daemon that is not there.
      return told;
    }
    watch.wait(-1, steady_clock::now() + rest);
    rest = std::min(2 * rest, kRestMax);
  }
  return told;
}

}  // namespace afar::hook
