#include "hook/spawn.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

#include "hook/streams.h"
#include "shared/os/instance_lock.h"
#include "shared/os/process.h"
#include "shared/rpc/find_daemon.h"

namespace afar::hook {
namespace {

constexpr std::chrono::seconds kFailureCounts(30);
// A daemon that finds another one starting leaves at once: how long the other may take to listen.
constexpr Milliseconds kOtherStarts(500);
constexpr Milliseconds kRestMin(2);
constexpr Milliseconds kRestMax(50);

std::string failure_mark(const Paths& paths) { return paths.spawn_lock + ".failed"; }

bool failed_lately(const Paths& paths) {
  struct stat info {};
  if (::stat(failure_mark(paths).c_str(), &info) != 0) return false;
  const auto at = std::chrono::system_clock::from_time_t(info.st_mtime);
  const auto age = std::chrono::system_clock::now() - at;
  // A mark from the future is a clock that was set back.
  return age > -kFailureCounts && age < kFailureCounts;
}

void remember_failure(const Paths& paths, const std::string& why) {
  const UniqueFd fd(::open(failure_mark(paths).c_str(),
                           O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (fd) (void)write_all(fd.get(), why + "\n");
}

void forget_failure(const Paths& paths) { ::unlink(failure_mark(paths).c_str()); }

// The daemon's directory is / : names relative to ours would mean something else there.
std::string absolute(const std::string& path) {
  if (path.empty() || path[0] == '/') return path;
  char folder[4096];
  return ::getcwd(folder, sizeof folder) == nullptr ? path : std::string(folder) + "/" + path;
}

std::int64_t spawn(const Paths& paths) {
  const std::string afard = find_sibling("afard");
  if (afard.empty()) throw std::runtime_error("there is no afard beside afar-hook nor in PATH");
  const std::string log = paths.state_dir + "/afard.log";
  if (const auto wrong = make_private_folder_of(log)) throw std::runtime_error(*wrong);
  return spawn_detached(
      {afard, "--socket", absolute(paths.socket), "--db", absolute(paths.database)},
      environment_without_agent(), log);
}

// Tries to connect until it works or the time is over; rests in between.
class Attempts {
 public:
  Attempts(const Paths& paths, AgentWatch& watch, MonoTime until)
      : paths_(paths), watch_(watch), until_(until) {}

  // Whether to try once more; rests before all but the first.
  bool next() {
    if (rest_.count() > 0) {
      watch_.wait(-1, std::min(until_, std::chrono::steady_clock::now() + rest_));
    }
    rest_ = std::clamp(rest_ * 2, kRestMin, kRestMax);
    return watch_.sign() == AgentWatch::Sign::kNone && std::chrono::steady_clock::now() < until_;
  }
  // What was found: somebody, or nobody to wait for.
  bool connect() {
    found_ = rpc::connect_to_daemon(paths_, connect_limit(until_));
    return found_.status != ConnectStatus::kNobody && found_.status != ConnectStatus::kBusy;
  }
  void stop_at(MonoTime until) { until_ = std::min(until_, until); }
  bool found_nobody() const { return found_.status == ConnectStatus::kNobody; }
  Connected take() { return std::move(found_); }

 private:
  const Paths& paths_;
  AgentWatch& watch_;
  MonoTime until_;
  Milliseconds rest_{0};
  Connected found_;
};

Connected nobody(std::string why) { return {ConnectStatus::kNobody, {}, std::move(why)}; }

Connected await_start(const Paths& paths, AgentWatch& watch, MonoTime until, std::int64_t child) {
  Attempts attempts(paths, watch, until);
  bool exited = false;
  while (attempts.next()) {
    if (attempts.connect()) break;
    if (!exited && !process_lives(child)) {
      exited = true;
      attempts.stop_at(std::chrono::steady_clock::now() + kOtherStarts);
    }
  }
  Connected found = attempts.take();
  if (found.status == ConnectStatus::kConnected) return found;
  if (watch.sign() != AgentWatch::Sign::kNone) return found;
  return nobody("the daemon was started but " + std::string(exited ? "ended" : "does not answer") +
                "; see " + paths.state_dir + "/afard.log");
}

}  // namespace

Milliseconds connect_limit(MonoTime until) {
  const auto left = std::chrono::floor<Milliseconds>(until - std::chrono::steady_clock::now());
  // 0 would mean no limit at all.
  return std::clamp(left, Milliseconds(1), kConnectLimit);
}

Connected start_daemon(const Paths& paths, AgentWatch& watch, MonoTime until) {
  if (failed_lately(paths)) {
    return nobody("no daemon runs, and one could not be started less than 30 s ago");
  }
  try {
    if (const auto wrong = make_private_folder_of(paths.spawn_lock)) return nobody(*wrong);
    std::optional<InstanceLock> lock;
    Attempts attempts(paths, watch, until);
    while (attempts.next()) {
      if (!lock) lock = InstanceLock::try_acquire(paths.spawn_lock);
      // Looks again under the lock: whoever held it before has started a daemon.
      if (attempts.connect()) return attempts.take();
      if (lock && attempts.found_nobody()) break;
    }
    if (!lock || !attempts.found_nobody()) {
      return nobody("a daemon is starting or busy, and does not get ready");
    }
    Connected found = await_start(paths, watch, until, spawn(paths));
    if (found.status == ConnectStatus::kConnected) {
      forget_failure(paths);
    } else if (watch.sign() == AgentWatch::Sign::kNone) {
      remember_failure(paths, found.why);
    }
    return found;
  } catch (const std::runtime_error& failed) {
    remember_failure(paths, failed.what());
    return nobody(std::string("the daemon could not be started: ") + failed.what());
  }
}

}  // namespace afar::hook
