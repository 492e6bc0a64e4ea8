// Outgoing HTTP for the rest of the daemon: libcurl on one thread of its own, results on the loop.
// https only, but for this machine; certificates are always checked, redirects never followed. All
// is called on the loop's thread, and so are the handlers: later, never before the call returned.
#pragma once
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string_view>

#include "daemon/net/http_message.h"

namespace afar {

class HttpClient {
 public:
  using Ticket = HttpTicket;
  using ResultHandler = std::function<void(const HttpResult&)>;
  using DataHandler = std::function<void(std::string_view)>;

  explicit HttpClient(boost::asio::io_context& loop);
  ~HttpClient();

  // The handler is called once, with the whole answer or why there is none.
  Ticket send(HttpRequest request, ResultHandler handler);
  // The body of an answer of success goes to `data` as it comes, in pieces of any size. `end` is
  // called once, after the last of them: with an answer without a body (it ended), an answer that
  // is no success, or a failure.
  Ticket stream(HttpRequest request, DataHandler data, ResultHandler end);
  // Its handlers are not called any more. What was sent may still have arrived. 0, or one that has
  // ended: nothing.
  void cancel(Ticket ticket);
  // Cancels all, for good.
  void stop();

 private:
  struct Desk;  // what posted results look for; gone with the client

  Ticket begin(HttpRequest request, DataHandler data, ResultHandler end);

  boost::asio::io_context& loop_;
  std::shared_ptr<Desk> desk_;
  Ticket last_ = 0;
};

}  // namespace afar
