// A server on loopback that does what a test says with each request, each on a thread of its own.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace afar::test {

// One request and its connection.
class Visit {
 public:
  explicit Visit(boost::asio::ip::tcp::socket socket) : socket_(std::move(socket)) {}

  // Head and body, as they came; empty where the client left before its end.
  std::string read_request();
  // False: the client is gone.
  bool write(const std::string& bytes);
  void answer(int status, const std::string& body, const std::string& headers = "");
  // Until the client closes its end.
  void wait_for_leave();
  // Ends the connection with a reset.
  void reset();
  boost::asio::ip::tcp::socket& socket() { return socket_; }

 private:
  boost::asio::ip::tcp::socket socket_;
};

class LocalServer {
 public:
  using Handler = std::function<void(Visit&, const std::string& request)>;
  // With `raw` the handler reads for itself.
  explicit LocalServer(Handler handler, bool raw = false);
  ~LocalServer();

  std::string url(const std::string& path = "/") const;
  int port() const { return port_; }
  // The requests that came so far, whole.
  std::vector<std::string> requests() const;

 private:
  void accept();
  void serve(boost::asio::ip::tcp::socket socket);

  boost::asio::io_context loop_;
  boost::asio::ip::tcp::acceptor acceptor_;
  const Handler handler_;
  const bool raw_;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;  // by mutex_
  std::vector<std::thread> visits_;    // the accepting thread's, and then the destructor's
  std::thread accepting_;
};

}  // namespace afar::test
