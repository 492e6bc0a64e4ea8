// The signals by which a client ends its server, as something to poll. One per process.
#pragma once
#include "shared/os/pipe.h"

namespace afar::mcp {

class EndSignals {
 public:
  // Takes over SIGTERM, SIGINT and SIGHUP. Throws std::runtime_error.
  EndSignals();
  int fd() const { return pipe_.reads.get(); }

 private:
  Pipe pipe_;
};

}  // namespace afar::mcp
