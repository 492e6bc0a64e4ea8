// The parts of Claude Code's doctor. They look at settings that were read before.
#pragma once
#include <string>
#include <vector>

#include "hook/agents/claude_code/settings.h"
#include "hook/doctor/finding.h"
#include "hook/doctor/patient.h"

namespace afar::hook::claude_code {

// One settings file that counts for a session started in the patient's folder.
struct SettingsInForce {
  std::string path;
  // Written by the person or an administrator; a project's may be anybody's.
  bool trusted = false;
  bool managed = false;
  bool hooks_disabled = false;
  bool only_managed_hooks = false;
  std::vector<HookCommand> commands;  // without their views
};

// Reads them; one that cannot be used is a finding, since the client skips it.
std::vector<SettingsInForce> settings_in_force(const doctor::Patient& patient,
                                               doctor::Findings& findings);

// Whether the hook stands there for all that it is needed for, once, and nothing keeps hooks from
// running.
doctor::Findings check_registration(const std::vector<SettingsInForce>& settings);
// Whether the client gives it the time that it counts on.
doctor::Findings check_timeouts(const std::vector<SettingsInForce>& settings);
// Hooks of other programs that answer the same questions.
doctor::Findings check_rivals(const std::vector<SettingsInForce>& settings);
// Whether what is registered can be started, is of this release, and does what a hook should. Runs
// it with simulated events.
doctor::Findings check_firing(const std::vector<SettingsInForce>& settings,
                              const doctor::Patient& patient);
// Whether afar-mcp, where it is registered, can be started and is given the time that it counts on.
doctor::Findings check_server(const doctor::Patient& patient);
// The client's version.
doctor::Findings check_client(const doctor::Patient& patient);

}  // namespace afar::hook::claude_code
