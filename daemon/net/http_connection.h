// One client of the HTTP server: reads a request, waits for its answer, writes it, and so on. Owns
// itself by shared_ptr for as long as an operation is under way. Loop thread only.
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>

#include "daemon/net/http_server.h"

namespace afar::http {

class Connection : public Stream, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server& server, boost::asio::ip::tcp::socket socket);
  ~Connection() override;

  void start() { await_request(); }
  void close();
  // Says only this and ends.
  void turn_away(int status);
  bool is_idle() const { return phase_ == Phase::kIdle; }
  MonoTime idle_since() const { return idle_since_; }

  void respond(const Request& request, Response response);
  std::shared_ptr<Stream> begin_stream(const std::vector<Header>& headers);

  void write(std::shared_ptr<const std::string> bytes, std::function<void()> written) override;
  void finish() override;
  void cut_off() override;
  void on_closed(std::function<void()> closed) override { on_closed_ = std::move(closed); }

 private:
  struct Reading;  // what is read of a request, and the bytes after it
  enum class Phase { kIdle, kReading, kAnswering, kStreaming, kLeaving, kClosed };
  // A piece of what is sent: its own bytes, or shared ones.
  struct Piece {
    std::string own;
    std::shared_ptr<const std::string> shared;
    std::function<void()> written;
    const std::string& bytes() const { return shared ? *shared : own; }
  };

  void await_request();
  void read_head();
  void read_body();
  void take_request();
  void refuse(const boost::system::error_code& why);
  void queue(Piece piece);
  void send();
  void sent_all();
  void leave();
  void drain();
  void watch_for_end();
  void arm(Milliseconds time);
  template <typename Handler>
  auto guarded(Handler handler);

  Server* server_;  // nullptr: it stopped
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer deadline_;
  std::unique_ptr<Reading> reading_;
  Phase phase_ = Phase::kIdle;
  MonoTime idle_since_{};
  std::string peer_;
  std::deque<Piece> pieces_;
  std::size_t queued_bytes_ = 0;
  std::size_t sent_of_first_ = 0;
  std::size_t drained_ = 0;
  bool keep_alive_ = false;
  bool chunked_ = false;
  bool is_stream_ = false;
  bool finishing_ = false;
  std::function<void()> on_closed_;
};

}  // namespace afar::http
