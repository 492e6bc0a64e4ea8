// The daemon's errors as the exit codes and messages of the command line.
#pragma once
#include "daemon/cli/failure.h"
#include "shared/dialog/dialog.h"
#include "shared/rpc/client.h"

namespace afar::cli {

Failure failure_of(const rpc::CallFailed& failed, WallTime now);

// "tbxkq is answered already: ... Nothing changed.", with exit code 4.
Failure already_ended(const Dialog& dialog, WallTime now);

}  // namespace afar::cli
