// A blocking client of the daemon, for programs that make few calls: the hook and the operator's
// command. Owns its connection. Single-threaded.
#pragma once
#include <chrono>
#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "shared/os/fd.h"
#include "shared/rpc/line_buffer.h"
#include "shared/rpc/message.h"

namespace afar::rpc {

// The connection ended, or brought something that is no message.
class ConnectionLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The daemon answered with an error.
class CallFailed : public std::runtime_error {
 public:
  // `error` is the error object of the response: {code, message, data}.
  explicit CallFailed(const nlohmann::json& error);
  ErrorCode code() const { return code_; }
  const std::string& data() const { return data_; }  // JSON text of error.data

 private:
  ErrorCode code_;
  std::string data_;
};

// No answer within the time given.
class CallTimedOut : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Client {
 public:
  explicit Client(UniqueFd connected);

  int fd() const { return fd_.get(); }
  // Writes whole lines; blocks at most as long as the socket's send limit. Throws ConnectionLost.
  void send(std::string_view lines);
  // Sends a request without waiting; returns its id as JSON text.
  std::string start(std::string_view method, const nlohmann::json& params);
  void notify(std::string_view method, const nlohmann::json& params);

  // Reads what has come without blocking. Throws ConnectionLost at the end of the stream, and from
  // then on; what came before it is there for next() all the same.
  void pump();
  // The next message that has come, in order.
  std::optional<Incoming> next();
  // Blocks for the next message until the deadline (no deadline: for ever). Throws ConnectionLost
  // once there is none left.
  std::optional<Incoming> wait(std::optional<std::chrono::steady_clock::time_point> deadline);

  // A request and its result. Notifications that come in between stay for next(). Throws
  // CallFailed, CallTimedOut, ConnectionLost.
  nlohmann::json call(std::string_view method, const nlohmann::json& params,
                      std::optional<std::chrono::milliseconds> limit);

 private:
  void take_lines();
  [[noreturn]] void lose(const std::string& why);

  UniqueFd fd_;
  LineBuffer buffer_;
  std::deque<Incoming> received_;
  int last_id_ = 0;
  std::optional<std::string> lost_;  // why the connection is, where it is
};

// params of initialize for a client of this product. Roles: "hook", "mcp", "operator", "deliver".
// `from_agent`: this process runs inside an agent (CLAUDECODE or AI_AGENT is set).
nlohmann::json initialize_params(std::string_view client, std::string_view role, bool from_agent);

}  // namespace afar::rpc
