#include "hook/agents/claude_code/doctor.h"

#include <algorithm>
#include <filesystem>

#include "hook/agents/claude_code/check_settings.h"
#include "hook/agents/claude_code/doctor_checks.h"
#include "hook/json/raw.h"
#include "hook/setup/places.h"
#include "hook/setup/refused.h"
#include "hook/setup/settings_file.h"

namespace afar::hook::claude_code {
namespace {

using doctor::Findings;

void read_one(SettingsInForce settings, std::vector<SettingsInForce>& all, Findings& findings) {
  try {
    const auto file = setup::read_settings(settings.path);
    if (!file.text) return;
    check_settings(*file.text, settings.path);
    const std::string_view root = settings_object(*file.text);
    settings.hooks_disabled = raw::member(root, "disableAllHooks") == "true";
    settings.only_managed_hooks = raw::member(root, "allowManagedHooksOnly") == "true";
    settings.commands = hook_commands(root);
    for (auto& each : settings.commands) {
      each.groups = each.group = each.entries = each.entry = {};
    }
    all.push_back(std::move(settings));
  } catch (const setup::Refused& refused) {
    findings.push_back(doctor::wrong("settings", refused.what(),
                                     "mend it: Claude Code skips the whole file, hooks and all"));
  }
}

}  // namespace

std::vector<SettingsInForce> settings_in_force(const doctor::Patient& patient, Findings& findings) {
  const std::string project = setup::project_of(patient.folder);
  std::vector<SettingsInForce> all;
  std::vector<std::string> seen;
  const auto read = [&](const std::string& path, bool trusted, bool managed) {
    // At home the project's settings are the user's.
    if (std::find(seen.begin(), seen.end(), path) != seen.end()) return;
    seen.push_back(path);
    SettingsInForce settings;
    settings.path = path;
    settings.trusted = trusted;
    settings.managed = managed;
    read_one(std::move(settings), all, findings);
  };
  read(patient.managed_settings.empty() ? managed_settings_path() : patient.managed_settings, true,
       true);
  if (const auto user = settings_path(setup::Scope::kUser, patient.environment, project)) {
    read(std::filesystem::absolute(*user).string(), true, false);
  }
  for (const auto scope : {setup::Scope::kProject, setup::Scope::kLocal}) {
    read(*settings_path(scope, patient.environment, project), false, false);
  }
  return all;
}

Findings ClaudeCodeDoctor::examine(const doctor::Patient& patient) const {
  Findings findings;
  const auto settings = settings_in_force(patient, findings);
  const auto add = [&](Findings more) {
    for (auto& each : more) findings.push_back(std::move(each));
  };
  add(check_registration(settings));
  add(check_timeouts(settings));
  add(check_rivals(settings));
  add(check_firing(settings, patient));
  add(check_server(patient));
  add(check_client(patient));
  return findings;
}

}  // namespace afar::hook::claude_code
