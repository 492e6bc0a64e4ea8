#include "daemon/net/http_server.h"

#include <spdlog/spdlog.h>

#include <boost/asio/ip/address.hpp>

#include "daemon/net/http_connection.h"
#include "shared/os/fd.h"

namespace afar::http {
namespace {

using boost::asio::ip::tcp;

constexpr Milliseconds kAcceptPause(100);
// So many more are told that there are too many; who comes then is dropped without a word.
constexpr std::size_t kTurnedAwayMax = 32;

}  // namespace

Exchange::~Exchange() {
  if (connection_) respond({500, {}, ""});
}

void Exchange::respond(Response response) {
  if (!connection_) return;
  const auto connection = std::move(connection_);
  connection_.reset();
  connection->respond(request_, std::move(response));
}

std::shared_ptr<Stream> Exchange::stream(const std::vector<Header>& headers) {
  if (!connection_) return nullptr;
  if (request_.method == "HEAD") {
    respond({200, headers, ""});
    return nullptr;
  }
  const auto connection = std::move(connection_);
  connection_.reset();
  return connection->begin_stream(headers);
}

Server::Server(boost::asio::io_context& loop, const Limits& limits, Handler handler,
               std::vector<Header> always)
    : acceptor_(loop),
      pause_(loop),
      limits_(limits),
      handler_(std::move(handler)),
      always_(std::move(always)) {}

Server::~Server() { stop(); }

std::optional<std::string> Server::listen(const std::string& address, std::uint16_t port) {
  boost::system::error_code error;
  const auto ip = boost::asio::ip::make_address(address, error);
  if (error) return "\"" + address + "\" is not an address";
  const tcp::endpoint endpoint(ip, port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) set_close_on_exec(acceptor_.native_handle());
  // A daemon that comes again may not wait until the connections of the one before are forgotten.
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
  if (!error) {
    port_ = acceptor_.local_endpoint(error).port();
    *listens_ = true;
    accept();
    return std::nullopt;
  }
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  if (error == boost::asio::error::address_in_use) {
    return "port " + std::to_string(port) + " at " + address + " is taken by another program";
  }
  return "cannot listen at " + address + " port " + std::to_string(port) + ": " + error.message();
}

void Server::accept() {
  acceptor_.async_accept(
      [this, listens = listens_](const boost::system::error_code& error, tcp::socket socket) {
        if (!*listens) return;
        if (error) {
          // Out of descriptors, mostly: those who wait in the backlog are taken when some are free.
          spdlog::error("web: accepting a connection: {}", error.message());
          pause_.expires_after(kAcceptPause);
          pause_.async_wait([this, listens](const boost::system::error_code&) {
            if (*listens) accept();
          });
          return;
        }
        take(std::move(socket));
        accept();
      });
}

void Server::take(tcp::socket socket) {
  set_close_on_exec(socket.native_handle());
  make_room();
  if (connections_.size() >= limits_.connections + kTurnedAwayMax) {
    ++counters_.refused;
    return;
  }
  const bool is_full = connections_.size() >= limits_.connections;
  const auto connection = std::make_shared<Connection>(*this, std::move(socket));
  connections_.insert(connection);
  if (is_full) {
    ++counters_.refused;
    connection->turn_away(503);
  } else {
    connection->start();
  }
}

// Whoever asks nothing gives way to whoever comes: the longest idle first.
void Server::make_room() {
  if (connections_.size() < limits_.connections) return;
  std::shared_ptr<Connection> longest;
  for (const auto& each : connections_) {
    if (each->is_idle() && (!longest || each->idle_since() < longest->idle_since())) longest = each;
  }
  if (longest) longest->close();
}

void Server::stop() {
  *listens_ = false;
  boost::system::error_code ignored;  // it is to be closed, and is
  acceptor_.close(ignored);
  pause_.cancel();
  port_ = 0;
  const auto connections = connections_;
  for (const auto& each : connections) each->close();
}

}  // namespace afar::http
