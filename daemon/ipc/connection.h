// One client: reads bounded lines, writes queued ones, and knows who is at the other end. Owns
// itself by shared_ptr for as long as an operation is under way. Loop thread only.
#pragma once
#include <array>
#include <boost/asio/local/stream_protocol.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "daemon/core/waiters.h"
#include "shared/os/unix_socket.h"
#include "shared/rpc/line_buffer.h"

namespace afar {

enum class Role { kNone, kAgent, kOperator };

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Socket = boost::asio::local::stream_protocol::socket;
  struct Handlers {
    std::function<void(const std::shared_ptr<Connection>&, const std::string& line)> line;
    std::function<void(const std::shared_ptr<Connection>&)> overlong;
    std::function<void(const std::shared_ptr<Connection>&)> closed;
  };

  Connection(Socket socket, ConnectionId id, Peer peer, Handlers handlers);

  void start() { read(); }
  void send(std::string line);
  // Closes once what is queued has been written.
  void close_when_sent();
  void close();

  ConnectionId id() const { return id_; }
  const Peer& peer() const { return peer_; }
  bool idle() const { return writes_.empty(); }

  // Set by initialize.
  Role role = Role::kNone;
  bool from_agent = false;

 private:
  void read();
  void take_lines();
  void write();

  Socket socket_;
  const ConnectionId id_;
  const Peer peer_;
  Handlers handlers_;
  rpc::LineBuffer lines_;
  // A question fits, mostly; a thousand hooks wait with one of these each.
  std::array<char, 8192> bytes_{};
  std::deque<std::string> writes_;
  std::size_t queued_bytes_ = 0;
  bool closing_ = false;
  bool closed_ = false;
};

}  // namespace afar
