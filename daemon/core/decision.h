// What an agent is told where policy decides in the person's place. Pure.
#pragma once
#include <optional>

#include "daemon/core/ruling.h"
#include "shared/dialog/dialog.h"
#include "shared/dialog/request.h"

namespace afar {

// The dialog that is decided about, and where its agent stands.
struct Undecided {
  const DialogId& id;
  DialogKind kind;
  const Content& content;
  Phase phase = Phase::kBefore;
  bool can_defer = false;
  const Answer& given;  // by the person, so far
};

// `waited`: how long the person had; absent where policy decides at once. A default that does not
// exist becomes a refusal that says so. Parking is told as deferred where the host can end its run,
// as left beside the agent's own dialog, else as a refusal that says that it can be asked again.
OpenResult decide_by_policy(OnTimeout what, const Undecided& dialog, const Ruling& ruling,
                            WallTime at, std::optional<Milliseconds> waited);

}  // namespace afar
