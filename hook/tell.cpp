#include "hook/tell.h"

#include <nlohmann/json.hpp>
#include <thread>

#include "hook/spawn.h"
#include "hook/streams.h"
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

enum class Told { kTaken, kTryAgain, kNoMore };

Told tell_once(UniqueFd connected, const std::string& lines) {
  try {
    rpc::Client client(std::move(connected));
    client.send(lines);
    const MonoTime until = steady_clock::now() + kPatience;
    while (const auto message = client.wait(until)) {
      if (message->kind == rpc::Incoming::Kind::kError) {
        const rpc::CallFailed error(*message->body);
        if (error.code() == rpc::ErrorCode::kRestarting) return Told::kTryAgain;
        complain(std::string("the daemon says ") + error.what());
        return Told::kNoMore;
      }
      if (message->kind == rpc::Incoming::Kind::kResult && message->id == kCall) {
        return Told::kTaken;
      }
    }
    // It was sent, and will be read once the daemon gets to it.
    return Told::kNoMore;
  } catch (const rpc::ConnectionLost&) {
    return Told::kTryAgain;
  }
}

}  // namespace

void tell_daemon(const Paths& paths, bool from_agent, std::string_view method,
                 const nlohmann::json& params) {
  const std::string lines =
      rpc::request_line("1", "initialize",
                        rpc::initialize_params("afar-hook", "hook", from_agent)) +
      rpc::request_line(kCall, method, params);
  const MonoTime until = steady_clock::now() + kRestartPatience;
  bool has_been_there = false;
  do {
    Connected connected = rpc::connect_to_daemon(paths, kConnectLimit);
    if (connected.status == ConnectStatus::kConnected) {
      has_been_there = true;
      if (tell_once(std::move(connected.fd), lines) != Told::kTryAgain) return;
    } else if (connected.status != ConnectStatus::kBusy && !has_been_there) {
      return;
    }
    std::this_thread::sleep_for(kRest);
  } while (steady_clock::now() < until);
}

}  // namespace afar::hook
