// The socket's server: accepts connections, hands their lines to the methods, and carries out what
// a committed turn wants told. Owned by main, loop thread only.
#pragma once
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "daemon/ipc/listener.h"
#include "daemon/ipc/methods.h"

namespace afar {

class Server {
 public:
  Server(Desk& desk, Listener listener);

  // Where the socket's path is gone or another's, binds it again.
  void bind_again_if_lost();
  // Commits what is queued, tells everybody to connect again, and calls `stopped` once all is
  // written (bounded: a client that does not read is not waited for).
  void stop(std::function<void()> stopped);
  std::size_t connections() const { return connections_.size(); }

 private:
  void listen();
  void accept();
  void take(Connection::Socket socket);
  void carry_out(const Effect& effect);
  void tell_watchers(const DialogId& id);
  void forget(const std::shared_ptr<Connection>& connection);
  void record_loss(ConnectionId id);
  void send(ConnectionId to, std::string line);

  Desk& desk_;
  Listener listener_;
  boost::asio::local::stream_protocol::acceptor acceptor_;
  boost::asio::steady_timer pause_;  // after accept() failed for want of descriptors
  boost::asio::steady_timer last_words_;
  std::map<ConnectionId, std::shared_ptr<Connection>> connections_;
  ConnectionId last_id_ = 0;
  std::function<void()> stopped_;
};

}  // namespace afar
