#include "hook/mcp/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>

namespace afar::mcp {
namespace {

// A handler gets nothing but the signal's number, so what it writes to cannot be a member.
volatile std::sig_atomic_t handler_fd = -1;

extern "C" void note_end(int) {
  const int error = errno;
  const char byte = 0;
  // A full pipe holds enough to wake us.
  if (::write(handler_fd, &byte, 1) < 0) errno = error;
  errno = error;
}

}  // namespace

EndSignals::EndSignals() {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  reads_ = UniqueFd(ends[0]);
  writes_ = UniqueFd(ends[1]);
  for (const int end : ends) {
    set_close_on_exec(end);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
  handler_fd = writes_.get();
  struct sigaction action {};
  action.sa_handler = note_end;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

}  // namespace afar::mcp
