// ExitPlanMode as a dialog: is the plan approved?
#pragma once
#include <nlohmann/json_fwd.hpp>
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
// one there is nothing that feedback could be added to, and no option for it. `takes_permissions`:
// the mode that follows can be set together with the approval. PreToolUse has no place for that; it
// has one for feedback, plan or no plan.
Content plan_content(const Fields& input, bool takes_permissions = true);

// Where PostToolUse (the event) has the plan: newer clients leave it out of the tool's input there,
// and give it as its result.
const nlohmann::json& plan_in(const nlohmann::json& event);

// EnterPlanMode: nothing that a person chooses, only a rule can refuse it.
Content plan_entry_content();

// The input (JSON text) with a section more at the end of its plan, else byte for byte as it was.
// Empty where there is no plan to add to.
std::string with_section(std::string_view input, std::string_view title, const std::string& text);
// The input with this plan in the place of its own. Empty where it has none.
std::string with_plan(std::string_view input, const std::string& plan);

}  // namespace afar::hook::claude_code
