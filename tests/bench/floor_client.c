/* The bench's floor for a hook: standard input to a unix socket, one line back to standard output.
 *   floor_client SOCKET
 * No parsing, no checks: less than any hook can do. */
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char buffer[65536];

int main(int argc, char** argv) {
  struct sockaddr_un address;
  ssize_t size = 0;
  ssize_t got = 0;
  int fd = 0;
  if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path) return 2;
  while ((got = read(0, buffer + size, sizeof buffer - (size_t)size - 1)) > 0) size += got;
  buffer[size++] = '\n';
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  strcpy(address.sun_path, argv[1]);
  fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr*)&address, sizeof address) != 0) return 1;
  if (write(fd, buffer, (size_t)size) != size) return 1;
  size = 0;
  while ((got = read(fd, buffer + size, sizeof buffer - (size_t)size)) > 0) {
    size += got;
    if (buffer[size - 1] == '\n') break;
  }
  if (size == 0) return 1;
  return write(1, buffer, (size_t)size) == size ? 0 : 1;
}
