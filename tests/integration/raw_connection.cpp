#include "tests/integration/raw_connection.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "shared/os/unix_socket.h"
#include "shared/rpc/client.h"
#include "tests/integration/wait.h"

namespace afar::test {

using nlohmann::json;

RawConnection::RawConnection(const Paths& paths)
    : fd_(std::move(connect_unix(paths.socket, kGuard).fd)) {
  EXPECT_TRUE(fd_) << "no daemon listens at " << paths.socket;
}

bool RawConnection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool RawConnection::read_some() {
  if (!until_readable(fd_.get())) {
    ADD_FAILURE() << "the daemon says nothing";
    return false;
  }
  char bytes[65536];
  const ssize_t got = ::read(fd_.get(), bytes, sizeof bytes);
  if (got <= 0) return false;
  received_.append(bytes, static_cast<std::size_t>(got));
  return true;
}

json RawConnection::line() {
  std::size_t end = 0;
  while ((end = received_.find('\n')) == std::string::npos) {
    if (!read_some()) {
      ADD_FAILURE() << "no line came";
      return nullptr;
    }
  }
  const json message = json::parse(received_.substr(0, end), nullptr, /*allow_exceptions=*/false);
  received_.erase(0, end + 1);
  EXPECT_TRUE(message.is_object());
  return message;
}

json RawConnection::ask(const std::string& line_to_send) {
  EXPECT_TRUE(send(line_to_send + "\n"));
  return line();
}

std::string RawConnection::error_kind() {
  const json message = line();
  return message.is_object() && message.contains("error")
             ? message["error"]["data"].value("kind", "none")
             : "";
}

std::size_t RawConnection::read_to_end() {
  std::size_t size = received_.size();
  received_.clear();
  while (read_some()) {
    size += received_.size();
    received_.clear();
  }
  return size;
}

void RawConnection::initialize(const std::string& role) {
  const json reply = ask(
      rpc::request_line("\"hello\"", "initialize", rpc::initialize_params("test", role, false)));
  EXPECT_TRUE(reply.contains("result")) << reply;
}

}  // namespace afar::test
