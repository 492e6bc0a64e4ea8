// One message of a client on its way through its method: parameters in, one reply out. A
// notification has no id, and its replies go nowhere. Cheap to copy. Loop thread only.
#pragma once
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "daemon/ipc/connection.h"
#include "daemon/turn/commit_turns.h"
#include "shared/rpc/message.h"

namespace afar {

// A call that cannot be done, with what the client is told. Thrown by a method before it changes
// anything.
class CallRefused : public std::runtime_error {
 public:
  CallRefused(rpc::ErrorCode code, const std::string& why) : std::runtime_error(why), code_(code) {}
  rpc::ErrorCode code() const { return code_; }

 private:
  rpc::ErrorCode code_;
};

class Call {
 public:
  Call(std::shared_ptr<Connection> connection, std::string id,
       std::shared_ptr<nlohmann::json> params)
      : connection_(std::move(connection)), id_(std::move(id)), params_(std::move(params)) {}

  Connection& connection() const { return *connection_; }
  WaiterId waiter() const { return {connection_->id(), id_}; }
  const nlohmann::json& params() const { return *params_; }

  void reply(const nlohmann::json& result) const;
  void fail(rpc::ErrorCode code, const std::string& why) const;
  void fail(rpc::ErrorCode code, const std::string& why, nlohmann::json data) const;

  // The work of a turn that answers this call: failures of the turn become the call's error, and a
  // CallRefused thrown by `run` is told after the commit.
  CommitTurns::Work work(std::function<void(CommitTurns::Job&)> run) const;

 private:
  std::shared_ptr<Connection> connection_;
  std::string id_;
  std::shared_ptr<nlohmann::json> params_;
};

// The `id` parameter of a call about one dialog. Throws CallRefused where it is no dialog's id.
std::string dialog_id_param(const Call& call);

}  // namespace afar
