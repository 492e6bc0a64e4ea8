#include "shared/os/run_program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "shared/os/pipe.h"

extern char** environ;

namespace afar {
namespace {

[[noreturn]] void fail(const std::string& what, int error) {
  throw std::runtime_error(what + ": " + std::strerror(error));
}

pid_t spawn(const std::vector<std::string>& argv, int input_fd, int out_fd) {
  std::vector<char*> words;
  words.reserve(argv.size() + 1);
  for (const auto& each : argv) words.push_back(const_cast<char*>(each.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input_fd, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out_fd, STDOUT_FILENO);
  pid_t child = -1;
  const int error = ::posix_spawn(&child, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail("cannot start " + argv[0], error);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail("waitpid", errno);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& argv, int input_fd,
                       std::size_t out_bytes_max) {
  auto [reads, writes] = make_pipe();
  const pid_t child = spawn(argv, input_fd, writes.get());
  writes.reset();
  ProgramEnd end;
  char buffer[65536];
  for (;;) {
    const ssize_t got = ::read(reads.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    end.out.append(buffer, static_cast<std::size_t>(got));
    if (end.out.size() > out_bytes_max) {
      ::kill(child, SIGKILL);
      wait_for(child);
      throw std::runtime_error(argv[0] + " printed more than " + std::to_string(out_bytes_max) +
                               " bytes");
    }
  }
  end.exit_code = wait_for(child);
  return end;
}

int run_attached(const std::vector<std::string>& argv) {
  return wait_for(spawn(argv, STDIN_FILENO, STDOUT_FILENO));
}

}  // namespace afar
