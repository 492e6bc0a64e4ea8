// The daemon's end of the wire, scripted by a test: what it says to each message, when it hangs up,
// when it is not there. Runs on a thread of its own; keeps what it was told.
#pragma once
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "shared/os/fd.h"
#include "shared/rpc/line_buffer.h"

namespace afar::hook {

class FakeDaemon {
 public:
  // One connection. `number` counts from 1.
  class Connection {
   public:
    Connection(int number, UniqueFd fd) : number_(number), fd_(std::move(fd)) {}
    int number() const { return number_; }
    void notify(const std::string& method, const nlohmann::json& params);
    void reply(const nlohmann::json& request, const nlohmann::json& result);
    void refuse(const nlohmann::json& request, int code, const std::string& message);
    void send(const std::string& bytes);
    void hang_up() { fd_.reset(); }

   private:
    friend class FakeDaemon;
    int number_;
    UniqueFd fd_;
    rpc::LineBuffer buffer_{1 << 24};
  };
  using Script = std::function<void(Connection&, const nlohmann::json& message)>;

  FakeDaemon(const std::string& socket, Script script);
  ~FakeDaemon();
  FakeDaemon(const FakeDaemon&) = delete;
  FakeDaemon& operator=(const FakeDaemon&) = delete;

  // The n-th message of that method (from 1), once it has come; fails the test after 10 s.
  nlohmann::json wait_for(const std::string& method, int nth = 1);
  std::vector<nlohmann::json> received();

 private:
  void run();
  bool read_from(Connection& connection);

  Script script_;
  UniqueFd listener_;
  UniqueFd stop_reading_;
  UniqueFd stop_writing_;
  std::list<Connection> connections_;
  int accepted_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<nlohmann::json> received_;
  std::thread thread_;
};

// Results and notifications as the daemon words them.
nlohmann::json outcome(const std::string& state, const nlohmann::json& answers,
                       const nlohmann::json& message = nullptr);
// Answers initialize and ping; tells that the dialog waits, with `fallback` as what the rule wants.
FakeDaemon::Script opens_and_waits(nlohmann::json fallback);

}  // namespace afar::hook
