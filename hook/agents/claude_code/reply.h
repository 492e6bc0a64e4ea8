// An outcome in Claude Code's words: the JSON that PreToolUse and PermissionRequest take.
#pragma once
#include "hook/agents/agent.h"

namespace afar::hook::claude_code {

Reply reply_to(const Ask& ask, const OpenResult& result);

}  // namespace afar::hook::claude_code
