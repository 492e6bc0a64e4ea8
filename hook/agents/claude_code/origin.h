// Who asks, as Claude Code's environment and the fields common to its events tell.
#pragma once
#include "shared/dialog/dialog.h"
#include "shared/dialog/fields.h"
#include "shared/os/paths.h"

namespace afar::hook::claude_code {

// In the environment of a run that afar resumed with words for it: the dialog they are about.
inline constexpr const char* kDelivery = "AFAR_DELIVERY";

// Throws BadField where a field has the wrong type, or no session is named. `host` stays empty: it
// is the machine's, not the event's.
Origin origin_of(const Environment& environment, const Fields& event);

// The client's version in AI_AGENT, "claude-code_2-1-197_harness": "2.1.197". Empty where it says
// none.
std::string version_in(std::string_view ai_agent);

}  // namespace afar::hook::claude_code
