// One dialog.open on one connection: what is said and what comes back. Does not wait by itself; the
// owner polls fd() and calls take(). Owns the connection. Single-threaded.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>

#include "hook/agents/agent.h"
#include "shared/dialog/request.h"
#include "shared/rpc/client.h"

namespace afar::hook {

class DialogCall {
 public:
  // Named for what the owner may do.
  struct GoOn {};  // nothing final yet
  struct Done {    // tell the agent
    OpenResult result;
  };
  struct Lost {  // connect again and open the same dialog again
    std::string why;
  };
  struct Refused {  // asking again would not help: fall back
    std::string why;
  };
  using Taken = std::variant<GoOn, Done, Lost, Refused>;

  // Sends the first call (rpc::initialize_params) and the dialog in one go. Throws
  // rpc::ConnectionLost, as the other functions that send do.
  DialogCall(UniqueFd connected, const OpenRequest& request, const nlohmann::json& first_call);

  int fd() const { return client_.fd(); }
  // Reads what has come, without blocking. Does not throw.
  Taken take();
  // What dialog.opened told, once it has come.
  const std::optional<Opened>& opened() const { return opened_; }

  void ping();
  int unanswered_pings() const { return unanswered_pings_; }
  void add_context(const Recalled& recalled);
  // The agent does not wait any more. `reason` as PROTOCOL.md has it. No answer is waited for.
  void cancel(std::string_view reason);
  // The agent has been told the outcome of this dialog.
  void confirm(const DialogId& id);

 private:
  Taken take_message(const rpc::Incoming& message);

  rpc::Client client_;
  std::optional<Opened> opened_;
  int pings_ = 0;
  int unanswered_pings_ = 0;
};

}  // namespace afar::hook
