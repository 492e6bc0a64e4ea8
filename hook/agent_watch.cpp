#include "hook/agent_watch.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace afar::hook {
namespace {

// A handler gets nothing but the signal's number, so what it writes to cannot be a member.
volatile std::sig_atomic_t handler_fd = -1;

extern "C" void note_signal(int) {
  const int error = errno;
  const char byte = 0;
  // A full pipe holds enough to wake us.
  if (::write(handler_fd, &byte, 1) < 0) errno = error;
  errno = error;
}

int milliseconds_until(MonoTime until) {
  const auto left = std::chrono::ceil<Milliseconds>(until - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<long long>(left.count(), 0, 1 << 30));
}

}  // namespace

AgentWatch::AgentWatch(int output) : output_(output) {
  int ends[2];
#ifdef __linux__
  const int made = ::pipe2(ends, O_CLOEXEC | O_NONBLOCK);
#else
  const int made = ::pipe(ends);
#endif
  if (made != 0) throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  signals_ = UniqueFd(ends[0]);
  handler_end_ = UniqueFd(ends[1]);
#ifndef __linux__
  for (const int end : ends) {
    set_close_on_exec(end);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
#endif
  handler_fd = handler_end_.get();
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &action, &before_[i]);
  }
}

AgentWatch::~AgentWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &before_[i], nullptr);
  }
  handler_fd = -1;
}

AgentWatch::Seen AgentWatch::wait(int fd, MonoTime until) {
  pollfd watched[3] = {{signals_.get(), POLLIN, 0}, {output_, 0, 0}, {fd, POLLIN, 0}};
  if (sign_ != Sign::kNone) return {sign_, false};
  const int ready = ::poll(watched, 3, milliseconds_until(until));
  if (ready < 0 && errno != EINTR) {
    throw std::runtime_error(std::string("poll: ") + std::strerror(errno));
  }
  if (ready <= 0) return {};
  // A socket pair hangs up (seen on Claude Code), a pipe reports an error; a file does neither.
  if ((watched[1].revents & (POLLHUP | POLLERR)) != 0) sign_ = Sign::kGone;
  if ((watched[1].revents & POLLNVAL) != 0) output_ = -1;  // closed from the start: tells nothing
  if ((watched[0].revents & POLLIN) != 0) sign_ = Sign::kStopped;
  return {sign_, watched[2].revents != 0};
}

}  // namespace afar::hook
