#include "hook/mcp/errand.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "hook/mcp/complain.h"

namespace afar::mcp {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

// The signals that end the server wait while the process has its handlers still.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&ending, signal);
    ::sigprocmask(SIG_BLOCK, &ending, &before_);
  }
  ~SignalsHeldBack() { release(); }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;
  void release() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

// Nobody may speak the protocol but the server.
void leave_the_clients_streams() {
  const int null_fd = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(null_fd, STDIN_FILENO);
  ::dup2(null_fd, STDOUT_FILENO);
  if (null_fd > STDERR_FILENO) ::close(null_fd);
}

bool is_told(int pipe) {
  char byte = 0;
  ssize_t got = 0;
  do {
    got = ::read(pipe, &byte, 1);
  } while (got < 0 && errno == EINTR);
  return got == 1;
}

[[noreturn]] void run(const Work& work, UniqueFd pipe, SignalsHeldBack& signals) {
  try {
    hook::AgentWatch watch(pipe.get());
    signals.release();
    const Report report = work(watch);
    if (!report.line.empty() && hook::write_all(pipe.get(), report.line) && is_told(pipe.get()) &&
        report.told) {
      report.told();
    }
    ::_exit(0);
  } catch (const std::exception& failed) {
    complain(failed.what());
  }
  ::_exit(1);
}

}  // namespace

Errand::Errand(Name name, const Work& work, const std::vector<int>& server_fds)
    : name_(std::move(name)) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) fail("socketpair");
  pipe_ = UniqueFd(ends[0]);
  UniqueFd theirs(ends[1]);
  for (const int end : ends) set_close_on_exec(end);
  SignalsHeldBack signals;
  pid_ = ::fork();
  if (pid_ < 0) fail("fork");
  if (pid_ > 0) return;
  pipe_.reset();
  leave_the_clients_streams();
  // Else neither the client nor the other calls would see the server's end.
  for (const int fd : server_fds) {
    if (fd > STDERR_FILENO) ::close(fd);
  }
  run(work, std::move(theirs), signals);
}

Errand::~Errand() {
  pipe_.reset();
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Errand::cancel() {
  cancelled_ = true;
  ::kill(pid_, SIGTERM);
}

bool Errand::read() {
  char bytes[16 * 1024];
  for (;;) {
    const ssize_t got = ::recv(pipe_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (got > 0) {
      received_.append(bytes, static_cast<std::size_t>(got));
      if (received_.back() == '\n') return true;
    } else if (got == 0) {
      return true;
    } else if (errno != EINTR) {
      return errno != EAGAIN && errno != EWOULDBLOCK;
    }
  }
}

std::optional<std::string> Errand::take_line() {
  if (received_.empty() || received_.back() != '\n') return std::nullopt;
  return std::move(received_);
}

void Errand::tell_that_it_was_given() {
  // Where it has ended meanwhile there is nobody to be told.
  (void)hook::write_all(pipe_.get(), "+");
}

}  // namespace afar::mcp
