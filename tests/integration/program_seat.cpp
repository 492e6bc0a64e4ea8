#include "tests/integration/program_seat.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/integration/wait.h"

namespace afar::test {

using nlohmann::json;

bool ProgramRun::read_some() {
  if (!until_readable(fd_.get())) {
    ADD_FAILURE() << "the program is told nothing";
    return false;
  }
  char bytes[65536];
  const ssize_t got = ::read(fd_.get(), bytes, sizeof bytes);
  if (got <= 0) return false;
  received_.append(bytes, static_cast<std::size_t>(got));
  return true;
}

json ProgramRun::line() {
  std::size_t end = 0;
  while ((end = received_.find('\n')) == std::string::npos) {
    if (!read_some()) {
      ADD_FAILURE() << "no line came";
      return nullptr;
    }
  }
  json message = json::parse(received_.substr(0, end), nullptr, /*allow_exceptions=*/false);
  received_.erase(0, end + 1);
  EXPECT_TRUE(message.is_object());
  return message;
}

json ProgramRun::line_where(const std::string& member, const json& is) {
  for (;;) {
    json message = line();
    if (!message.is_object() || (message.contains(member) && message[member] == is)) return message;
  }
}

bool ProgramRun::ends() {
  while (read_some()) continue;
  return true;
}

void ProgramRun::print(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    ASSERT_GT(sent, 0) << "the program is gone";
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

ProgramSeat::ProgramSeat(const Stage& stage, const std::string& name)
    : path_(stage.home() + "/run/" + name + ".seat"),
      listens_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "%s", path_.c_str());
  EXPECT_EQ(::bind(listens_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(::listen(listens_.get(), 8), 0);
}

ProgramRun ProgramSeat::until_started() {
  EXPECT_TRUE(until_readable(listens_.get())) << "the program is not started";
  return ProgramRun(UniqueFd(::accept4(listens_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
}

void configure(const Stage& stage, const json& config) {
  namespace fs = std::filesystem;
  const std::string folder = stage.home() + "/config/afar";
  fs::create_directories(folder);
  fs::permissions(folder, fs::perms::owner_all);
  std::ofstream(folder + "/config.json") << config.dump(2);
  fs::permissions(folder + "/config.json", fs::perms(0600));
}

}  // namespace afar::test
