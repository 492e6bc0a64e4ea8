// An HTTP/1.1 server at one address: bounded requests, one at a time on a connection, each handed
// to one handler that answers when it can, with a response or with a stream. It knows nothing of
// what is asked. Owned by whoever serves; loop thread only.
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "daemon/net/http_request.h"
#include "shared/dialog/time.h"

namespace afar::http {

class Connection;

struct Limits {
  std::size_t header_bytes = 16 * 1024;  // a request's line and headers: cookies and a long path
  std::size_t body_bytes = 1024 * 1024;  // the longest answer is a plan that somebody edited
  std::size_t connections = 256;
  std::size_t streams = 192;  // of those; the others stay free for requests
  // A stream with more than this waiting for its reader is cut off when more comes.
  std::size_t queued_bytes = 4 * 1024 * 1024;
  Milliseconds request{15'000};  // from a request's first byte to its last
  Milliseconds idle{60'000};     // for the first byte of the next one
  Milliseconds write{15'000};    // for a client to take anything of what is sent
};

// A response whose body comes bit by bit, for as long as both want. Kept by whoever writes to it.
class Stream {
 public:
  virtual ~Stream() = default;
  // `written` is called once the bytes went out, never if the client is gone. Bytes are shared, not
  // copied: many streams send the same.
  virtual void write(std::shared_ptr<const std::string> bytes,
                     std::function<void()> written = {}) = 0;
  // The body is whole.
  virtual void finish() = 0;
  // The body will not be whole: the client sees that it was cut off.
  virtual void cut_off() = 0;
  // Once, when the client is gone or was cut off; not after finish().
  virtual void on_closed(std::function<void()> closed) = 0;
};

// One request on its way to its answer. Answered once, by respond() or stream(); one that is let go
// without an answer gets a 500.
class Exchange {
 public:
  Exchange(std::shared_ptr<Connection> connection, Request request)
      : connection_(std::move(connection)), request_(std::move(request)) {}
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  const Request& request() const { return request_; }
  void respond(Response response);
  // nullptr: nothing is to be written, since the client wants no body (HEAD), or was told that there
  // are too many streams.
  std::shared_ptr<Stream> stream(const std::vector<Header>& headers);

 private:
  std::shared_ptr<Connection> connection_;  // empty once it is answered
  Request request_;
};

using Handler = std::function<void(const std::shared_ptr<Exchange>&)>;

class Server {
 public:
  struct Counters {
    std::uint64_t requests = 0;
    std::uint64_t refused = 0;  // over a limit, or no HTTP
    std::uint64_t cut_off = 0;  // too slow
  };

  // `always`: headers that every answer carries, the server's own too.
  Server(boost::asio::io_context& loop, const Limits& limits, Handler handler,
         std::vector<Header> always = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Why it cannot listen there, in words; nullopt: it does. Port 0: any that is free.
  std::optional<std::string> listen(const std::string& address, std::uint16_t port);
  // Where it listens; 0: nowhere.
  std::uint16_t port() const { return port_; }
  // Listens no more, ends every connection; the handler is not called again.
  void stop();

  const Counters& counters() const { return counters_; }
  std::size_t connections() const { return connections_.size(); }
  std::size_t streams() const { return streams_; }

 private:
  friend class Connection;

  void accept();
  void take(boost::asio::ip::tcp::socket socket);
  void make_room();

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;  // after accept() failed for want of descriptors
  const Limits limits_;
  const Handler handler_;
  const std::vector<Header> always_;
  Counters counters_;
  std::set<std::shared_ptr<Connection>> connections_;
  std::size_t streams_ = 0;
  std::uint16_t port_ = 0;
  // What was accepted just when it stopped finds this false.
  std::shared_ptr<bool> listens_ = std::make_shared<bool>(false);
};

}  // namespace afar::http
