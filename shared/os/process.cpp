#include "shared/os/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

#ifdef __APPLE__
#include <libproc.h>
#include <mach-o/dyld.h>
#endif

#include "shared/os/descriptor_limit.h"
#include "shared/os/fd.h"
#include "shared/os/input_file.h"
#include "shared/os/pipe.h"

extern char** environ;

namespace afar {
namespace {

bool is_executable(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

// Descriptors that an agent left open without close-on-exec would keep its pipes alive for as long
// as the daemon lives; so would a program of the daemon's keep the daemon's connections.
void close_inherited(int keep) {
  std::vector<int> open_ones;
  if (DIR* folder = ::opendir("/dev/fd")) {
    while (const dirent* entry = ::readdir(folder)) {
      const int fd = std::atoi(entry->d_name);
      if (fd > 2 && fd != keep && fd != ::dirfd(folder)) open_ones.push_back(fd);
    }
    ::closedir(folder);
  }
  for (const int fd : open_ones) ::close(fd);
}

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const auto& each : strings) pointers.push_back(const_cast<char*>(each.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void become(const std::vector<std::string>& argv,
                         const std::vector<std::string>& environment, int in_fd, int out_fd,
                         int log_fd) {
  ::setsid();
  if (::chdir("/") != 0) ::_exit(126);
  ::dup2(in_fd, 0);
  ::dup2(out_fd, 1);
  ::dup2(log_fd, 2);
  leave_parent_behind();
  ::execve(argv[0].c_str(), pointers_to(argv).data(), pointers_to(environment).data());
  ::_exit(127);
}

std::int64_t spawn(const std::vector<std::string>& argv,
                   const std::vector<std::string>& environment, int in_fd, int out_fd,
                   const std::string& log) {
  const UniqueFd log_fd(
      ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!log_fd) throw std::runtime_error("cannot open " + log + ": " + std::strerror(errno));
  // Twice: an agent ends a hook with all its descendants (seen on Claude Code at Esc), and what we
  // start here must not be one of them. The one in between tells the other's id and leaves.
  auto [reads, writes] = make_pipe();
  const pid_t between = ::fork();
  if (between < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (between == 0) {
    const pid_t child = ::fork();
    if (child == 0) become(argv, environment, in_fd, out_fd, log_fd.get());
    const bool told = child > 0 && ::write(writes.get(), &child, sizeof child) == sizeof child;
    ::_exit(told ? 0 : 1);
  }
  writes.reset();
  pid_t child = 0;
  ssize_t size = 0;
  do {
    size = ::read(reads.get(), &child, sizeof child);
  } while (size < 0 && errno == EINTR);
  while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) continue;
  if (size != sizeof child) throw std::runtime_error("fork: the process in between failed");
  return child;
}

}  // namespace

void leave_parent_behind(int keep) {
  close_inherited(keep);
  restore_descriptor_limit();
  // What the parent catches, blocks or ignores is not the child's business. First the handlers:
  // what waits would be the parent's to handle else.
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE, SIGCHLD}) {
    std::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

#ifdef __APPLE__
std::string own_executable() {
  char path[PATH_MAX];
  std::uint32_t size = sizeof path;
  if (_NSGetExecutablePath(path, &size) != 0) return "";
  char resolved[PATH_MAX];
  return ::realpath(path, resolved) == nullptr ? "" : resolved;
}

std::optional<std::int64_t> parent_of_process(std::int64_t pid) {
  proc_bsdinfo info{};
  if (::proc_pidinfo(static_cast<int>(pid), PROC_PIDTBSDINFO, 0, &info, sizeof info) <
      static_cast<int>(sizeof info)) {
    return std::nullopt;
  }
  return info.pbi_ppid;
}

bool process_lives(std::int64_t pid) {
  return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM;
}
#else
std::string own_executable() {
  std::array<char, PATH_MAX> path{};
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  return size <= 0 ? "" : std::string(path.data(), static_cast<std::size_t>(size));
}

namespace {

// What /proc says of a process: its state's letter and its parent.
struct ProcessStat {
  char state = '?';
  long long parent = 0;
};

std::optional<ProcessStat> stat_of(std::int64_t pid) {
  const UniqueFd fd(
      ::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return std::nullopt;
  char text[512];
  const ssize_t size = ::read(fd.get(), text, sizeof text - 1);
  if (size <= 0) return std::nullopt;
  text[size] = '\0';
  // "pid (name) state ppid ...": the name may hold anything, so look from its last parenthesis.
  const char* end_of_name = std::strrchr(text, ')');
  ProcessStat stat;
  if (end_of_name == nullptr ||
      std::sscanf(end_of_name + 1, " %c %lld", &stat.state, &stat.parent) != 2) {
    return std::nullopt;
  }
  return stat;
}

}  // namespace

std::optional<std::int64_t> parent_of_process(std::int64_t pid) {
  const auto stat = stat_of(pid);
  if (!stat) return std::nullopt;
  return stat->parent;
}

bool process_lives(std::int64_t pid) {
  if (::kill(static_cast<pid_t>(pid), 0) != 0) return errno == EPERM;
  // One that ended and that its parent has not taken note of yet.
  const auto stat = stat_of(pid);
  return !stat || stat->state != 'Z';
}
#endif

std::string find_sibling(const std::string& name) {
  const std::string self = own_executable();
  const std::size_t slash = self.rfind('/');
  if (slash != std::string::npos) {
    const std::string folder = self.substr(0, slash);
    // From bin/, from libexec/afar/.
    for (const std::string& place : {folder + "/" + name, folder + "/../libexec/afar/" + name,
                                     folder + "/../bin/" + name, folder + "/../../bin/" + name}) {
      if (is_executable(place)) return place;
    }
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
    // Only absolute folders: a relative one would mean the agent's working directory.
    if (folder.empty() || folder[0] != '/') continue;
    if (is_executable(folder + "/" + name)) return folder + "/" + name;
  }
  return "";
}

std::int64_t spawn_detached(const std::vector<std::string>& argv,
                            const std::vector<std::string>& environment, const std::string& log) {
  const UniqueFd null_fd(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null_fd) throw std::runtime_error(std::string("/dev/null: ") + std::strerror(errno));
  return spawn(argv, environment, null_fd.get(), null_fd.get(), log);
}

UniqueFd spawn_piped(const std::vector<std::string>& argv,
                     const std::vector<std::string>& environment, const std::string& input,
                     const std::string& log) {
  const UniqueFd in = input_file(input);
  auto [output_reads, output_writes] = make_pipe();
  spawn(argv, environment, in.get(), output_writes.get(), log);
  return std::move(output_reads);
}

std::vector<std::string> environment_without_agent() {
  static constexpr std::array<std::string_view, 5> kPrefixes{
      "CLAUDE", "ANTHROPIC_", "AI_AGENT=", "LISTEN_", "NOTIFY_SOCKET="};
  std::vector<std::string> kept;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view variable(*each);
    bool of_agent = false;
    for (const auto prefix : kPrefixes) of_agent = of_agent || variable.rfind(prefix, 0) == 0;
    if (!of_agent) kept.emplace_back(variable);
  }
  return kept;
}

}  // namespace afar
