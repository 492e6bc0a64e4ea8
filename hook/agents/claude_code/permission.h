// A tool's call as a dialog: may it run?
#pragma once
#include <string_view>

#include "shared/dialog/dialog.h"

namespace afar::hook::claude_code {

// Fixed ids, the same on every surface.
inline constexpr std::string_view kAllow = "allow";
inline constexpr std::string_view kDeny = "deny";
inline constexpr std::string_view kDenyAndStop = "deny_and_stop";

// `input` is the tool's input as JSON text. The title names the tool and what it acts on; the body
// shows all of the input, nothing cut: the command first where there is one, then the other fields
// in their order. `suggestions` as in suggestions.h; empty: there are none.
Content permission_content(std::string_view tool, std::string_view input,
                           std::string_view suggestions = {});

}  // namespace afar::hook::claude_code
