#include "daemon/cli/service_manager.h"

#include <fcntl.h>

#include <charconv>
#include <filesystem>

#include "daemon/cli/failure.h"
#include "shared/os/fd.h"
#include "shared/os/run_program.h"

namespace afar::cli {
namespace {

constexpr const char* kService = "afard.service";
constexpr const char* kSocket = "afard.socket";
// A number, or a word or two for each unit.
constexpr std::size_t kOutputBytesMax = 4096;

ProgramEnd run_quietly(const std::vector<std::string>& argv) {
  const UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  return run_program(argv, nothing.get(), kOutputBytesMax);
}

}  // namespace

std::optional<ServiceManager> ServiceManager::find(const Surroundings& surroundings) {
  // As sd_booted(3) tells it of the system's: without a manager systemctl would complain.
  const auto runtime = surroundings.environment("XDG_RUNTIME_DIR");
  std::error_code none;
  if (!runtime || !std::filesystem::is_directory(*runtime + "/systemd", none)) return std::nullopt;
  std::string systemctl = surroundings.find_program("systemctl");
  if (systemctl.empty()) return std::nullopt;
  return ServiceManager(std::move(systemctl));
}

bool ServiceManager::has_active_unit() const {
  return run_quietly({systemctl_, "--user", "--quiet", "is-active", kService, kSocket}).exit_code ==
         0;
}

std::int64_t ServiceManager::main_pid() const {
  const ProgramEnd end =
      run_quietly({systemctl_, "--user", "show", "--property=MainPID", "--value", kService});
  std::int64_t pid = 0;
  std::from_chars(end.out.data(), end.out.data() + end.out.size(), pid);
  return end.exit_code == 0 ? pid : 0;
}

void ServiceManager::order(const std::string& verb) const {
  if (run_quietly({systemctl_, "--user", verb, kService}).exit_code == 0) return;
  throw Failure(ExitCode::kFailed, "systemctl --user " + verb + " " + kService +
                                       " failed.\nIts log: journalctl --user -u " + kService);
}

bool means_the_usual_daemon(const Arguments& arguments, const Environment& environment) {
  for (const char* option : {"socket", "db", "config"}) {
    if (arguments.has(option)) return false;
  }
  for (const char* variable : {"AFAR_SOCKET", "AFAR_DB", "AFAR_CONFIG"}) {
    if (environment(variable)) return false;
  }
  return true;
}

}  // namespace afar::cli
