#include "tests/unit/cli/fake_daemon.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "shared/rpc/limits.h"
#include "shared/rpc/line_buffer.h"

namespace afar::cli {

using nlohmann::json;

Reply Reply::with(json result) {
  Reply reply;
  reply.result = std::move(result);
  return reply;
}

Reply Reply::error(rpc::ErrorCode code, std::string message, json data) {
  Reply reply;
  reply.what = What::kError;
  reply.code = code;
  reply.message = std::move(message);
  reply.data = std::move(data);
  return reply;
}

Reply Reply::nothing() {
  Reply reply;
  reply.what = What::kNothing;
  return reply;
}

Reply Reply::hang_up() {
  Reply reply;
  reply.what = What::kHangUp;
  return reply;
}

FakeDaemon::FakeDaemon(std::string socket) : socket_(std::move(socket)) {
  on("ping", json::object());
  on("status", {{"pid", ::getpid()}});
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe");
  stop_read_ = UniqueFd(ends[0]);
  stop_write_ = UniqueFd(ends[1]);
  listener_ = UniqueFd(::socket(AF_UNIX, SOCK_STREAM, 0));
  for (const int fd : {stop_read_.get(), stop_write_.get(), listener_.get()}) set_close_on_exec(fd);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_.c_str(), sizeof address.sun_path - 1);
  if (::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_.get(), 16) != 0) {
    throw std::runtime_error("cannot listen at " + socket_);
  }
  thread_ = std::thread([this] { serve(); });
}

FakeDaemon::~FakeDaemon() {
  stop_write_.reset();
  thread_.join();
  ::unlink(socket_.c_str());
}

void FakeDaemon::on(const std::string& method, Handler handler) {
  const std::lock_guard lock(mutex_);
  handlers_[method] = std::move(handler);
}

void FakeDaemon::on(const std::string& method, json result) {
  on(method, [result](const json&) { return Reply::with(result); });
}

void FakeDaemon::on_calls(const std::string& method, std::vector<Reply> replies) {
  auto next = std::make_shared<std::size_t>(0);
  on(method, [replies, next](const json&) {
    const std::size_t index = std::min(*next, replies.size() - 1);
    ++*next;
    return replies[index];
  });
}

std::vector<Received> FakeDaemon::received() const {
  const std::lock_guard lock(mutex_);
  return received_;
}

json FakeDaemon::initialize_params() const {
  const std::lock_guard lock(mutex_);
  return initialize_;
}

json FakeDaemon::params_of(const std::string& method) const {
  json params;
  int count = 0;
  for (const auto& each : received()) {
    if (each.method != method) continue;
    params = each.params;
    ++count;
  }
  if (count != 1)
    throw std::runtime_error(method + " was called " + std::to_string(count) + " times");
  return params;
}

// false: the test is over.
bool FakeDaemon::wait_readable(int fd) const {
  std::array<pollfd, 2> wanted{pollfd{fd, POLLIN, 0}, pollfd{stop_read_.get(), POLLIN, 0}};
  while (::poll(wanted.data(), wanted.size(), -1) < 0) continue;
  return wanted[1].revents == 0;
}

void FakeDaemon::serve() {
  while (wait_readable(listener_.get())) {
    const UniqueFd connection(::accept(listener_.get(), nullptr, nullptr));
    if (!connection) continue;
    set_close_on_exec(connection.get());
    if (!serve_connection(connection.get())) return;
  }
}

// false: the test is over.
bool FakeDaemon::serve_connection(int fd) {
  rpc::LineBuffer buffer(rpc::kMessageBytesMax);
  std::array<char, 65536> bytes{};
  while (wait_readable(fd)) {
    const ssize_t got = ::recv(fd, bytes.data(), bytes.size(), 0);
    if (got <= 0) return true;
    if (!buffer.append({bytes.data(), static_cast<std::size_t>(got)})) return true;
    while (const auto line = buffer.next()) {
      if (!answer(fd, *line)) return true;
    }
  }
  return false;
}

// false: the connection is to be closed.
bool FakeDaemon::answer(int fd, const std::string& line) {
  auto parsed = rpc::parse_message(line);
  auto& message = std::get<rpc::Incoming>(parsed);
  Handler handler;
  {
    const std::lock_guard lock(mutex_);
    if (message.method == "initialize") {
      initialize_ = *message.body;
      handler = [](const json&) {
        return Reply::with({{"protocol", 1}, {"server", "fake"}, {"version", "0"}, {"schema", 1}});
      };
    } else {
      received_.push_back({message.method, *message.body});
      const auto found = handlers_.find(message.method);
      if (found != handlers_.end()) handler = found->second;
    }
  }
  const Reply reply = handler ? handler(*message.body)
                              : Reply::error(rpc::ErrorCode::kUnknownMethod, "unknown method");
  std::string text;
  if (reply.what == Reply::What::kHangUp) return false;
  if (reply.what == Reply::What::kResult) text = rpc::result_line(message.id, reply.result);
  if (reply.what == Reply::What::kError) {
    text = rpc::error_line(message.id, reply.code, reply.message, reply.data);
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t sent = ::send(fd, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace afar::cli
