#include "hook/setup/agent_setup.h"

#include "hook/agents/claude_code/claude_code.h"
#include "hook/agents/claude_code/setup.h"
#include "hook/setup/server_setup.h"

namespace afar::setup {

std::unique_ptr<const AgentSetup> make_agent_setup(std::string_view agent) {
  if (agent == hook::claude_code::kName)
    return std::make_unique<hook::claude_code::ClaudeCodeSetup>();
  return make_server_setup(agent);
}

const std::vector<std::string_view>& agent_setup_names() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names{hook::claude_code::kName};
    const auto& others = server_setup_names();
    names.insert(names.end(), others.begin(), others.end());
    return names;
  }();
  return kNames;
}

std::string known_agents() {
  std::string known;
  for (const auto name : agent_setup_names()) {
    if (!known.empty()) known += ", ";
    known += name;
  }
  return known;
}

}  // namespace afar::setup
