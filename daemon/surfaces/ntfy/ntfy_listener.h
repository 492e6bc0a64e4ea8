// Reads the reply topic: one long answer of the server's, begun again wherever it ends, from where
// the last message was read. What was read is on record only after its effect is, so a message may
// come twice. Loop thread only.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <string>

#include "daemon/config/surface_settings.h"
#include "daemon/net/http_calls.h"
#include "daemon/surfaces/alive.h"
#include "daemon/surfaces/ntfy/ntfy_reply.h"
#include "daemon/surfaces/reception.h"
#include "shared/rpc/line_buffer.h"

namespace afar::ntfy {

class Listener {
 public:
  // To be called once the message has had its effect; false: it could not be kept, and comes again.
  using Done = std::function<void(bool kept)>;
  // One message at a time.
  using MessageHandler = std::function<void(const std::string& text, Done done)>;
  struct Rests {
    Milliseconds first{1000};
    Milliseconds most{60'000};
  };

  Listener(boost::asio::io_context& loop, HttpClient& http, Reception& reception,
           const config::NtfySettings& settings, Rests rests, MessageHandler handler);

  void start();
  void stop();

  bool is_up() const { return up_; }
  const std::string& why_down() const { return why_down_; }

 private:
  void find_place();
  void listen();
  void take(std::string_view bytes);
  void take_line(const std::string& line);
  void next();
  void handled(const StreamEvent& message, bool kept);
  void keep_place();
  void ended(const HttpResult& result);
  // Begins again after a rest, from where it was.
  void again(const std::string& why, Milliseconds at_least = Milliseconds(0));

  HttpCalls calls_;
  Reception& reception_;
  const config::NtfySettings settings_;
  const Rests rests_;
  const MessageHandler handler_;
  boost::asio::steady_timer timer_;
  Alive alive_;
  HttpTicket stream_ = 0;
  rpc::LineBuffer lines_;
  std::deque<StreamEvent> waiting_;
  std::deque<std::string> seen_;  // the ids of the last messages
  std::string place_;             // what `since` is given
  bool keeping_ = false;
  bool keep_again_ = false;
  bool busy_ = false;  // with a message
  bool up_ = false;
  int tries_ = 0;
  std::string why_down_ = "not connected yet";
};

}  // namespace afar::ntfy
