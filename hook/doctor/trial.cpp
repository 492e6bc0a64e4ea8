#include "hook/doctor/trial.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "hook/streams.h"
#include "shared/os/pipe.h"

extern char** environ;

namespace afar::doctor {
namespace {

using std::chrono::steady_clock;

// A version, a dialog, a complaint: what prints more is none of ours.
constexpr std::size_t kOutBytesMax = 1024 * 1024;

std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> all;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string variable(*each);
    if (variables.count(variable.substr(0, variable.find('='))) == 0) all.push_back(variable);
  }
  for (const auto& [name, value] : variables) {
    if (!value.empty()) all.push_back(name + "=" + value);
  }
  return all;
}

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const auto& each : strings) pointers.push_back(const_cast<char*>(each.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// While it lives, a program that does not read its input does not end us.
class PipeSignalIgnored {
 public:
  PipeSignalIgnored() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  ~PipeSignalIgnored() { ::sigaction(SIGPIPE, &before_, nullptr); }
  PipeSignalIgnored(const PipeSignalIgnored&) = delete;
  PipeSignalIgnored& operator=(const PipeSignalIgnored&) = delete;

 private:
  struct sigaction before_ {};
};

// In a group of its own, so that it can be killed with what it has started. 0: an errno.
pid_t spawn(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
            const std::array<int, 3>& streams, int& error) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (int number = 0; number < 3; ++number) {
    ::posix_spawn_file_actions_adddup2(&actions, streams[static_cast<std::size_t>(number)], number);
  }
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = 0;
  error = ::posix_spawn(&child, argv[0].c_str(), &actions, &attributes, pointers_to(argv).data(),
                        pointers_to(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : 0;
}

// Reads both until they end. false: the time is over, or there is too much.
bool read_both(Trial& trial, UniqueFd& out, UniqueFd& err, steady_clock::time_point until) {
  char bytes[4096];
  while (out || err) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now()).count();
    if (left <= 0 || trial.out.size() + trial.err.size() > kOutBytesMax) return false;
    pollfd wanted[2] = {{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}};
    if (::poll(wanted, 2, static_cast<int>(left)) <= 0) continue;
    for (int number = 0; number < 2; ++number) {
      if (wanted[number].revents == 0) continue;
      UniqueFd& from = number == 0 ? out : err;
      const ssize_t got = ::read(from.get(), bytes, sizeof bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        from.reset();
      } else {
        (number == 0 ? trial.out : trial.err).append(bytes, static_cast<std::size_t>(got));
      }
    }
  }
  return true;
}

}  // namespace

std::string Trial::trouble() const {
  if (!started) return "cannot be started (" + err + ")";
  if (timed_out) return "did not end in time";
  if (exit_code == 0) return "";
  const std::string first = err.substr(0, err.find('\n'));
  return "ended with status " + std::to_string(exit_code) + (first.empty() ? "" : ": " + first);
}

std::string program_in_path(const Environment& environment, const std::string& name) {
  const std::string path = environment("PATH").value_or("");
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string program = path.substr(begin, end - begin) + "/" + name;
    struct stat info {};
    if (path[begin] == '/' && ::stat(program.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
        ::access(program.c_str(), X_OK) == 0) {
      return program;
    }
    begin = end + 1;
  }
  return "";
}

Trial try_program(const std::vector<std::string>& argv, const std::string& input,
                  const std::map<std::string, std::string>& variables,
                  std::chrono::milliseconds limit) {
  const PipeSignalIgnored ignored;
  Trial trial;
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  int error = 0;
  const pid_t child = spawn(argv, environment_with(variables),
                            {in.reads.get(), out.writes.get(), err.writes.get()}, error);
  if (child == 0) {
    trial.err = std::strerror(error);
    return trial;
  }
  trial.started = true;
  for (UniqueFd* each : {&in.reads, &out.writes, &err.writes}) each->reset();
  // One that does not read it is fine.
  static_cast<void>(hook::write_all(in.writes.get(), input));
  in.writes.reset();
  trial.timed_out = !read_both(trial, out.reads, err.reads, steady_clock::now() + limit);
  // What it left running would hold nothing of ours: both streams have ended.
  if (trial.timed_out) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  trial.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return trial;
}

}  // namespace afar::doctor
