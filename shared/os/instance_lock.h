// The lock beside the database: held for life by the one living daemon, and telling where it
// listens.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "shared/os/fd.h"

namespace afar {

class InstanceLock {
 public:
  // nullopt: somebody else holds it. Throws std::runtime_error where the file cannot be opened.
  static std::optional<InstanceLock> try_acquire(const std::string& path);

  // Writes who we are into the file, for holder_of().
  void publish(std::int64_t pid, const std::string& socket);

 private:
  explicit InstanceLock(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;
};

struct LockHolder {
  std::int64_t pid = 0;
  std::string socket;
};
// What the lock file says, whether its writer still lives or not: connecting tells. nullopt: no
// file, or nothing readable in it.
std::optional<LockHolder> holder_of(const std::string& path);

}  // namespace afar
