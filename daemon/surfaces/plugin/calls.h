// Calls of a plugin's methods and tools that wait for their results. Loop thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/surfaces/alive.h"
#include "shared/dialog/time.h"

namespace afar::plugin {

class Calls {
 public:
  using Write = std::function<void(const nlohmann::json&)>;
  // The result, or nullptr and why there is none.
  using Handler = std::function<void(const nlohmann::json* result, const std::string& why)>;

  // How long a plugin may take: a first start may install what it needs.
  static constexpr Milliseconds kPatience = std::chrono::minutes(1);

  Calls(boost::asio::io_context& loop, Write write) : loop_(loop), write_(std::move(write)) {}

  void call(const std::string& method, const nlohmann::json& params, Handler handler);
  // A result or an error; false: nothing waits for it.
  bool take(const nlohmann::json& message);
  // The plugin's run is over.
  void fail_all(const std::string& why);
  // Without a word to anybody.
  void forget_all() { waiting_.clear(); }

 private:
  struct Waiting {
    Handler handler;
    boost::asio::steady_timer patience;
  };
  void end(std::int64_t id, const nlohmann::json* result, const std::string& why);

  boost::asio::io_context& loop_;
  const Write write_;
  std::map<std::int64_t, Waiting> waiting_;
  std::int64_t last_ = 0;
  Alive alive_;  // a timer's handler may be on its way when this ends
};

}  // namespace afar::plugin
