// Stands in for afard where a test is about how it is started: notes each start with its
// environment, holds the lock, and answers every dialog with its first option. Ends when the file
// "stop" appears beside the database, or after half a minute.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string_view>

#include "fake_daemon.h"
#include "shared/os/instance_lock.h"

extern char** environ;

int main(int argc, char** argv) {
  std::string socket;
  std::filesystem::path folder;
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::string_view(argv[i]) == "--socket") socket = argv[i + 1];
    if (std::string_view(argv[i]) == "--db") {
      folder = std::filesystem::path(argv[i + 1]).parent_path();
    }
  }
  std::string started = "start " + std::filesystem::current_path().string();
  for (char** each = environ; *each != nullptr; ++each) started += std::string(" ") + *each;
  std::ofstream(folder / "starts", std::ios::app) << started + "\n";

  auto lock = afar::InstanceLock::try_acquire(folder / "afar.lock");
  if (!lock) return 0;
  lock->publish(::getpid(), socket);
  const nlohmann::json first = {
      {"q1", {{"options", {"o1"}}, {"text", nullptr}, {"note", nullptr}}}};
  const afar::hook::FakeDaemon daemon(
      socket, [&](afar::hook::FakeDaemon::Connection& connection, const nlohmann::json& message) {
        if (message["method"] == "dialog.open") {
          connection.reply(message, afar::hook::outcome("answered", first));
        }
      });
  for (int i = 0; i < 1500 && !std::filesystem::exists(folder / "stop"); ++i) ::usleep(20'000);
  return 0;
}
