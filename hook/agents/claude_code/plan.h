// ExitPlanMode as a dialog: is the plan approved?
#pragma once
#include <string>
#include <string_view>

#include "shared/dialog/dialog.h"
#include "shared/dialog/fields.h"

namespace afar::hook::claude_code {

inline constexpr std::string_view kPlanTool = "ExitPlanMode";

inline constexpr std::string_view kAccept = "accept";
inline constexpr std::string_view kAcceptEdits = "accept_edits";
inline constexpr std::string_view kAcceptWithFeedback = "accept_with_feedback";
inline constexpr std::string_view kReject = "reject";

// `input`: the tool's. Newer clients send a plan only where the agent wrote it to a file; without
// one there is nothing that feedback could be added to, and no option for it.
Content plan_content(const Fields& input);

// The input (JSON text) with a section more at the end of its plan, else byte for byte as it was.
// Empty where there is no plan to add to.
std::string with_section(std::string_view input, std::string_view title, const std::string& text);

}  // namespace afar::hook::claude_code
