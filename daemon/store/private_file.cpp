#include "daemon/store/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "daemon/core/ledger.h"
#include "daemon/store/refused.h"
#include "shared/os/fd.h"
#include "shared/os/paths.h"

namespace afar::store {
namespace {

constexpr mode_t kMode = 0600;

[[noreturn]] void unavailable(const std::string& tried, int error) {
  throw StorageUnavailable("cannot " + tried + ": " + std::strerror(error));
}

// SQLite refuses symlinks anywhere in a path when asked to; only the file itself must not be one.
std::string with_real_folder(const std::string& path) {
  const std::filesystem::path file(path);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code error;
  const auto real = std::filesystem::canonical(folder, error);
  if (error) unavailable("find the folder of " + path, error.value());
  return (real / file.filename()).string();
}

// A new name in a folder is durable only once the folder is.
void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) unavailable("sync the folder " + folder, errno);
}

// False where something of that name is there already.
bool create(const std::string& path) {
  const UniqueFd fd(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMode));
  if (!fd && errno == EEXIST) return false;
  if (!fd) unavailable("create " + path, errno);
  // The umask may have taken bits away.
  if (::fchmod(fd.get(), kMode) != 0) unavailable("set the mode of " + path, errno);
  sync_folder_of(path);
  return true;
}

void check_existing(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) unavailable("look at " + path, errno);
  if (S_ISLNK(info.st_mode)) {
    throw DatabaseRefused(path +
                          " is a symlink, which is not followed; name the file it points to");
  }
  if (!S_ISREG(info.st_mode))
    throw DatabaseRefused(path + " is not a plain file; name another one");
  if (info.st_uid != ::geteuid()) {
    throw DatabaseRefused(path + " belongs to another user; name another one");
  }
  // A copy put back by hand often comes with the umask's mode.
  if ((info.st_mode & 077) != 0 && ::chmod(path.c_str(), kMode) != 0) {
    unavailable("close " + path + " to other users", errno);
  }
}

}  // namespace

std::string make_private_file(const std::string& path) {
  if (const auto wrong = make_private_folder_of(path)) throw StorageUnavailable(*wrong);
  std::string real = with_real_folder(path);
  if (!create(real)) check_existing(real);
  return real;
}

}  // namespace afar::store
