// One dialog as a card: who asks, what, what can be chosen, what became of it, how to answer it.
#pragma once
#include <iosfwd>

#include "daemon/cli/surroundings.h"
#include "shared/dialog/dialog.h"

namespace afar::cli {

void print_card(const Dialog& dialog, WallTime now, Console& console);

}  // namespace afar::cli
