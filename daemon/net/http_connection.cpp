#include "daemon/net/http_connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <ctime>
#include <vector>

namespace afar::http {
namespace {

namespace beast = boost::beast;
namespace asio = boost::asio;

constexpr std::size_t kReadBytes = 4096;
// What goes out at once; a client has Limits::write for it.
constexpr std::size_t kWriteBytes = 64 * 1024;
// A buffer that grew with a request is given back.
constexpr std::size_t kBufferKept = 64 * 1024;
// A client that was refused may still be sending; were the connection closed at once, it would not
// read why.
constexpr Milliseconds kLinger(2000);
constexpr std::size_t kLingerBytes = 4 * 1024 * 1024;

std::string http_date() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 40> text{};
  const std::size_t size =
      std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return {text.data(), size};
}

bool has_no_body(int status) { return status == 204 || status == 304; }

std::string chunk_head(std::size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (; size > 0; size /= 16) text.insert(text.begin(), kDigits[size % 16]);
  return text + "\r\n";
}

}  // namespace

struct Connection::Reading {
  beast::flat_buffer buffer;
  std::optional<beast::http::request_parser<beast::http::string_body>> parser;
};

template <typename Handler>
auto Connection::guarded(Handler handler) {
  return [self = shared_from_this(), handler = std::move(handler)](
             const boost::system::error_code& error, std::size_t size = 0) {
    if (self->phase_ != Phase::kClosed) handler(error, size);
  };
}

Connection::Connection(Server& server, asio::ip::tcp::socket socket)
    : server_(&server),
      socket_(std::move(socket)),
      deadline_(socket_.get_executor()),
      reading_(std::make_unique<Reading>()) {
  boost::system::error_code gone;  // a client that left already is found out when it is read
  peer_ = socket_.remote_endpoint(gone).address().to_string();
  socket_.set_option(asio::ip::tcp::no_delay(true), gone);
}

Connection::~Connection() = default;

void Connection::arm(Milliseconds time) {
  deadline_.expires_after(time);
  deadline_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    // One that was armed again meanwhile is not due.
    if (error || self->phase_ == Phase::kClosed ||
        self->deadline_.expiry() > MonoTime::clock::now())
      return;
    if (self->phase_ != Phase::kIdle && self->phase_ != Phase::kLeaving) {
      ++self->server_->counters_.cut_off;
    }
    if (self->phase_ == Phase::kReading) {
      self->turn_away(408);
    } else {
      self->close();
    }
  });
}

void Connection::await_request() {
  phase_ = Phase::kIdle;
  idle_since_ = MonoTime::clock::now();
  is_stream_ = finishing_ = false;
  if (reading_->buffer.size() > 0) {
    read_head();
    return;
  }
  if (reading_->buffer.capacity() > kBufferKept) reading_->buffer = {};
  arm(server_->limits_.idle);
  socket_.async_read_some(reading_->buffer.prepare(kReadBytes),
                          guarded([this](const boost::system::error_code& error, std::size_t size) {
                            if (phase_ != Phase::kIdle) return;
                            if (error) {
                              close();
                              return;
                            }
                            reading_->buffer.commit(size);
                            read_head();
                          }));
}

void Connection::read_head() {
  phase_ = Phase::kReading;
  arm(server_->limits_.request);
  auto& parser = reading_->parser.emplace();
  parser.header_limit(static_cast<std::uint32_t>(server_->limits_.header_bytes));
  parser.body_limit(server_->limits_.body_bytes);
  beast::http::async_read_header(
      socket_, reading_->buffer, parser,
      guarded([this](const boost::system::error_code& error, std::size_t) {
        if (phase_ != Phase::kReading) return;
        if (error) {
          refuse(error);
          return;
        }
        const auto expect = reading_->parser->get().find(beast::http::field::expect);
        if (expect == reading_->parser->get().end()) {
          read_body();
          return;
        }
        static const std::string kGoOn = head_text(100, {});
        asio::async_write(socket_, asio::buffer(kGoOn),
                          guarded([this](const boost::system::error_code& lost, std::size_t) {
                            if (lost) {
                              close();
                            } else if (phase_ == Phase::kReading) {
                              read_body();
                            }
                          }));
      }));
}

void Connection::read_body() {
  beast::http::async_read(socket_, reading_->buffer, *reading_->parser,
                          guarded([this](const boost::system::error_code& error, std::size_t) {
                            if (phase_ != Phase::kReading) return;
                            if (error) {
                              refuse(error);
                            } else {
                              take_request();
                            }
                          }));
}

void Connection::refuse(const boost::system::error_code& why) {
  using beast::http::error;
  if (why == error::end_of_stream || why == error::partial_message ||
      why == asio::error::connection_reset || why == asio::error::eof) {
    close();
    return;
  }
  ++server_->counters_.refused;
  if (why == error::header_limit || why == error::buffer_overflow) {
    turn_away(431);
  } else if (why == error::body_limit) {
    turn_away(413);
  } else {
    turn_away(400);
  }
}

void Connection::take_request() {
  auto message = reading_->parser->release();
  keep_alive_ = message.keep_alive();
  chunked_ = message.version() == 11;
  reading_->parser.reset();
  Request request;
  request.method = std::string(message.method_string());
  const std::string target(message.target());
  const std::size_t mark = target.find('?');
  request.path = target.substr(0, mark);
  if (mark != std::string::npos) request.query = target.substr(mark + 1);
  for (const auto& field : message) {
    request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  }
  request.body = std::move(message.body());
  request.peer = peer_;
  phase_ = Phase::kAnswering;
  deadline_.cancel();
  if (target.empty() || target[0] != '/' || request.count("host") > 1) {
    ++server_->counters_.refused;
    turn_away(400);
    return;
  }
  ++server_->counters_.requests;
  server_->handler_(std::make_shared<Exchange>(shared_from_this(), std::move(request)));
}

void Connection::turn_away(int status) {
  phase_ = Phase::kAnswering;
  keep_alive_ = false;
  respond({}, {status, {}, ""});
}

void Connection::respond(const Request& request, Response response) {
  if (phase_ != Phase::kAnswering) return;
  auto headers = std::move(response.headers);
  headers.insert(headers.end(), server_->always_.begin(), server_->always_.end());
  headers.emplace_back("Date", http_date());
  headers.emplace_back("Connection", keep_alive_ ? "keep-alive" : "close");
  if (!has_no_body(response.status)) {
    headers.emplace_back("Content-Length", std::to_string(response.body.size()));
  }
  queue({head_text(response.status, headers), nullptr, {}});
  if (request.method != "HEAD" && !has_no_body(response.status) && !response.body.empty()) {
    queue({std::move(response.body), nullptr, {}});
  }
}

std::shared_ptr<Stream> Connection::begin_stream(const std::vector<Header>& more) {
  if (phase_ != Phase::kAnswering) return nullptr;
  if (server_->streams_ >= server_->limits_.streams) {
    ++server_->counters_.refused;
    turn_away(503);
    return nullptr;
  }
  ++server_->streams_;
  phase_ = Phase::kStreaming;
  is_stream_ = true;
  keep_alive_ = keep_alive_ && chunked_;  // without chunks only its end ends the body
  auto headers = more;
  headers.insert(headers.end(), server_->always_.begin(), server_->always_.end());
  headers.emplace_back("Date", http_date());
  headers.emplace_back("Connection", keep_alive_ ? "keep-alive" : "close");
  if (chunked_) headers.emplace_back("Transfer-Encoding", "chunked");
  queue({head_text(200, headers), nullptr, {}});
  watch_for_end();
  return shared_from_this();
}

void Connection::write(std::shared_ptr<const std::string> bytes, std::function<void()> written) {
  if (phase_ != Phase::kStreaming || finishing_ || bytes->empty()) return;
  if (queued_bytes_ > server_->limits_.queued_bytes) {
    ++server_->counters_.cut_off;
    close();
    return;
  }
  if (!chunked_) {
    queue({"", std::move(bytes), std::move(written)});
    return;
  }
  queue({chunk_head(bytes->size()), nullptr, {}});
  queue({"", std::move(bytes), {}});
  queue({"\r\n", nullptr, std::move(written)});
}

void Connection::finish() {
  if (phase_ != Phase::kStreaming || finishing_) return;
  finishing_ = true;
  if (chunked_) {
    queue({"0\r\n\r\n", nullptr, {}});
  } else if (pieces_.empty()) {
    sent_all();
  }
}

void Connection::cut_off() { close(); }

void Connection::queue(Piece piece) {
  queued_bytes_ += piece.bytes().size();
  pieces_.push_back(std::move(piece));
  // Started a little later, so that what is queued together goes out together.
  if (pieces_.size() > 1) return;
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    if (self->phase_ != Phase::kClosed) self->send();
  });
}

void Connection::send() {
  std::vector<asio::const_buffer> buffers;
  std::size_t size = 0;
  std::size_t skip = sent_of_first_;
  for (const auto& piece : pieces_) {
    if (size >= kWriteBytes) break;
    const std::string& bytes = piece.bytes();
    const std::size_t take = std::min(bytes.size() - skip, kWriteBytes - size);
    buffers.emplace_back(bytes.data() + skip, take);
    size += take;
    skip = 0;
  }
  arm(server_->limits_.write);
  asio::async_write(socket_, buffers,
                    guarded([this](const boost::system::error_code& error, std::size_t sent) {
                      if (error) {
                        close();
                        return;
                      }
                      queued_bytes_ -= sent;
                      sent_of_first_ += sent;
                      std::vector<std::function<void()>> written;
                      while (!pieces_.empty() && sent_of_first_ >= pieces_.front().bytes().size()) {
                        sent_of_first_ -= pieces_.front().bytes().size();
                        if (pieces_.front().written) {
                          written.push_back(std::move(pieces_.front().written));
                        }
                        pieces_.pop_front();
                      }
                      const bool more = !pieces_.empty();
                      if (more) send();
                      for (const auto& each : written) each();
                      if (!more && pieces_.empty()) sent_all();
                    }));
}

void Connection::sent_all() {
  if (phase_ == Phase::kClosed) return;
  deadline_.cancel();
  if (phase_ == Phase::kStreaming) {
    if (!finishing_) return;
    --server_->streams_;
    is_stream_ = false;
    on_closed_ = nullptr;
  }
  if (keep_alive_) {
    await_request();
  } else {
    leave();
  }
}

void Connection::leave() {
  phase_ = Phase::kLeaving;
  boost::system::error_code gone;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, gone);
  arm(kLinger);
  drain();
}

void Connection::drain() {
  auto& buffer = reading_->buffer;
  buffer.clear();
  socket_.async_read_some(buffer.prepare(kReadBytes),
                          guarded([this](const boost::system::error_code& error, std::size_t size) {
                            drained_ += size;
                            if (error || drained_ > kLingerBytes) {
                              close();
                            } else {
                              drain();
                            }
                          }));
}

// While a stream is written nothing is read, and its client may leave without a word.
void Connection::watch_for_end() {
  socket_.async_wait(asio::ip::tcp::socket::wait_read,
                     guarded([this](const boost::system::error_code& error, std::size_t) {
                       if (phase_ != Phase::kStreaming) return;
                       boost::system::error_code gone;
                       // Bytes are the next request's: it waits until the stream is over.
                       if (error || socket_.available(gone) == 0 || gone) close();
                     }));
}

void Connection::close() {
  if (phase_ == Phase::kClosed) return;
  const auto self = shared_from_this();
  phase_ = Phase::kClosed;
  deadline_.cancel();
  boost::system::error_code ignored;  // closing a socket that is gone already is what we want
  socket_.close(ignored);
  if (is_stream_) --server_->streams_;
  server_->connections_.erase(self);
  server_ = nullptr;
  // Later: whoever writes to many streams is in the midst of them. What was to be written may hold
  // this connection.
  asio::post(socket_.get_executor(), [self, closed = std::exchange(on_closed_, nullptr)] {
    self->pieces_.clear();
    if (closed) closed();
  });
}

}  // namespace afar::http
