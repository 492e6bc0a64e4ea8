#include "hook_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace afar::hook {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (auto& each : strings) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Standard output and error as Claude Code gives them: one end of a socket pair each.
std::array<UniqueFd, 2> make_pair() {
  int ends[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  for (const int end : ends) set_close_on_exec(end);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

}  // namespace

HookProcess::HookProcess(const TemporaryFolder& home, const std::vector<std::string>& arguments,
                         const std::string& input, const std::vector<std::string>& environment,
                         const std::string& program) {
  static int number = 0;
  const std::string event = home.path() + "/event" + std::to_string(++number);
  std::ofstream(event, std::ios::binary) << input;
  const UniqueFd in(::open(event.c_str(), O_RDONLY | O_CLOEXEC));
  auto [out, out_there] = make_pair();
  auto [err, err_there] = make_pair();
  std::vector<std::string> argv{program};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables{"HOME=" + home.path(), "PATH=/nonexistent",
                                     "XDG_RUNTIME_DIR=" + home.path()};
  variables.insert(variables.end(), environment.begin(), environment.end());
  auto argv_pointers = pointers_to(argv);
  auto variable_pointers = pointers_to(variables);
  pid_ = ::fork();
  if (pid_ == 0) {
    ::setsid();
    ::dup2(in.get(), 0);
    ::dup2(out_there.get(), 1);
    ::dup2(err_there.get(), 2);
    ::execve(argv_pointers[0], argv_pointers.data(), variable_pointers.data());
    ::_exit(127);
  }
  out_ = std::move(out);
  err_ = std::move(err);
}

HookProcess::~HookProcess() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

HookProcess::Ended HookProcess::wait() {
  Ended ended;
  const auto read_into = [](const pollfd& end, std::string& text) {
    char bytes[65536];
    const ssize_t got = ::read(end.fd, bytes, sizeof bytes);
    if (got > 0) text.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  };
  pollfd ends[2] = {{out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (::poll(ends, 2, 30'000) <= 0) {
      ADD_FAILURE() << "afar-hook does not end";
      break;
    }
    if (ends[0].revents != 0 && !read_into(ends[0], ended.out)) ends[0].fd = -1;
    if (ends[1].revents != 0 && !read_into(ends[1], ended.err)) ends[1].fd = -1;
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  return ended;
}

}  // namespace afar::hook
