#include "tests/bench/measure.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "shared/os/fd.h"
#include "shared/os/unix_socket.h"

namespace afar::bench {
namespace {

using std::chrono::steady_clock;

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const auto& each : strings) result.push_back(const_cast<char*>(each.c_str()));
  result.push_back(nullptr);
  return result;
}

pid_t start(const Command& command, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  pid_t pid = 0;
  const int error =
      ::posix_spawn(&pid, command.argv[0].c_str(), &actions, nullptr, pointers(command.argv).data(),
                    pointers(command.environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw std::runtime_error("cannot start " + command.argv[0] + ": " + std::strerror(error));
  }
  return pid;
}

std::pair<UniqueFd, UniqueFd> make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("pipe failed");
  set_close_on_exec(ends[0]);
  set_close_on_exec(ends[1]);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

}  // namespace

Run run(const Command& command, const std::string& input) {
  // The whole input fits into the pipe, so nobody waits for the bench.
  auto [input_read, input_write] = make_pipe();
  auto [output_read, output_write] = make_pipe();
  if (::write(input_write.get(), input.data(), input.size()) !=
      static_cast<ssize_t>(input.size())) {
    throw std::runtime_error("the input does not fit into a pipe");
  }
  input_write.reset();
  const auto begin = steady_clock::now();
  const pid_t pid = start(command, input_read.get(), output_write.get());
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  Run result;
  result.time = steady_clock::now() - begin;
  output_write.reset();
  std::array<char, 65536> bytes{};
  for (ssize_t got; (got = ::read(output_read.get(), bytes.data(), bytes.size())) > 0;) {
    result.output.append(bytes.data(), static_cast<std::size_t>(got));
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(command.argv[0] + " failed (status " + std::to_string(status) + ")");
  }
  return result;
}

Resident::Resident(const Command& command) {
  const UniqueFd null_fd(::open("/dev/null", O_RDWR | O_CLOEXEC));
  pid_ = start(command, null_fd.get(), null_fd.get());
}

Resident::~Resident() {
  ::kill(pid_, SIGTERM);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

void wait_for_socket(const std::string& path) {
  const auto give_up = steady_clock::now() + std::chrono::seconds(30);
  while (connect_unix(path, std::chrono::milliseconds(300)).status != ConnectStatus::kConnected) {
    if (steady_clock::now() > give_up) throw std::runtime_error("nobody listens at " + path);
    std::this_thread::yield();
  }
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace afar::bench
