// Claude Code's transcript: a line of JSON per block of a message. Not a documented format: what
// cannot be understood is passed over.
//
// The client writes it lazily, up to 0.12 s behind its own hooks (seen on 2.1.197 and 2.1.332): at
// the start of a hook its own call is mostly not there yet, nor the file of a new session.
#pragma once
#include <optional>
#include <string_view>

#include "hook/agents/agent.h"

namespace afar::hook::claude_code {

// What the end of the transcript tells about the call of this event; nullopt: the call is not in
// it.
std::optional<Recalled> recall_call(const Ask& ask, std::string_view tail);

}  // namespace afar::hook::claude_code
