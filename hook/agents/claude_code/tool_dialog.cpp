#include "hook/agents/claude_code/tool_dialog.h"

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/permission.h"
#include "hook/agents/claude_code/plan.h"

namespace afar::hook::claude_code {

DialogKind kind_of_tool(std::string_view tool) {
  if (tool == kQuestionTool) return DialogKind::kUserQuestion;
  if (tool == kPlanTool) return DialogKind::kPlanApproval;
  if (tool == kPlanEntryTool) return DialogKind::kPlanEntry;
  return DialogKind::kPermission;
}

Asked asked_by(DialogKind kind, const ToolCall& call) {
  switch (kind) {
    case DialogKind::kUserQuestion:
      return asked_of(call.input, call.raw_input);
    case DialogKind::kPlanApproval:
      return {plan_content(Fields(call.input, "tool_input"), call.takes_permissions),
              std::string(call.raw_input)};
    case DialogKind::kPlanEntry:
      return {plan_entry_content(), std::string(call.raw_input)};
    case DialogKind::kPermission:
    case DialogKind::kElicitation:
      break;
  }
  return {permission_content(call.tool, call.raw_input, call.suggestions),
          std::string(call.raw_input)};
}

}  // namespace afar::hook::claude_code
