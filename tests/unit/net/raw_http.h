// A client that says anything to an HTTP server on loopback: bytes in, bytes out, blocking, with
// the 30 s guard.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "shared/os/fd.h"

namespace afar::test {

class RawHttp {
 public:
  explicit RawHttp(std::uint16_t port, int receive_buffer = 0);

  // false: the server closed the connection.
  bool send(std::string_view bytes);
  // Sends the whole request and reads one answer, by its Content-Length.
  std::string ask(std::string_view request);
  // Up to the text, which is then the end of what is returned; "" where the end came before.
  std::string read_until(std::string_view text);
  std::string read_bytes(std::size_t count);
  std::string read_to_end();
  // The server closed the connection (and it was not the guard's time that ended a read).
  bool has_ended() const { return ended_; }
  // Nothing more will be sent; what comes can still be read.
  void end_sending();
  void close() { fd_.reset(); }

 private:
  bool read_some();

  UniqueFd fd_;
  std::string received_;
  bool ended_ = false;
};

// "200" of "HTTP/1.1 200 OK".
std::string status_of(const std::string& answer);

}  // namespace afar::test
