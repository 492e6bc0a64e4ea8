// Holds back what is sent once the server says that it is too much: it counts requests, also those
// that it refuses. Loop thread only.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>

#include "daemon/surfaces/alive.h"
#include "shared/dialog/time.h"

namespace afar::ntfy {

class Pace {
 public:
  // The first rest, which then doubles, and the longest one.
  Pace(boost::asio::io_context& loop, Milliseconds first, Milliseconds most)
      : timer_(loop), first_(first), most_(most) {}

  // Calls it now, or after the rest. False: too much is waiting already; it is not called.
  bool when_free(std::function<void()> send);

  // The server refused one; it may have said how long to wait.
  void too_much(Milliseconds asked);
  void went_well() { last_ = Milliseconds(0); }

  // How long nothing is sent from now on.
  Milliseconds rest_left() const;
  void stop();

 private:
  void wait();
  void go_on();

  boost::asio::steady_timer timer_;
  Alive alive_;
  const Milliseconds first_;
  const Milliseconds most_;
  Milliseconds last_{};  // the rest before this one
  MonoTime until_{};
  std::deque<std::function<void()>> waiting_;
};

}  // namespace afar::ntfy
