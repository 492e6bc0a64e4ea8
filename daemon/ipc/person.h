// Calls that only a person may make: where an agent is seen to be the caller they are refused.
#pragma once
#include <functional>

#include "daemon/ipc/call.h"
#include "daemon/turn/commit_turns.h"

namespace afar {

// Whoever has this uid and is no agent.
Decider owner_at_cli();

// Runs `change` unless an agent is seen to be the caller; that is refused, and goes on record where
// it was about a dialog. `id`: which; empty: none.
CommitTurns::Work for_person(const Call& call, const DialogId& id,
                             std::function<void(CommitTurns::Job&)> change);

}  // namespace afar
