// The tool to name in `claude -p --permission-prompt-tool mcp__afar__permission_prompt`.
#pragma once
#include "hook/mcp/tool.h"

namespace afar::mcp {

class PermissionPrompt final : public Tool {
 public:
  std::string_view name() const override { return "permission_prompt"; }
  nlohmann::json description() const override;
  std::optional<ToolReply> call(const ToolCall& call, const Desk& desk,
                                hook::AgentWatch& watch) const override;
};

// How long the client waits for a tool, from its own variable MCP_TOOL_TIMEOUT (milliseconds).
Milliseconds host_limit(const Environment& environment);

}  // namespace afar::mcp
