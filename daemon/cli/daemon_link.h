// A command's connection to the daemon. Blocking, single-threaded. What goes wrong becomes a
// Failure with the exit code that the contract gives it.
#pragma once
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/cli/surroundings.h"
#include "shared/dialog/dialog.h"
#include "shared/os/unix_socket.h"
#include "shared/rpc/client.h"

namespace afar::cli {

// How long one attempt to connect may take: a full backlog blocks it.
inline constexpr Milliseconds kConnectLimit{300};

class DaemonLink {
 public:
  // Finds the daemon and says who we are. No daemon: Failure with exit code 5, that says what to
  // do.
  DaemonLink(const Surroundings& surroundings, const Paths& paths);
  // On a connection that the caller made.
  DaemonLink(const Surroundings& surroundings, const Paths& paths, UniqueFd connected);

  // A request and its result.
  nlohmann::json call(std::string_view method, const nlohmann::json& params);
  // One that may take as long as the record is large.
  nlohmann::json call_without_limit(std::string_view method, const nlohmann::json& params);

  rpc::Client& client() { return client_; }
  // The daemon's process, as it says itself: the socket's own peer is whoever bound it, which may
  // be a service manager.
  std::int64_t pid();

 private:
  nlohmann::json call_within(std::string_view method, const nlohmann::json& params,
                             std::optional<Milliseconds> limit);
  std::function<WallTime()> now_;
  std::string lock_;
  rpc::Client client_;
};

// The dialog as the protocol gives it.
nlohmann::json get_dialog(DaemonLink& link, const DialogId& id);

}  // namespace afar::cli
