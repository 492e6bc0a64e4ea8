#include "hook/agents/agent.h"

#include "hook/agents/claude_code/claude_code.h"

namespace afar::hook {

std::unique_ptr<const Agent> make_agent(std::string_view name) {
  if (name == claude_code::kName) return std::make_unique<claude_code::ClaudeCode>();
  return nullptr;
}

std::string_view agent_names() { return claude_code::kName; }

}  // namespace afar::hook
