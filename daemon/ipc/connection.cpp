#include "daemon/ipc/connection.h"

#include <spdlog/spdlog.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include "shared/rpc/limits.h"

namespace afar {
namespace {

// A client that asks but does not read: four of the largest messages, then it is cut off.
constexpr std::size_t kQueuedBytesMax = 4 * rpc::kMessageBytesMax;

}  // namespace

Connection::Connection(Socket socket, ConnectionId id, Peer peer, Handlers handlers)
    : socket_(std::move(socket)),
      id_(id),
      peer_(peer),
      handlers_(std::move(handlers)),
      lines_(rpc::kMessageBytesMax) {}

void Connection::read() {
  socket_.async_read_some(
      boost::asio::buffer(bytes_),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t size) {
        if (self->closed_) return;
        if (error) {
          self->close();
          return;
        }
        if (!self->lines_.append({self->bytes_.data(), size})) {
          self->take_lines();
          self->handlers_.overlong(self);
          return;
        }
        self->take_lines();
        if (!self->closed_ && !self->closing_) self->read();
      });
}

void Connection::take_lines() {
  while (!closed_ && !closing_) {
    const auto line = lines_.next();
    if (!line) return;
    if (!line->empty()) handlers_.line(shared_from_this(), *line);
  }
}

void Connection::send(std::string line) {
  if (closed_ || closing_) return;
  if (queued_bytes_ + line.size() > kQueuedBytesMax) {
    spdlog::warn("connection {}: cut off, it does not read what it asked for", id_);
    close();
    return;
  }
  queued_bytes_ += line.size();
  writes_.push_back(std::move(line));
  if (writes_.size() == 1) write();
}

void Connection::write() {
  boost::asio::async_write(
      socket_, boost::asio::buffer(writes_.front()),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t) {
        if (self->closed_) return;
        if (error) {
          self->close();
          return;
        }
        self->queued_bytes_ -= self->writes_.front().size();
        self->writes_.pop_front();
        if (!self->writes_.empty()) {
          self->write();
        } else if (self->closing_) {
          self->close();
        }
      });
}

void Connection::close_when_sent() {
  closing_ = true;
  if (writes_.empty()) close();
}

void Connection::close() {
  if (closed_) return;
  closed_ = true;
  boost::system::error_code ignored;  // closing a socket that is gone already is what we want
  socket_.close(ignored);
  handlers_.closed(shared_from_this());
}

}  // namespace afar
