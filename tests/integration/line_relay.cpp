// line_relay SOCKET: a program whose standard input and output are the test's, by that socket. It
// ends when either does.
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace {

bool write_all(int fd, const char* bytes, ssize_t size) {
  while (size > 0) {
    const ssize_t written = ::write(fd, bytes, static_cast<size_t>(size));
    if (written <= 0) return false;
    bytes += written;
    size -= written;
  }
  return true;
}

bool pass_on(int from, int to) {
  char bytes[65536];
  const ssize_t size = ::read(from, bytes, sizeof bytes);
  return size > 0 && write_all(to, bytes, size);
}

}  // namespace

int main(int, char** argv) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
  const int test = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (::connect(test, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return 1;
  std::fputs("relay: here\n", stderr);
  for (;;) {
    pollfd ends[] = {{0, POLLIN, 0}, {test, POLLIN, 0}};
    if (::poll(ends, 2, -1) < 0) return 1;
    if (ends[0].revents != 0 && !pass_on(0, test)) return 0;
    if (ends[1].revents != 0 && !pass_on(test, 1)) return 3;
  }
}
