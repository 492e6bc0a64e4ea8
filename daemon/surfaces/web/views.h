// Dialogs as the page gets them: those that a rule shows there, their secrets masked, with the
// waiters of the moment. In a turn.
#pragma once
#include <optional>
#include <string>

#include "daemon/surfaces/reception.h"
#include "daemon/turn/commit_turns.h"

namespace afar::web {

// nullopt: it is not shown on the page.
std::optional<Dialog> view_of(const Reception& reception, const DialogRecord& record, WallTime now);
std::string view_text(const Broker& broker, Dialog dialog);

}  // namespace afar::web
