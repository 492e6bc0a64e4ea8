#include "tests/fault/machine.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>

#include "tests/fault/tracing.h"
#include "tests/integration/process.h"

namespace afar::test {
namespace {

std::string failed(const std::string& what) { return what + ": " + std::strerror(errno); }

bool write_to(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  return file.good();
}

// Root of a namespace of our own, so that we may mount.
std::optional<std::string> become_root() {
  const std::string uid = std::to_string(::geteuid());
  const std::string gid = std::to_string(::getegid());
  if (::unshare(CLONE_NEWUSER) != 0) return failed("not root, and unshare(CLONE_NEWUSER)");
  if (!write_to("/proc/self/setgroups", "deny") ||
      !write_to("/proc/self/uid_map", "0 " + uid + " 1") ||
      !write_to("/proc/self/gid_map", "0 " + gid + " 1")) {
    return "the ids of a user namespace cannot be set";
  }
  return std::nullopt;
}

std::optional<std::string> enter_own_mounts() {
  if (::geteuid() != 0) {
    if (auto why = become_root()) return why;
  }
  if (::unshare(CLONE_NEWNS) != 0) return failed("unshare(CLONE_NEWNS)");
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return failed("making the mounts private");
  }
  // In a folder that nobody looks into.
  if (::mount("tmpfs", "/mnt", "tmpfs", 0, "size=64k") != 0) return failed("mounting a tmpfs");
  if (::umount("/mnt") != 0) return failed("unmounting a tmpfs");
  return std::nullopt;
}

std::optional<std::string> try_tracing() {
  Process strace({kStrace, "-f", "-o", "/dev/null", "-e", "trace=fsync", "-e",
                  "inject=fsync:error=EIO", "/bin/true"},
                 {}, {-1, -1, STDERR_FILENO});
  const Exit exit = strace.wait();
  if (exit == Exit{0, 0}) return std::nullopt;
  return std::string(kStrace) + (exit.code == 127 ? " is not installed" : " may not trace");
}

bool is_known_to_lack(const std::string& what) {
  const char* named = std::getenv("FAULT_TESTS_WITHOUT");
  return named != nullptr &&
         ("," + std::string(named) + ",").find("," + what + ",") != std::string::npos;
}

void need(const std::string& what, const std::optional<std::string>& why_not) {
  if (!why_not) return;
  const std::string text = "this machine cannot " + what + ": " + *why_not;
  if (is_known_to_lack(what)) GTEST_SKIP() << text << " (and FAULT_TESTS_WITHOUT says so)";
  FAIL() << text << ". Where that is as it should be, say FAULT_TESTS_WITHOUT=" << what;
}

}  // namespace

void need_mounts() {
  static const auto why_not = enter_own_mounts();
  need("mount", why_not);
}

void need_tracing() {
  static const auto why_not = try_tracing();
  need("trace", why_not);
}

}  // namespace afar::test
