#include "fake_daemon.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

namespace afar::hook {

using nlohmann::json;

void FakeDaemon::Connection::send(const std::string& bytes) {
  if (!fd_) return;
  (void)!::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

void FakeDaemon::Connection::notify(const std::string& method, const json& params) {
  send(json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump() + "\n");
}

void FakeDaemon::Connection::reply(const json& request, const json& result) {
  send(json{{"jsonrpc", "2.0"}, {"id", request["id"]}, {"result", result}}.dump() + "\n");
}

void FakeDaemon::Connection::refuse(const json& request, int code, const std::string& message) {
  const json error = {{"code", code}, {"message", message}, {"data", json::object()}};
  send(json{{"jsonrpc", "2.0"}, {"id", request["id"]}, {"error", error}}.dump() + "\n");
}

FakeDaemon::FakeDaemon(const std::string& socket, Script script) : script_(std::move(script)) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  stop_reading_ = UniqueFd(ends[0]);
  stop_writing_ = UniqueFd(ends[1]);
  listener_ = UniqueFd(::socket(AF_UNIX, SOCK_STREAM, 0));
  for (const int fd : {ends[0], ends[1], listener_.get()}) set_close_on_exec(fd);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket.c_str(), sizeof address.sun_path - 1);
  ::unlink(socket.c_str());
  EXPECT_EQ(::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
            0);
  EXPECT_EQ(::listen(listener_.get(), 64), 0);
  thread_ = std::thread([this] { run(); });
}

FakeDaemon::~FakeDaemon() {
  stop_writing_.reset();
  thread_.join();
}

void FakeDaemon::run() {
  for (;;) {
    std::vector<pollfd> watched{{stop_reading_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
    for (const auto& connection : connections_) {
      watched.push_back({connection.fd_.get(), POLLIN, 0});
    }
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    if (watched[0].revents != 0) return;
    std::size_t at = 2;
    for (auto connection = connections_.begin(); connection != connections_.end(); ++at) {
      const bool alive = watched[at].revents == 0 || read_from(*connection);
      connection = alive ? std::next(connection) : connections_.erase(connection);
    }
    if (watched[1].revents != 0) {
      UniqueFd accepted(::accept(listener_.get(), nullptr, nullptr));
      set_close_on_exec(accepted.get());
      connections_.emplace_back(++accepted_, std::move(accepted));
    }
  }
}

bool FakeDaemon::read_from(Connection& connection) {
  char bytes[65536];
  const ssize_t got = ::read(connection.fd_.get(), bytes, sizeof bytes);
  if (got <= 0) return false;
  if (!connection.buffer_.append({bytes, static_cast<std::size_t>(got)})) return false;
  while (const auto line = connection.buffer_.next()) {
    const json message = json::parse(*line);
    {
      const std::lock_guard lock(mutex_);
      received_.push_back(message);
    }
    changed_.notify_all();
    script_(connection, message);
  }
  return static_cast<bool>(connection.fd_);
}

json FakeDaemon::wait_for(const std::string& method, int nth) {
  std::unique_lock lock(mutex_);
  json found;
  const bool came = changed_.wait_for(lock, std::chrono::seconds(10), [&] {
    int seen = 0;
    for (const auto& message : received_) {
      if (message.value("method", "") == method && ++seen == nth) found = message;
    }
    return !found.is_null();
  });
  EXPECT_TRUE(came) << "no " << method;
  return found;
}

std::vector<json> FakeDaemon::received() {
  const std::lock_guard lock(mutex_);
  return received_;
}

json outcome(const std::string& state, const json& answers, const json& message) {
  const json by = {{"kind", "person"}, {"name", "owner"}, {"surface", "cli"}, {"rule", nullptr}};
  return {{"id", "tbxkq"},
          {"outcome",
           {{"state", state},
            {"by", by},
            {"at", "2026-11-30T14:02:03.004Z"},
            {"delivery", "pending"},
            {"message", message},
            {"stop", false}}},
          {"answers", answers},
          {"response", nullptr}};
}

FakeDaemon::Script opens_and_waits(json fallback) {
  return [fallback = std::move(fallback)](FakeDaemon::Connection& connection, const json& message) {
    const std::string method = message.value("method", "");
    if (method == "dialog.open") {
      connection.notify("dialog.opened", {{"id", "tbxkq"}, {"fallback", fallback}});
    } else if (message.contains("id")) {
      connection.reply(message, json::object());
    }
  };
}

}  // namespace afar::hook
