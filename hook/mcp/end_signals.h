// The signals by which a client ends its server, as something to poll. One per process.
#pragma once
#include "shared/os/fd.h"

namespace afar::mcp {

class EndSignals {
 public:
  // Takes over SIGTERM, SIGINT and SIGHUP. Throws std::runtime_error.
  EndSignals();
  int fd() const { return reads_.get(); }

 private:
  UniqueFd reads_;
  UniqueFd writes_;
};

}  // namespace afar::mcp
