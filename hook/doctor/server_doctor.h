// Doctor of the agents that take nothing of ours but the MCP server.
#pragma once
#include <string>

#include "hook/doctor/agent_doctor.h"
#include "hook/setup/server_setup.h"

namespace afar::doctor {

class ServerDoctor final : public AgentDoctor {
 public:
  explicit ServerDoctor(std::string_view agent) : agent_(agent) {}
  Findings examine(const Patient& patient) const override;

 private:
  std::string agent_;
};

// The same for all of them, but silent of those that do not have it.
Findings check_servers(const Patient& patient);

}  // namespace afar::doctor
