// What ends a wait from the agent's side: it stops the hook by a signal, or its end of our standard
// output is closed because it is gone. One per process, since signal handlers are the process's.
#pragma once
#include <array>
#include <csignal>

#include "shared/dialog/time.h"
#include "shared/os/fd.h"

namespace afar::hook {

class AgentWatch {
 public:
  // kStopped: SIGTERM, as the agent sends it when the person stops the call, and newer clients when
  // they end themselves. kGone: nobody reads our standard output any more.
  enum class Sign { kNone, kStopped, kGone };
  struct Seen {
    Sign sign = Sign::kNone;
    bool readable = false;  // the descriptor given has something to read, or has ended
  };

  // Takes over SIGTERM, SIGINT and SIGHUP until it is destroyed. `output`: standard output.
  explicit AgentWatch(int output);
  ~AgentWatch();
  AgentWatch(const AgentWatch&) = delete;
  AgentWatch& operator=(const AgentWatch&) = delete;

  // Waits for a sign, for `fd` (-1: none) or until the time has come. A sign stays.
  Seen wait(int fd, MonoTime until);
  Sign sign() const { return sign_; }

 private:
  static constexpr std::array<int, 3> kSignals{SIGTERM, SIGINT, SIGHUP};

  int output_;
  UniqueFd signals_;  // the reading end of a pipe that the handler writes to
  UniqueFd handler_end_;
  std::array<struct sigaction, kSignals.size()> before_{};
  Sign sign_ = Sign::kNone;
};

}  // namespace afar::hook
