// Registers afar-hook in Claude Code's settings, in the form that needs no shell.
#pragma once
#include "hook/setup/agent_setup.h"

namespace afar::hook::claude_code {

class ClaudeCodeSetup final : public setup::AgentSetup {
 public:
  setup::Target target(setup::Scope scope, const Environment& environment,
                       const std::string& folder) const override;
  void check(const std::string& text, const std::string& file) const override;
  setup::Edited with_hook(const std::string& text, const std::string& hook,
                          bool permissions) const override;
  setup::Edited without_hook(const std::string& text) const override;
  setup::Part server(setup::Scope scope, const Environment& environment, const std::string& folder,
                     const std::string& program) const override;
  std::string obstacle(const std::string& text) const override;
};

}  // namespace afar::hook::claude_code
