#include "tests/fault/small_disk.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "shared/os/fd.h"

namespace afar::test {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

std::string filler_on(const std::string& disk) { return disk + "/filler"; }

}  // namespace

SmallDisk::SmallDisk(std::size_t bytes) : path_("/tmp/disk-XXXXXX") {
  if (::mkdtemp(path_.data()) == nullptr) fail("cannot create " + path_);
  const std::string size = "mode=0700,size=" + std::to_string(bytes);
  if (::mount("tmpfs", path_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, size.c_str()) != 0) {
    fail("cannot mount " + path_);
  }
}

SmallDisk::~SmallDisk() {
  // Whatever still holds a file on it holds it without a name.
  ::umount2(path_.c_str(), MNT_DETACH);
  ::rmdir(path_.c_str());
}

std::size_t SmallDisk::bytes_free() const {
  struct statvfs info {};
  if (::statvfs(path_.c_str(), &info) != 0) fail("cannot look at " + path_);
  return info.f_bavail * info.f_bsize;
}

void SmallDisk::fill_but(std::size_t bytes) {
  const UniqueFd filler(::open(filler_on(path_).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  if (!filler) fail("cannot create the filler");
  for (;;) {
    const off_t end = ::lseek(filler.get(), 0, SEEK_END);
    const std::size_t left = bytes_free();
    if (left <= bytes) return;
    const int error = ::posix_fallocate(filler.get(), end, static_cast<off_t>(left - bytes));
    // Somebody else took some of it meanwhile.
    if (error == 0 || error == ENOSPC) continue;
    errno = error;
    fail("cannot fill " + path_);
  }
}

void SmallDisk::free() {
  if (::unlink(filler_on(path_).c_str()) != 0) fail("cannot free " + path_);
}

void SmallDisk::make_read_only(bool read_only) {
  unsigned long flags = MS_REMOUNT | MS_NOSUID | MS_NODEV;
  if (read_only) flags |= MS_RDONLY;
  if (::mount(nullptr, path_.c_str(), nullptr, flags, nullptr) != 0) {
    fail("cannot remount " + path_);
  }
}

}  // namespace afar::test
