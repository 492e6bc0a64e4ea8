// Two connected ends, closed on exec.
#pragma once
#include <sys/socket.h>

#include <stdexcept>

#include "shared/os/fd.h"

namespace afar::test {

struct SocketPair {
  explicit SocketPair(int type) {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) {
      throw std::runtime_error("socketpair failed");
    }
    ours = UniqueFd(ends[0]);
    theirs = UniqueFd(ends[1]);
  }
  UniqueFd ours;
  UniqueFd theirs;
};

}  // namespace afar::test
