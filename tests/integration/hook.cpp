#include "tests/integration/hook.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "tests/integration/agent.h"
#include "tests/integration/wait.h"

namespace afar::test {
namespace {

// Until all is written, or nobody reads it: a hook need not read an event that is too large.
void give(const UniqueFd& in, std::string_view text) {
  while (!text.empty()) {
    pollfd wanted{in.get(), POLLOUT, 0};
    if (::poll(&wanted, 1, static_cast<int>(std::chrono::milliseconds(kGuard).count())) <= 0) break;
    const ssize_t sent = ::send(in.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) break;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

// Adds what has come; closes at the end.
void take(UniqueFd& from, std::string& text) {
  char bytes[65536];
  const ssize_t got = ::read(from.get(), bytes, sizeof bytes);
  if (got <= 0) {
    from.reset();
  } else {
    text.append(bytes, static_cast<std::size_t>(got));
  }
}

}  // namespace

Hook::Hook(Agent& agent, pid_t pid, UniqueFd in, UniqueFd out, UniqueFd err,
           const std::string& input)
    : agent_(&agent), pid_(pid), out_(std::move(out)), err_(std::move(err)) {
  give(in, input);
}

Hook::Hook(Hook&& other) noexcept
    : agent_(other.agent_),
      pid_(other.pid_),
      out_(std::move(other.out_)),
      err_(std::move(other.err_)),
      ended_(std::exchange(other.ended_, true)) {}

Hook::~Hook() {
  if (ended_) return;
  signal(SIGKILL);
  agent_->wait_for(pid_);
}

void Hook::signal(int number) const { ::kill(pid_, number); }

bool Hook::has_ended() {
  pollfd wanted{err_.get(), POLLIN, 0};
  // Its end of stderr is closed by nothing but its end.
  return ended_ || (::poll(&wanted, 1, 0) > 0 && (wanted.revents & POLLHUP) != 0);
}

HookEnd Hook::end() {
  HookEnd end;
  while (out_ || err_) {
    pollfd wanted[2] = {{out_ ? out_.get() : -1, POLLIN, 0}, {err_ ? err_.get() : -1, POLLIN, 0}};
    if (::poll(wanted, 2, static_cast<int>(std::chrono::milliseconds(kGuard).count())) <= 0) {
      ADD_FAILURE() << "the hook (process " << pid_ << ") goes on for ever; it said: " << end.out
                    << end.err;
      return end;
    }
    if (wanted[0].revents != 0) take(out_, end.out);
    if (wanted[1].revents != 0) take(err_, end.err);
  }
  end.exit = agent_->wait_for(pid_);
  ended_ = true;
  return end;
}

}  // namespace afar::test
