// Goal: a call that waits shows that it does, for clients that give up on one that shows nothing.
// Method: a server on a socket of the test's, in a process of its own, and a daemon that takes its
// time.
#include "hook/mcp/server.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/unit/hook/fake_daemon.h"
#include "tests/unit/hook/support.h"
#include "tests/unit/hook/temporary_folder.h"

namespace afar::mcp {
namespace {

using hook::FakeDaemon;
using nlohmann::json;

constexpr int kGuardMs = 30'000;

class Client {
 public:
  explicit Client(const std::string& home) {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    ours_ = UniqueFd(ends[0]);
    UniqueFd theirs(ends[1]);
    pid_ = ::fork();
    if (pid_ != 0) return;
    ours_.reset();
    std::signal(SIGPIPE, SIG_IGN);
    Desk desk;
    desk.environment = hook::environment_of({{"HOME", home}, {"XDG_RUNTIME_DIR", home}});
    desk.options.no_start = true;
    desk.paths = find_paths(desk.environment, {home + "/afard.sock", "", ""});
    ::_exit(Server(std::move(desk), {theirs.get(), theirs.get()}, Milliseconds(5)).run());
  }
  ~Client() {
    ours_.reset();
    ::waitpid(pid_, nullptr, 0);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(const json& message) {
    const std::string text = message.dump() + "\n";
    EXPECT_EQ(::send(ours_.get(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  json line() {
    std::size_t end = 0;
    while ((end = received_.find('\n')) == std::string::npos) {
      pollfd wanted{ours_.get(), POLLIN, 0};
      char bytes[4096];
      const ssize_t got =
          ::poll(&wanted, 1, kGuardMs) > 0 ? ::read(ours_.get(), bytes, sizeof bytes) : ssize_t(0);
      if (got <= 0) throw std::runtime_error("the server says nothing more");
      received_.append(bytes, static_cast<std::size_t>(got));
    }
    const json message = json::parse(received_.substr(0, end));
    received_.erase(0, end + 1);
    return message;
  }

 private:
  UniqueFd ours_;
  pid_t pid_ = -1;
  std::string received_;
};

json call(int id, const json& meta) {
  return {{"jsonrpc", "2.0"},
          {"id", id},
          {"method", "tools/call"},
          {"params",
           {{"name", "permission_prompt"},
            {"arguments", {{"tool_name", "Bash"}, {"input", {{"command", "ls"}}}}},
            {"_meta", meta}}}};
}

TEST(McpServer, ACallThatWaitsShowsThatItDoes) {
  const hook::TemporaryFolder home;
  FakeDaemon daemon(home.path() + "/afard.sock",
                    hook::opens_and_waits(hook::outcome("left", json::object())));
  Client client(home.path());
  client.send(call(1, {{"progressToken", "a"}}));
  for (int shown = 1; shown <= 3; ++shown) {
    const json progress = client.line();
    EXPECT_EQ(progress.at("method"), "notifications/progress");
    EXPECT_EQ(progress.at("params").at("progressToken"), "a");
    EXPECT_EQ(progress.at("params").at("progress"), shown);
  }
  const json opened = daemon.wait_for("dialog.open");
  EXPECT_EQ(opened.at("params").at("must_ask"), true);
  EXPECT_EQ(daemon.wait_for("initialize").at("params").at("role"), "mcp");
  EXPECT_EQ(daemon.wait_for("initialize").at("params").at("client"), "afar-mcp");
#ifndef __SANITIZE_THREAD__
  // The server runs in a thread here, and a process that is forked from a thread gets no signals
  // under ThreadSanitizer. The real server has no threads: tests/integration/mcp_test.cpp.
  client.send(
      {{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}});
  EXPECT_EQ(daemon.wait_for("dialog.cancel").at("params").at("reason"), "interrupted");
#endif
}

// Nothing is shown to a client that did not ask for it, or asked in a way that cannot be echoed.
TEST(McpServer, ShowsProgressOnlyWhereItWasAskedFor) {
  const hook::TemporaryFolder home;
  FakeDaemon daemon(home.path() + "/afard.sock",
                    hook::opens_and_waits(hook::outcome("left", json::object())));
  Client client(home.path());
  client.send(call(1, json::object()));
  client.send(call(2, {{"progressToken", nullptr}}));
  client.send(call(3, {{"progressToken", json::array()}}));
  client.send(call(4, {{"progressToken", 7}}));
  for (int shown = 1; shown <= 3; ++shown) {
    EXPECT_EQ(client.line().at("params").at("progressToken"), 7);
  }
}

TEST(McpServer, OneIdIsOneCall) {
  const hook::TemporaryFolder home;
  FakeDaemon daemon(home.path() + "/afard.sock",
                    hook::opens_and_waits(hook::outcome("left", json::object())));
  Client client(home.path());
  client.send(call(1, json::object()));
  client.send(call(1, json::object()));
  EXPECT_EQ(client.line().at("error").at("code"), -32602);
}

}  // namespace
}  // namespace afar::mcp
