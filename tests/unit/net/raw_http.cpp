#include "tests/unit/net/raw_http.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>

namespace afar::test {

RawHttp::RawHttp(std::uint16_t port, int receive_buffer) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
  const timeval guard{30, 0};
  ::setsockopt(fd_.get(), SOL_SOCKET, SO_RCVTIMEO, &guard, sizeof guard);
  ::setsockopt(fd_.get(), SOL_SOCKET, SO_SNDTIMEO, &guard, sizeof guard);
  if (receive_buffer > 0) {
    ::setsockopt(fd_.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("nobody listens at port " + std::to_string(port));
  }
}

bool RawHttp::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawHttp::ask(std::string_view request) {
  if (!send(request)) return "";
  std::string answer = read_until("\r\n\r\n");
  const std::size_t length = answer.find("Content-Length: ");
  if (length != std::string::npos) {
    answer += read_bytes(std::strtoul(answer.c_str() + length + 16, nullptr, 10));
  }
  return answer;
}

std::string RawHttp::read_until(std::string_view text) {
  while (true) {
    const std::size_t found = received_.find(text);
    if (found != std::string::npos) return read_bytes(found + text.size());
    if (!read_some()) return "";
  }
}

std::string RawHttp::read_bytes(std::size_t count) {
  while (received_.size() < count && read_some()) {
  }
  const std::string bytes = received_.substr(0, count);
  received_.erase(0, bytes.size());
  return bytes;
}

std::string RawHttp::read_to_end() {
  while (read_some()) {
  }
  return std::exchange(received_, "");
}

void RawHttp::end_sending() { ::shutdown(fd_.get(), SHUT_WR); }

bool RawHttp::read_some() {
  char bytes[16 * 1024];
  const ssize_t size = ::recv(fd_.get(), bytes, sizeof bytes, 0);
  if (size == 0 || (size < 0 && errno == ECONNRESET)) ended_ = true;
  if (size <= 0) return false;
  received_.append(bytes, static_cast<std::size_t>(size));
  return true;
}

std::string status_of(const std::string& answer) {
  return answer.rfind("HTTP/1.1 ", 0) == 0 ? answer.substr(9, 3) : "no answer";
}

}  // namespace afar::test
