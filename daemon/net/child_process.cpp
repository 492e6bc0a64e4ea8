#include "daemon/net/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "shared/os/pipe.h"
#include "shared/os/process.h"

namespace afar {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 10ms;

bool is_program(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

std::string value_of(const std::vector<std::string>& environment, const std::string& name) {
  for (const auto& each : environment) {
    if (each.compare(0, name.size() + 1, name + "=") == 0) return each.substr(name.size() + 1);
  }
  return "";
}

std::string path_of(const std::string& name, const std::string& path) {
  if (name.find('/') != std::string::npos) return name;
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
    if (folder.empty() || folder[0] != '/') continue;
    if (is_program(folder + "/" + name)) return folder + "/" + name;
  }
  throw std::runtime_error("cannot start " + name + ": it is in no folder of PATH");
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& more) {
  std::vector<std::string> all = environment_without_agent();
  std::erase_if(
      all, [&](const std::string& each) { return more.contains(each.substr(0, each.find('='))); });
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const auto& each : strings) pointers.push_back(const_cast<char*>(each.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Everything a child needs between fork and exec.
struct Launch {
  const char* path;
  const char* cwd;
  char* const* argv;
  char* const* environment;
  int streams[3];
  int why;  // where the error's number is written
};

[[noreturn]] void become(const Launch& launch) {
  ::setsid();
  for (int i = 0; i < 3; ++i) ::dup2(launch.streams[i], i);
  leave_parent_behind(launch.why);
  if (::chdir(launch.cwd) == 0) ::execve(launch.path, launch.argv, launch.environment);
  const int error = errno;
  (void)!::write(launch.why, &error, sizeof error);
  ::_exit(127);
}

// With every signal blocked: the child still has our handlers for a moment.
pid_t fork_quietly() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  const int error = errno;
  if (pid != 0) ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

// 0: it runs.
int read_error(int fd) {
  int error = 0;
  ssize_t size = 0;
  do {
    size = ::read(fd, &error, sizeof error);
  } while (size < 0 && errno == EINTR);
  return size == sizeof error ? error : 0;
}

// A stream of ours must not have the number of one that it is copied to.
UniqueFd above_streams(UniqueFd fd) {
  if (fd.get() > 2) return fd;
  UniqueFd copy(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3));
  if (!copy) throw std::runtime_error(std::string("fcntl: ") + std::strerror(errno));
  return copy;
}

std::string in_words(int status) {
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

ChildProcess::ChildProcess(const Program& program, Milliseconds grace) : grace_(grace) {
  if (program.argv.empty()) throw std::runtime_error("cannot start a program without a name");
  const auto environment = environment_with(program.env);
  const std::string path = path_of(program.argv[0], value_of(environment, "PATH"));
  const std::string home = value_of(environment, "HOME");
  const std::string cwd = !program.cwd.empty() ? program.cwd : home.empty() ? "/" : home;
  const auto argv = pointers_to(program.argv);
  const auto variables = pointers_to(environment);
  auto input = make_pipe();
  auto output = make_pipe();
  auto errors = make_pipe();
  auto why = make_pipe();
  const UniqueFd theirs[] = {above_streams(std::move(input.reads)),
                             above_streams(std::move(output.writes)),
                             above_streams(std::move(errors.writes))};
  why.writes = above_streams(std::move(why.writes));
  pid_ = fork_quietly();
  if (pid_ == 0) {
    become({path.c_str(),
            cwd.c_str(),
            argv.data(),
            variables.data(),
            {theirs[0].get(), theirs[1].get(), theirs[2].get()},
            why.writes.get()});
  }
  if (pid_ < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  why.writes.reset();
  if (const int error = read_error(why.reads.get())) {
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
    throw std::runtime_error("cannot start " + program.argv[0] + " in " + cwd + ": " +
                             std::strerror(error));
  }
  in_ = std::move(input.writes);
  out_ = std::move(output.reads);
  err_ = std::move(errors.reads);
}

ChildProcess::~ChildProcess() {
  in_.reset();
  asked_to_end();
  while (!ended()) {
    press();
    std::this_thread::sleep_for(kLook);
  }
}

std::optional<std::string> ChildProcess::ended() {
  if (!how_.empty()) return how_;
  siginfo_t info{};
  // Not taken note of yet: until then its number is nobody else's, nor its group's.
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == 0) {
    return std::nullopt;
  }
  // What it left running of its group goes with it.
  ::kill(-pid_, pressed_ ? SIGKILL : SIGTERM);
  int status = 0;
  pid_t got = 0;
  do {
    got = ::waitpid(pid_, &status, 0);
  } while (got < 0 && errno == EINTR);
  how_ = got == pid_ ? in_words(status) : "nobody knows how";
  return how_;
}

void ChildProcess::asked_to_end() {
  if (!asked_) asked_ = std::chrono::steady_clock::now();
}

MonoTime ChildProcess::press() {
  const MonoTime now = std::chrono::steady_clock::now();
  if (!asked_) asked_ = now;
  const MonoTime term_at = *asked_ + grace_;
  const MonoTime kill_at = term_at + grace_;
  if (now < term_at || !how_.empty()) return term_at;
  if (now >= kill_at || !pressed_) ::kill(-pid_, now >= kill_at ? SIGKILL : SIGTERM);
  pressed_ = true;
  return std::max(kill_at, now + kLook);
}

}  // namespace afar
