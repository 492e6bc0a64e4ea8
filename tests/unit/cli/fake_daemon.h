// A daemon for tests of whole commands: a thread that listens at a Unix socket, speaks the lines of
// PROTOCOL.md, answers each method as the test says, and remembers what it was asked.
#pragma once
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "shared/os/fd.h"
#include "shared/rpc/message.h"

namespace afar::cli {

struct Reply {
  enum class What { kResult, kError, kNothing, kHangUp };
  What what = What::kResult;
  nlohmann::json result = nlohmann::json::object();
  rpc::ErrorCode code = rpc::ErrorCode::kInternal;
  std::string message;
  nlohmann::json data = nlohmann::json::object();

  static Reply with(nlohmann::json result);
  static Reply error(rpc::ErrorCode code, std::string message,
                     nlohmann::json data = nlohmann::json::object());
  static Reply nothing();  // the call stays unanswered
  static Reply hang_up();  // closes the connection instead of answering
};

struct Received {
  std::string method;
  nlohmann::json params;
};

class FakeDaemon {
 public:
  using Handler = std::function<Reply(const nlohmann::json& params)>;

  // Listens at once. Knows initialize, ping, and which process it is (status); other methods are
  // unknown until on() names them.
  explicit FakeDaemon(std::string socket);
  ~FakeDaemon();
  FakeDaemon(const FakeDaemon&) = delete;
  FakeDaemon& operator=(const FakeDaemon&) = delete;

  void on(const std::string& method, Handler handler);
  void on(const std::string& method, nlohmann::json result);
  // One reply for each call, the last one for all further calls.
  void on_calls(const std::string& method, std::vector<Reply> replies);

  // Without initialize.
  std::vector<Received> received() const;
  nlohmann::json initialize_params() const;
  // The params of the only call of this method.
  nlohmann::json params_of(const std::string& method) const;

 private:
  void serve();
  bool serve_connection(int fd);
  bool answer(int fd, const std::string& line);
  bool wait_readable(int fd) const;

  std::string socket_;
  UniqueFd listener_;
  UniqueFd stop_read_;
  UniqueFd stop_write_;
  mutable std::mutex mutex_;
  std::map<std::string, Handler> handlers_;
  std::vector<Received> received_;
  nlohmann::json initialize_;
  std::thread thread_;
};

}  // namespace afar::cli
