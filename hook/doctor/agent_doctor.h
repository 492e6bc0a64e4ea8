// What doctor has to know of one agent.
#pragma once
#include <memory>
#include <string_view>

#include "hook/doctor/finding.h"
#include "hook/doctor/patient.h"

namespace afar::doctor {

class AgentDoctor {
 public:
  virtual ~AgentDoctor() = default;
  AgentDoctor() = default;
  AgentDoctor(const AgentDoctor&) = delete;
  AgentDoctor& operator=(const AgentDoctor&) = delete;

  // Whether the agent starts our hook, lets it live long enough, and takes what it says.
  virtual Findings examine(const Patient& patient) const = 0;
};

// nullptr: no agent of that name.
std::unique_ptr<const AgentDoctor> make_agent_doctor(std::string_view agent);

}  // namespace afar::doctor
