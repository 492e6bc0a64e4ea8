#include "tests/integration/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <stdexcept>

#include "tests/integration/wait.h"

namespace afar::test {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (auto& each : strings) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Only what may be called between fork and exec.
[[noreturn]] void become(const std::vector<char*>& argv, const std::vector<char*>& environment,
                         const Streams& streams, int null_fd) {
  ::setpgid(0, 0);
  ::dup2(streams.in < 0 ? null_fd : streams.in, 0);
  ::dup2(streams.out < 0 ? null_fd : streams.out, 1);
  ::dup2(streams.err < 0 ? null_fd : streams.err, 2);
  ::execve(argv[0], argv.data(), environment.data());
  ::_exit(127);
}

}  // namespace

Exit exit_of(int wait_status) {
  if (WIFEXITED(wait_status)) return {WEXITSTATUS(wait_status), 0};
  return {-1, WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0};
}

std::ostream& operator<<(std::ostream& out, const Exit& exit) {
  return exit.signal != 0 ? out << "signal " << exit.signal : out << "exit " << exit.code;
}

Process::Process(std::vector<std::string> argv, std::vector<std::string> environment,
                 const Streams& streams) {
  const UniqueFd null_fd(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const auto argv_pointers = pointers_to(argv);
  const auto environment_pointers = pointers_to(environment);
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (pid_ == 0) become(argv_pointers, environment_pointers, streams, null_fd.get());
  ::setpgid(pid_, pid_);  // also here: whoever comes first
}

Process::~Process() {
  if (ended_) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Process::signal(int number) const {
  if (!ended_) ::kill(pid_, number);
}

bool Process::has_ended() const {
  siginfo_t found{};
  return ended_ ||
         (::waitid(P_PID, static_cast<id_t>(pid_), &found, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          found.si_pid == pid_);
}

Exit Process::wait() {
  if (ended_) return exit_;
  if (!until_ended(pid_)) {
    ADD_FAILURE() << "process " << pid_ << " did not end";
    return exit_;
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  ended_ = true;
  exit_ = exit_of(status);
  return exit_;
}

bool until_ended(pid_t pid) {
  // glibc 2.36 declares pidfd_open() as a C++ function.
  const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  return !process || until_readable(process.get());
}

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

}  // namespace afar::test
