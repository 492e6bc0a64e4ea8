// afar daemon start: afard in the background.
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <thread>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/cli/daemon_process.h"
#include "daemon/cli/service_manager.h"
#include "shared/os/instance_lock.h"
#include "shared/os/process.h"
#include "shared/rpc/find_daemon.h"

namespace afar::cli {
namespace {

using std::chrono::steady_clock;

// A migration of a large database takes the longest.
constexpr Milliseconds kStartLimit{30000};
// A daemon that finds another one starting, or one whose socket was removed, leaves at once: how
// long the other may take to listen.
constexpr Milliseconds kOtherLimit{1000};
constexpr Milliseconds kRestMin{2};
constexpr Milliseconds kRestMax{100};
constexpr std::uintmax_t kLogTailBytes = 4096;

std::uintmax_t size_of(const std::string& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  return none ? 0 : size;
}

// What was added to the log since it had `before` bytes; of much, the end.
std::string log_since(const std::string& log, std::uintmax_t before) {
  const std::uintmax_t size = size_of(log);
  if (size <= before) return "";
  const std::uintmax_t from = std::max(before, size - std::min(size, kLogTailBytes));
  std::ifstream file(log, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(from));
  std::string text(static_cast<std::size_t>(size - from), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// Rests between two looks, longer each time.
class Looks {
 public:
  explicit Looks(Milliseconds limit) : until_(steady_clock::now() + limit) {}
  // false: the time is over.
  bool rest() {
    if (steady_clock::now() >= until_) return false;
    std::this_thread::sleep_for(rest_);
    rest_ = std::min(rest_ * 2, kRestMax);
    return true;
  }
  void end_within(Milliseconds limit) { until_ = std::min(until_, steady_clock::now() + limit); }

 private:
  steady_clock::time_point until_;
  Milliseconds rest_ = kRestMin;
};

// The daemon's directory is / : names relative to ours would mean something else there. What the
// options and the environment leave open, the daemon finds by itself.
std::vector<std::string> command_line(const std::string& afard, const Arguments& arguments,
                                      const Surroundings& surroundings, const Paths& paths) {
  std::vector<std::string> argv{afard};
  const struct {
    const char* option;
    const char* variable;
    const std::string& path;
  } places[] = {{"socket", "AFAR_SOCKET", paths.socket},
                {"db", "AFAR_DB", paths.database},
                {"config", "AFAR_CONFIG", paths.config}};
  for (const auto& each : places) {
    if (!arguments.has(each.option) && !surroundings.environment(each.variable)) continue;
    argv.push_back("--" + std::string(each.option));
    argv.push_back(std::filesystem::absolute(each.path).string());
  }
  return argv;
}

[[noreturn]] void fail_start(const std::string& why, const std::string& log,
                             std::uintmax_t log_size) {
  const std::string said = log_since(log, log_size);
  throw Failure(ExitCode::kFailed, why + (said.empty() ? "; its log " + log + " says nothing"
                                                       : ". It says:\n" + said));
}

// One starts a daemon at a time; whoever waits for the other finds its daemon running.
std::optional<InstanceLock> take_spawn_lock(const Paths& paths, Connected& found) {
  Looks looks(kStartLimit);
  do {
    auto lock = InstanceLock::try_acquire(paths.spawn_lock);
    found = rpc::connect_to_daemon(paths, kConnectLimit);
    if (lock || found.status == ConnectStatus::kConnected) return lock;
  } while (looks.rest());
  throw Failure(ExitCode::kFailed, "another program has been starting a daemon for " +
                                       std::to_string(kStartLimit.count() / 1000) + " s");
}

Connected await_start(const Paths& paths, std::int64_t child, const std::string& log,
                      std::uintmax_t log_size) {
  Looks looks(kStartLimit);
  bool ended = false;
  do {
    Connected connected = rpc::connect_to_daemon(paths, kConnectLimit);
    if (connected.status == ConnectStatus::kConnected) return connected;
    if (!ended && !process_lives(child)) {
      ended = true;
      looks.end_within(kOtherLimit);
    }
  } while (looks.rest());
  fail_start(ended ? "afard ended at once" : "afard does not answer", log, log_size);
}

// Where a unit is active, whatever we started beside it would be in its way.
std::optional<Started> start_unit(const Arguments& arguments, const Surroundings& surroundings,
                                  const Paths& paths) {
  if (!means_the_usual_daemon(arguments, surroundings.environment)) return std::nullopt;
  const auto manager = ServiceManager::find(surroundings);
  if (!manager || !manager->has_active_unit()) return std::nullopt;
  const std::int64_t before = manager->main_pid();
  manager->start();
  const std::int64_t pid = DaemonLink(surroundings, paths).pid();
  return Started{pid, pid == before};
}

ExitCode run_start(const Arguments& arguments, Surroundings& surroundings) {
  const Started started = start_daemon(arguments, surroundings);
  surroundings.console.out << (started.was_running ? "afard is running already" : "afard started")
                           << " (process " << started.pid << ").\n";
  return ExitCode::kDone;
}

}  // namespace

Started start_daemon(const Arguments& arguments, const Surroundings& surroundings) {
  const Paths paths = arguments.paths(surroundings.environment);
  if (const auto started = start_unit(arguments, surroundings, paths)) return *started;
  const std::string log = paths.state_dir + "/afard.log";
  for (const auto& file : {log, paths.spawn_lock}) {
    if (const auto wrong = make_private_folder_of(file)) throw Failure(ExitCode::kFailed, *wrong);
  }
  Connected found;
  const auto lock = take_spawn_lock(paths, found);
  if (found.status == ConnectStatus::kConnected) {
    return {DaemonLink(surroundings, paths, std::move(found.fd)).pid(), true};
  }
  if (found.status != ConnectStatus::kNobody) {
    throw Failure(ExitCode::kFailed, "cannot start a daemon: " + found.why);
  }
  const std::string afard = surroundings.find_program("afard");
  if (afard.empty()) throw Failure(ExitCode::kFailed, "there is no afard beside afar nor in PATH");
  const std::uintmax_t log_size = size_of(log);
  const std::int64_t child = spawn_detached(command_line(afard, arguments, surroundings, paths),
                                            environment_without_agent(), log);
  found = await_start(paths, child, log, log_size);
  return {DaemonLink(surroundings, paths, std::move(found.fd)).pid(), false};
}

Command daemon_start_command() {
  return {
      "daemon start",
      "",
      "start afard in the background",
      "Hooks start it by themselves when they need it. Where its systemd unit is active, systemd "
      "starts it.",
      {},
      0,
      0,
      run_start};
}

}  // namespace afar::cli
