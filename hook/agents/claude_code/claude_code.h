// Claude Code's hooks: one event as JSON on stdin, its decision as JSON on stdout.
#pragma once
#include "hook/agents/agent.h"

namespace afar::hook::claude_code {

inline constexpr std::string_view kName = "claude-code";

class ClaudeCode final : public Agent {
 public:
  Event read(const Environment& environment, std::string_view input) const override;
  std::optional<Recalled> recall(const Ask& ask, std::string_view tail) const override;
  std::string write_context(const SessionEvent& event,
                            const std::vector<LateWords>& words) const override;
  Reply write(const Ask& ask, const OpenResult& result) const override;
};

}  // namespace afar::hook::claude_code
