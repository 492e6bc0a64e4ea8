// Stands in for a coding agent: a process of its own that runs hooks as its children, since the
// daemon tells agents and people apart by who descends from whom.
//   agent_stand_in run                 runs what its standard input, a socket, tells, until that
//   ends agent_stand_in say SOCKET COUNT    sends its standard input to a daemon, and prints COUNT
//   lines
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "shared/os/unix_socket.h"

namespace {

using nlohmann::json;

int signal_pipe[2];

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (auto& each : strings) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  return pointers;
}

// As the real client starts a hook: a session of its own, and three sockets.
pid_t start(const json& wanted, const std::array<int, 3>& streams) {
  auto argv = wanted.at("argv").get<std::vector<std::string>>();
  auto environment = wanted.at("environment").get<std::vector<std::string>>();
  const auto argv_pointers = pointers_to(argv);
  const auto environment_pointers = pointers_to(environment);
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::setsid();
  for (int i = 0; i < 3; ++i) ::dup2(streams[static_cast<std::size_t>(i)], i);
  if (::chdir(wanted.at("folder").get_ref<const std::string&>().c_str()) != 0) ::_exit(126);
  ::execve(argv_pointers[0], argv_pointers.data(), environment_pointers.data());
  ::_exit(127);
}

void tell(int control, const json& what) {
  const std::string text = what.dump();
  // Nobody listens any more: we end with the next read.
  if (::send(control, text.data(), text.size(), MSG_NOSIGNAL) < 0) return;
}

// One order with its three descriptors; false at the end.
bool take_order(int control, std::set<pid_t>& children) {
  std::string text(1 << 20, '\0');
  iovec part{text.data(), text.size()};
  alignas(cmsghdr) char rights[CMSG_SPACE(3 * sizeof(int))];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = rights;
  message.msg_controllen = sizeof rights;
  const ssize_t got = ::recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  if (got <= 0) return got < 0 && errno == EINTR;
  text.resize(static_cast<std::size_t>(got));
  std::array<int, 3> streams{};
  std::memcpy(streams.data(), CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof streams);
  const pid_t child = start(json::parse(text), streams);
  for (const int stream : streams) ::close(stream);
  children.insert(child);
  tell(control, {{"started", child}});
  return true;
}

void report_ended(int control, std::set<pid_t>& children) {
  int status = 0;
  for (pid_t child; (child = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    children.erase(child);
    tell(control, {{"ended", child}, {"status", status}});
  }
}

int run(int control) {
  if (::pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return 1;
  struct sigaction action {};
  action.sa_flags = SA_RESTART;  // a report that waits for its reader must not get lost
  action.sa_handler = [](int) {
    if (::write(signal_pipe[1], "", 1) < 0) return;
  };
  ::sigaction(SIGCHLD, &action, nullptr);
  std::set<pid_t> children;
  for (bool going_on = true; going_on;) {
    pollfd watched[2] = {{control, POLLIN, 0}, {signal_pipe[0], POLLIN, 0}};
    if (::poll(watched, 2, -1) < 0) continue;
    if (watched[1].revents != 0) {
      char bytes[256];
      while (::read(signal_pipe[0], bytes, sizeof bytes) > 0) {
      }
      report_ended(control, children);
    }
    if (watched[0].revents != 0) going_on = take_order(control, children);
  }
  for (const pid_t child : children) ::kill(child, SIGKILL);
  return 0;
}

int say(const std::string& socket, int lines) {
  const auto connected = afar::connect_unix(socket, std::chrono::seconds(30));
  char bytes[4096];
  for (ssize_t got; (got = ::read(0, bytes, sizeof bytes)) > 0;) {
    if (::write(connected.fd.get(), bytes, static_cast<std::size_t>(got)) != got) return 1;
  }
  for (ssize_t got; lines > 0 && (got = ::read(connected.fd.get(), bytes, sizeof bytes)) > 0;) {
    for (ssize_t i = 0; i < got; ++i) lines -= bytes[i] == '\n' ? 1 : 0;
    if (::write(1, bytes, static_cast<std::size_t>(got)) != got) return 1;
  }
  return lines > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "run") return run(STDIN_FILENO);
  if (argc == 4 && std::string(argv[1]) == "say") return say(argv[2], std::stoi(argv[3]));
  return 2;
}
