// The bench's floor for a daemon: accept, read a line, parse it, commit it with synchronous=FULL,
// and only then answer. One client after the other, nothing else: no dialogs, no policy, no record.
//   floor_server SOCKET DATABASE
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

namespace {

void check(int result, const char* what) {
  if (result == SQLITE_OK || result == SQLITE_DONE) return;
  std::fprintf(stderr, "floor_server: %s failed (%d)\n", what, result);
  std::exit(1);
}

std::string read_line(int fd) {
  std::string line;
  char bytes[65536];
  while (line.empty() || line.back() != '\n') {
    const ssize_t got = ::read(fd, bytes, sizeof bytes);
    if (got <= 0) break;
    line.append(bytes, static_cast<std::size_t>(got));
  }
  return line;
}

int listen_at(const char* path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0 || ::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(fd, 64) != 0) {
    std::perror("floor_server");
    std::exit(1);
  }
  return fd;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  sqlite3* database = nullptr;
  check(sqlite3_open(argv[2], &database), "open");
  check(sqlite3_exec(
            database,
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "CREATE TABLE IF NOT EXISTS request(id INTEGER PRIMARY KEY, tool TEXT, body TEXT)",
            nullptr, nullptr, nullptr),
        "schema");
  sqlite3_stmt* insert = nullptr;
  check(sqlite3_prepare_v2(database, "INSERT INTO request(tool, body) VALUES(?1, ?2)", -1, &insert,
                           nullptr),
        "prepare");
  const int listener = listen_at(argv[1]);
  for (;;) {
    const int client = ::accept(listener, nullptr, nullptr);
    if (client < 0) continue;
    const std::string line = read_line(client);
    const auto request = nlohmann::json::parse(line, nullptr, false);
    if (request.is_object()) {
      const std::string tool = request.value("tool_name", std::string());
      sqlite3_bind_text(insert, 1, tool.c_str(), -1, SQLITE_TRANSIENT);
      sqlite3_bind_text(insert, 2, line.data(), static_cast<int>(line.size()), SQLITE_STATIC);
      check(sqlite3_step(insert), "insert");  // commits: one statement, one transaction
      sqlite3_reset(insert);
      static constexpr char kReply[] = "{\"ok\":true}\n";
      if (::write(client, kReply, sizeof kReply - 1) < 0) std::perror("floor_server");
    }
    ::close(client);
  }
}
