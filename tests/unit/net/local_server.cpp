#include "tests/unit/net/local_server.h"

#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

namespace afar::test {

using boost::asio::ip::tcp;

std::string Visit::read_request() {
  std::string text;
  boost::system::error_code error;
  const std::size_t head =
      boost::asio::read_until(socket_, boost::asio::dynamic_buffer(text), "\r\n\r\n", error);
  if (error) return "";
  const auto at = text.find("Content-Length: ");
  if (at == std::string::npos || at > head) return text;
  const std::size_t all = head + std::stoul(text.substr(at + 16));
  if (text.size() < all) {
    boost::asio::read(socket_, boost::asio::dynamic_buffer(text),
                      boost::asio::transfer_exactly(all - text.size()), error);
  }
  return error ? "" : text;
}

bool Visit::write(const std::string& bytes) {
  boost::system::error_code error;
  boost::asio::write(socket_, boost::asio::buffer(bytes), error);
  return !error;
}

void Visit::answer(int status, const std::string& body, const std::string& headers) {
  write("HTTP/1.1 " + std::to_string(status) + " Said\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body);
}

void Visit::wait_for_leave() {
  char byte = 0;
  boost::system::error_code error;
  while (!error) socket_.read_some(boost::asio::buffer(&byte, 1), error);
}

void Visit::reset() {
  socket_.set_option(boost::asio::socket_base::linger(true, 0));
  socket_.close();
}

LocalServer::LocalServer(Handler handler, bool raw)
    : acceptor_(loop_, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)),
      handler_(std::move(handler)),
      raw_(raw),
      port_(acceptor_.local_endpoint().port()),
      accepting_([this] { accept(); }) {}

LocalServer::~LocalServer() {
  ::shutdown(acceptor_.native_handle(), SHUT_RDWR);  // ends the accept that waits
  accepting_.join();
  for (auto& each : visits_) each.join();
}

void LocalServer::accept() {
  for (;;) {
    boost::system::error_code error;
    tcp::socket socket = acceptor_.accept(error);
    if (error) return;
    visits_.emplace_back([this, taken = std::move(socket)]() mutable { serve(std::move(taken)); });
  }
}

void LocalServer::serve(tcp::socket socket) {
  Visit visit(std::move(socket));
  if (raw_) {
    handler_(visit, "");
    return;
  }
  // One connection may carry several requests.
  for (std::string request = visit.read_request(); !request.empty();
       request = visit.read_request()) {
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    handler_(visit, request);
    if (!visit.socket().is_open()) return;
  }
}

std::string LocalServer::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

std::vector<std::string> LocalServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

}  // namespace afar::test
