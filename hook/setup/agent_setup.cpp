#include "hook/setup/agent_setup.h"

#include "hook/agents/claude_code/claude_code.h"
#include "hook/agents/claude_code/setup.h"

namespace afar::setup {

std::unique_ptr<const AgentSetup> make_agent_setup(std::string_view agent) {
  if (agent == hook::claude_code::kName)
    return std::make_unique<hook::claude_code::ClaudeCodeSetup>();
  return nullptr;
}

}  // namespace afar::setup
