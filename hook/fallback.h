// What the agent is told where the daemon cannot decide: the operator's choice by --if-unavailable,
// or the rule's own, told in dialog.opened while the daemon still lived. Pure but for the spool.
#pragma once
#include <optional>
#include <string>

#include "hook/options.h"
#include "shared/dialog/request.h"

namespace afar::hook {

// The outcome that --if-unavailable asks for. The default is the recommended options, else the
// first (shared/dialog/defaults.h); where there is none, it is a refusal that says so.
OpenResult unavailable_result(IfUnavailable wanted, const OpenRequest& request, WallTime now);

// One line in the state directory's spool, which the daemon puts on record when it is back:
// {"at","agent","session","subagent","call","tool","dialog","state","rule","why","message",
// "answers","stop","parked"}. false where it cannot be written, or has grown beyond what a dead
// daemon's absence explains.
bool append_to_spool(const std::string& state_dir, const OpenRequest& request,
                     const OpenResult& result, const std::string& why);

// The same for a prompt of the person's: {"agent","at","event":"prompt","session"}. An answer that
// comes after it is stale, whether or not a daemon was there to see it.
bool spool_prompt(const std::string& state_dir, const Origin& origin, WallTime at);

}  // namespace afar::hook
