// The listening socket: folder 0700, socket 0600, a stale one replaced, a living one left alone; or
// one that a service manager bound and handed over (systemd's LISTEN_FDS).
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>

#include "shared/os/fd.h"
#include "shared/os/paths.h"

namespace afar {

class Listener {
 public:
  // Binds the path. Throws std::runtime_error with what was tried and what to do.
  static Listener bind(const std::string& path);
  // The socket that this process inherited, where it did (LISTEN_PID is ours, LISTEN_FDS at least
  // 1). Throws where what was inherited is no listening unix socket.
  static std::optional<Listener> inherited(const Environment& environment);

  // Non-blocking. The caller takes it over.
  int release() { return fd_.release(); }
  const std::string& path() const { return path_; }
  // Whether the path leads elsewhere or nowhere by now (a runtime folder may be removed at logout).
  bool lost() const;
  // Takes the socket's name out of the file system, unless it is somebody else's: the service
  // manager's, or a later daemon's.
  void remove_name() const;

 private:
  Listener(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  UniqueFd fd_;
  std::string path_;
  bool of_service_manager_ = false;
  // The name's identity in the file system when it was bound.
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace afar
