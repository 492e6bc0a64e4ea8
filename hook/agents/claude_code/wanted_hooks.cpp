#include "hook/agents/claude_code/wanted_hooks.h"

namespace afar::hook::claude_code {

std::vector<WantedHook> wanted_hooks(bool permissions) {
  constexpr std::string_view kAsking = "AskUserQuestion|ExitPlanMode|EnterPlanMode";
  // EnterPlanMode asks no permission.
  constexpr std::string_view kRacing = "AskUserQuestion|ExitPlanMode";
  constexpr std::string_view kAll = "*";
  return {
      {"PreToolUse", kAsking, true},
      {"PermissionRequest", permissions ? kAll : kRacing, true},
      // How a dialog ended in the terminal.
      {"PostToolUse", permissions ? kAll : kAsking, false},
      {"UserPromptSubmit", "", false},
      {"Stop", "", false},
      {"SubagentStop", "", false},
      {"SessionStart", "", false},
      {"SessionEnd", "", false},
      {"Elicitation", "", true},
      {"ElicitationResult", "", false},
  };
}

}  // namespace afar::hook::claude_code
