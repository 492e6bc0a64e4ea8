// How quick the disk is, and whether the clock can be right.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "hook/doctor/checks.h"
#include "shared/os/fd.h"

namespace afar::doctor {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;
using std::chrono::steady_clock;

// A commit appends a page or some to the log and syncs it once.
constexpr std::size_t kPageBytes = 4096;
constexpr int kCommits = 15;
// Every decision waits for one: from here on a person feels it.
constexpr microseconds kSlow{100'000};

// A file without a name: nothing is left of it, whatever happens.
UniqueFd nameless_file(const std::string& folder) {
  std::string name = folder + "/doctor.XXXXXX";
  UniqueFd fd(::mkostemp(name.data(), O_CLOEXEC));
  if (fd) ::unlink(name.c_str());
  return fd;
}

int sync_data(int fd) {
#ifdef __APPLE__
  return ::fcntl(fd, F_FULLFSYNC);
#else
  return ::fdatasync(fd);
#endif
}

std::string in_milliseconds(microseconds time) {
  const auto tenths = (time.count() + 50) / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

Finding cannot_write(const std::string& folder) {
  return wrong("disk", "cannot write in " + folder + ": " + std::strerror(errno),
               "make room there, or make it writable");
}

// The newest change of what the daemon writes.
std::optional<WallTime> newest_change(const Paths& paths) {
  std::optional<WallTime> newest;
  for (const std::string& file : {paths.database, paths.database + "-wal", paths.lock}) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) continue;
    const WallTime at{std::chrono::seconds(info.st_mtime)};
    if (!newest || at > *newest) newest = at;
  }
  return newest;
}

}  // namespace

Findings check_disk(const Patient& patient) {
  const std::string folder = fs::absolute(patient.paths.database).parent_path().string();
  std::error_code none;
  if (!fs::is_directory(folder, none)) return {};
  const UniqueFd fd = nameless_file(folder);
  if (!fd) return {cannot_write(folder)};
  const std::array<char, kPageBytes> page{};
  std::array<microseconds, kCommits> times{};
  for (auto& each : times) {
    const auto begin = steady_clock::now();
    if (::write(fd.get(), page.data(), page.size()) != static_cast<ssize_t>(page.size()) ||
        sync_data(fd.get()) != 0) {
      return {cannot_write(folder)};
    }
    each = std::chrono::duration_cast<microseconds>(steady_clock::now() - begin);
  }
  std::sort(times.begin(), times.end());
  const microseconds median = times[kCommits / 2];
  const std::string what = "a commit in " + folder + " takes " + in_milliseconds(median) +
                           " (median of " + std::to_string(kCommits) + "; the longest " +
                           in_milliseconds(times.back()) + ")";
  if (median < kSlow) return {fine("disk", what)};
  return {warning("disk", what, "put the database on a quicker disk (AFAR_DB)")};
}

Findings check_clock(const Patient& patient) {
  // Before this release.
  if (patient.now < WallTime(std::chrono::sys_days(std::chrono::year(2026) / 1 / 1))) {
    return {wrong("clock", "the wall clock says " + to_rfc3339(patient.now) + ", which is past",
                  "set the clock, and have it kept by NTP")};
  }
  const auto newest = newest_change(patient.paths);
  if (newest && *newest > patient.now + std::chrono::minutes(1)) {
    return {warning("clock",
                    "the wall clock says " + to_rfc3339(patient.now) +
                        ", but the database was changed at " + to_rfc3339(*newest),
                    "set the clock, and have it kept by NTP: times on record and deadlines after a "
                    "restart go by it")};
  }
  return {fine("clock", "the wall clock says " + to_rfc3339(patient.now))};
}

}  // namespace afar::doctor
