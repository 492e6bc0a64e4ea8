#include "hook/mcp/tools.h"

#include "hook/mcp/permission_prompt.h"

namespace afar::mcp {

const std::vector<const Tool*>& tools() {
  static const PermissionPrompt permission_prompt;
  static const std::vector<const Tool*> all{&permission_prompt};
  return all;
}

const Tool* find_tool(std::string_view name) {
  for (const Tool* tool : tools()) {
    if (tool->name() == name) return tool;
  }
  return nullptr;
}

}  // namespace afar::mcp
