// The words of a card that are the same on every surface. Pure.
#pragma once
#include <string>

#include "shared/dialog/dialog.h"

namespace afar {

// "claude-code · shop-api · 0f3a2b1c · subagent explorer", on one line.
std::string who_asks_line(const Dialog& dialog);
// "✅ SQLite file cache — ann, Telegram, 14:02", on one line; empty while it is open.
std::string ending_line(const Dialog& dialog, WallTime now);

}  // namespace afar
