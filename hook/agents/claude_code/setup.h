// Registers afar-hook in Claude Code's settings, in the form that needs no shell.
#pragma once
#include "hook/setup/agent_setup.h"

namespace afar::hook::claude_code {

class ClaudeCodeSetup final : public setup::AgentSetup {
 public:
  bool has_hook() const override { return true; }
  std::optional<setup::Part> hook(setup::Scope scope, const Environment& environment,
                                  const std::string& folder, const std::string& program,
                                  bool permissions) const override;
  setup::Part server(setup::Scope scope, const Environment& environment, const std::string& folder,
                     const std::string& program) const override;
  std::string obstacle(const std::string& text) const override;

  // The file of a scope. Throws Refused where it cannot be told.
  setup::Target target(setup::Scope scope, const Environment& environment,
                       const std::string& folder) const;
  // The text, which was checked (empty: there is no file yet), with this hook registered, and with
  // no other registration of ours.
  setup::Edited with_hook(const std::string& text, const std::string& hook, bool permissions) const;
  setup::Edited without_hook(const std::string& text) const;
};

}  // namespace afar::hook::claude_code
