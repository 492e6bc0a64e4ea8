#include "hook/doctor/agent_doctor.h"

#include "hook/agents/claude_code/claude_code.h"
#include "hook/agents/claude_code/doctor.h"
#include "hook/doctor/server_doctor.h"

namespace afar::doctor {

std::unique_ptr<const AgentDoctor> make_agent_doctor(std::string_view agent) {
  if (agent == hook::claude_code::kName) {
    return std::make_unique<hook::claude_code::ClaudeCodeDoctor>();
  }
  if (setup::make_server_setup(agent)) return std::make_unique<ServerDoctor>(agent);
  return nullptr;
}

}  // namespace afar::doctor
