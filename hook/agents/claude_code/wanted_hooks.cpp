#include "hook/agents/claude_code/wanted_hooks.h"

namespace afar::hook::claude_code {

std::vector<WantedHook> wanted_hooks(bool permissions) {
  constexpr std::string_view kAsking = "AskUserQuestion|ExitPlanMode|EnterPlanMode";
  // EnterPlanMode asks no permission.
  constexpr std::string_view kRacing = "AskUserQuestion|ExitPlanMode";
  constexpr std::string_view kAll = "*";
  std::vector<WantedHook> wanted{
      // Every call passes here, so that a rule can hold up or refuse it before it runs.
      {"PreToolUse", permissions ? kAll : kAsking, true},
      {"PermissionRequest", permissions ? kAll : kRacing, true, permissions},
      // How a dialog ended in the terminal.
      {"PostToolUse", permissions ? kAll : kAsking, false},
      {"UserPromptSubmit", "", false},
      {"Stop", "", false},
      {"SubagentStop", "", false},
      {"SessionStart", "", false},
      {"SessionEnd", "", false},
      {"Elicitation", "", true},
      {"ElicitationResult", "", false},
      // That the client waits for its person.
      {"Notification", "", false},
      {"Stop", "", false, false, true},
      {"SessionStart", "", false, false, true},
  };
  // A call that was allowed and then failed.
  if (permissions) wanted.push_back({"PostToolUseFailure", kAll, false});
  return wanted;
}

}  // namespace afar::hook::claude_code
