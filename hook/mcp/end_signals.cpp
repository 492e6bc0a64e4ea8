#include "hook/mcp/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

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

EndSignals::EndSignals() : pipe_(make_pipe()) {
  for (const UniqueFd* end : {&pipe_.reads, &pipe_.writes}) {
    ::fcntl(end->get(), F_SETFL, O_NONBLOCK);
  }
  handler_fd = pipe_.writes.get();
  struct sigaction action {};
  action.sa_handler = note_end;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

}  // namespace afar::mcp
