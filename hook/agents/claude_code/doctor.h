// Whether Claude Code starts our hook, lets it live long enough, and is a release that is known.
#pragma once
#include "hook/doctor/agent_doctor.h"

namespace afar::hook::claude_code {

class ClaudeCodeDoctor final : public doctor::AgentDoctor {
 public:
  doctor::Findings examine(const doctor::Patient& patient) const override;
};

}  // namespace afar::hook::claude_code
