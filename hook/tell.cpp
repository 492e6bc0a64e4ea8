#include "hook/tell.h"

#include <nlohmann/json.hpp>
#include <thread>

#include "hook/spawn.h"
#include "hook/streams.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/client.h"
#include "shared/rpc/find_daemon.h"

namespace afar::hook {
namespace {

using std::chrono::steady_clock;

// The agent stands still meanwhile, on every prompt and every stop.
constexpr Milliseconds kPatience(1000);
// A daemon that restarts is back within this.
constexpr Milliseconds kRestartPatience(2000);
constexpr Milliseconds kRest(50);

constexpr const char* kCall = "2";

enum class Sent { kTaken, kTryAgain, kNoMore };

Sent tell_once(rpc::Client& client, const std::string& lines, Told& told) {
  try {
    client.send(lines);
    const MonoTime until = steady_clock::now() + kPatience;
    while (const auto message = client.wait(until)) {
      if (message->kind == rpc::Incoming::Kind::kError) {
        const rpc::CallFailed error(*message->body);
        if (error.code() == rpc::ErrorCode::kRestarting) return Sent::kTryAgain;
        complain(std::string("the daemon says ") + error.what());
        return Sent::kNoMore;
      }
      if (message->kind == rpc::Incoming::Kind::kResult && message->id == kCall) {
        told.words = late_words_from(*message->body);
        told.taken = true;
        return Sent::kTaken;
      }
    }
    // It was sent, and will be read once the daemon gets to it.
    return Sent::kNoMore;
  } catch (const rpc::ConnectionLost&) {
    return Sent::kTryAgain;
  }
}

}  // namespace

Told tell_daemon(const Paths& paths, bool from_agent, std::string_view method,
                 const nlohmann::json& params) {
  const std::string lines =
      rpc::request_line("1", "initialize",
                        rpc::initialize_params("afar-hook", "hook", from_agent)) +
      rpc::request_line(kCall, method, params);
  const MonoTime until = steady_clock::now() + kRestartPatience;
  bool has_been_there = false;
  Told told;
  do {
    Connected connected = rpc::connect_to_daemon(paths, kConnectLimit);
    if (connected.status == ConnectStatus::kConnected) {
      has_been_there = true;
      told.client.emplace(std::move(connected.fd));
      if (tell_once(*told.client, lines, told) != Sent::kTryAgain) return told;
    } else if (connected.status != ConnectStatus::kBusy && !has_been_there) {
      return told;
    }
    std::this_thread::sleep_for(kRest);
  } while (steady_clock::now() < until);
  return told;
}

void confirm(rpc::Client& client, const std::vector<LateWords>& words) {
  try {
    for (const auto& each : words) {
      if (!each.dialog.empty()) client.notify("dialog.delivered", {{"id", each.dialog}});
    }
  } catch (const rpc::ConnectionLost&) {
    // They count as not delivered, and are told again: better twice than never.
  }
}

}  // namespace afar::hook
