#include "hook/setup/settings_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "hook/setup/refused.h"
#include "hook/streams.h"
#include "shared/os/fd.h"

namespace afar::setup {
namespace {

namespace fs = std::filesystem;

// Settings are some kB. What is larger is no settings file, and would be copied at every change.
constexpr std::size_t kSettingsBytesMax = 4u * 1024 * 1024;

[[noreturn]] void refuse(const std::string& what, int error) {
  throw Refused(what + ": " + std::strerror(error));
}

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().string(); }

// Where symlinks lead; the path itself where there is nothing, or no symlink.
std::string resolved(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return path;
  std::error_code error;
  const auto real = fs::canonical(path, error);
  if (!error) return real.string();
  throw Refused(path + " is a symlink that leads nowhere (" + error.message() +
                "); make the file that it names, or remove it");
}

void read_plain_file(SettingsFile& file) {
  // Non-blocking: the name may be a pipe's.
  const UniqueFd fd(::open(file.real.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  if (!fd && errno == ENOENT) return;
  if (!fd) refuse("cannot open " + file.path, errno);
  if (::fstat(fd.get(), &file.info) != 0) refuse("cannot look at " + file.path, errno);
  if (!S_ISREG(file.info.st_mode)) {
    throw Refused(file.path + " is no plain file; move it away, and run this again");
  }
  try {
    file.text = hook::read_all(fd.get(), kSettingsBytesMax);
  } catch (const std::runtime_error& failed) {
    throw Refused("cannot read " + file.path + ": " + failed.what());
  }
  if (file.text) return;
  throw Refused(file.path + " is larger than 4 MiB, which no settings are; look what it is");
}

void check_unchanged(const SettingsFile& file) {
  struct stat now {};
  const bool there = ::lstat(file.real.c_str(), &now) == 0;
  const bool same =
      there == file.text.has_value() &&
      (!there || (now.st_ino == file.info.st_ino && now.st_size == file.info.st_size &&
                  now.st_mtime == file.info.st_mtime));
  if (!same) {
    throw Refused(file.path + " was changed by another program just now; run this again");
  }
}

void sync_folder(const std::string& folder) {
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd) ::fsync(fd.get());
}

// A new file, complete and on the disk; gone again unless it gets its final name.
class NewFile {
 public:
  NewFile(const std::string& like, const std::string& text, mode_t mode) : name_(like + ".XXXXXX") {
    const UniqueFd fd(::mkostemp(name_.data(), O_CLOEXEC));
    if (!fd) {
      const int error = errno;
      name_.clear();
      refuse("cannot create a file in " + folder_of(like), error);
    }
    const bool done =
        hook::write_all(fd.get(), text) && ::fchmod(fd.get(), mode) == 0 && ::fsync(fd.get()) == 0;
    if (done) return;
    const int error = errno;
    discard();
    refuse("cannot write " + like, error);
  }
  ~NewFile() { discard(); }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void rename_to(const std::string& path) {
    if (::rename(name_.c_str(), path.c_str()) != 0) refuse("cannot replace " + path, errno);
    name_.clear();
    sync_folder(folder_of(path));
  }

 private:
  void discard() {
    if (!name_.empty()) ::unlink(name_.c_str());
    name_.clear();
  }
  std::string name_;
};

mode_t mode_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// "20261130T140615Z".
std::string stamp(WallTime now) {
  std::string text = to_rfc3339(now).substr(0, 19);
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '-' || c == ':'; }),
             text.end());
  return text + "Z";
}

}  // namespace

SettingsFile read_settings(const std::string& path) {
  SettingsFile file;
  file.path = path;
  file.real = resolved(path);
  read_plain_file(file);
  return file;
}

SettingsFile read_settings_to_change(const std::string& path) {
  SettingsFile file = read_settings(path);
  if (!file.text) return file;
  if (file.info.st_uid != ::geteuid()) {
    throw Refused(path + " belongs to another user; run this as that user");
  }
  // Asked of the mode too: root may write everything.
  if ((file.info.st_mode & 0200) == 0 || ::access(file.real.c_str(), W_OK) != 0) {
    throw Refused(path + " is not writable; chmod u+w it if it may be changed");
  }
  return file;
}

std::string keep_copy(const SettingsFile& file, WallTime now) {
  NewFile copy(file.path, *file.text, file.info.st_mode & 07777);
  const std::string name = file.path + ".afar-backup-" + stamp(now);
  std::string unused = name;
  for (int number = 2; ::access(unused.c_str(), F_OK) == 0; ++number) {
    unused = name + "-" + std::to_string(number);
  }
  copy.rename_to(unused);
  return unused;
}

void replace_settings(const SettingsFile& file, const std::string& text) {
  std::error_code error;
  fs::create_directories(folder_of(file.real), error);
  if (error) throw Refused("cannot create " + folder_of(file.real) + ": " + error.message());
  const mode_t new_mode = file.closed ? 0600 : mode_of_new_files();
  const mode_t mode = file.text ? file.info.st_mode & 07777 : new_mode;
  NewFile written(file.real, text, mode);
  check_unchanged(file);
  written.rename_to(file.real);
}

void remove_settings(const SettingsFile& file) {
  check_unchanged(file);
  if (::unlink(file.real.c_str()) != 0) refuse("cannot remove " + file.path, errno);
  sync_folder(folder_of(file.real));
}

}  // namespace afar::setup
