#include "tests/integration/plugin_stage.h"

#include <algorithm>

#include "tests/integration/wait.h"

namespace afar::test {

void PluginTest::until_recorded(const std::string& id, const std::string& kind, long count) {
  Operator person = stage_.connect();
  EXPECT_TRUE(until(std::to_string(count) + " lines " + kind, [&] {
    const auto kinds = person.audit_kinds(id);
    return std::count(kinds.begin(), kinds.end(), kind) >= count;
  }));
}

Event asking_all(const std::vector<Asking>& questions) {
  Event event = before("s-1", "toolu_1");
  event["tool_input"]["questions"] = Event::array();
  for (const auto& [text, multi_select, labels] : questions) {
    Event options = Event::array();
    for (const auto& label : labels) options.push_back({{"label", label}, {"description", ""}});
    event["tool_input"]["questions"].push_back({{"question", text},
                                                {"header", text.substr(0, 4)},
                                                {"options", options},
                                                {"multiSelect", multi_select}});
  }
  return event;
}

Event plan_of_headless() {
  Event event = captured("claude-code-2.1.197", "PreToolUse-plan-ExitPlanMode.json");
  event["tool_input"]["plan"] = "## Cache\n1. Write tests";
  return event;
}

Event permission_for(const std::string& command) {
  Event event = captured("claude-code-2.1.332", "PermissionRequest-bash-Bash.json");
  event["tool_input"] = {{"command", command}};
  event.erase("permission_suggestions");
  return event;
}

}  // namespace afar::test
