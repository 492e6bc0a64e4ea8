// What the agents that take our MCP server alone have of it in their configuration.
#include <unistd.h>

#include "hook/doctor/server_doctor.h"
#include "hook/setup/refused.h"
#include "hook/setup/settings_file.h"

namespace afar::doctor {
namespace {

using setup::Scope;

std::string in_words(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + " s";
}

Finding judge(const setup::RegisteredServer& server, const std::string& file,
              const std::string& agent, const std::string& remedy) {
  const std::string who = agent + ": the MCP server afar in " + file;
  if (server.program.front() == '/' && ::access(server.program.c_str(), X_OK) != 0) {
    return wrong("mcp", who + " is " + server.program + ", which cannot be started", remedy);
  }
  if (server.call_timeout_s && *server.call_timeout_s < setup::kCallSeconds) {
    return wrong("mcp",
                 who + " has a timeout of " + in_words(*server.call_timeout_s) +
                     ", but a call waits for an answer up to " + in_words(setup::kCallSeconds),
                 remedy);
  }
  if (server.disabled) return warning("mcp", who + " is switched off", remedy);
  return fine("mcp", who + " is " + server.program);
}

Findings look_at(const setup::ServerSetup& setup, const std::string& agent, Scope scope,
                 const Patient& patient) {
  const std::string remedy = "afar setup " + agent + " --mcp" +
                             (scope == Scope::kProject ? " --scope project" : "");
  try {
    const std::string file = setup.target(scope, patient.environment, patient.folder).file;
    const auto read = setup::read_settings(file);
    // What is not ours to read is not ours to complain of.
    if (!read.text || read.text->find("afar-mcp") == std::string::npos) return {};
    const auto server = setup.registered(*read.text, file);
    return server ? Findings{judge(*server, file, agent, remedy)} : Findings{};
  } catch (const setup::Refused& refused) {
    return {wrong("mcp", agent + ": " + refused.what(), "mend it: " + agent +
                                                            " cannot read it either")};
  }
}

Findings look_at_all(std::string_view agent, const Patient& patient) {
  const auto setup = setup::make_server_setup(agent);
  Findings all = look_at(*setup, std::string(agent), Scope::kUser, patient);
  for (auto& each : look_at(*setup, std::string(agent), Scope::kProject, patient)) {
    // At home the project's file may be the person's own.
    if (all.empty() || all.front().what != each.what) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace

Findings check_servers(const Patient& patient) {
  Findings all;
  for (const auto agent : setup::server_setup_names()) {
    for (auto& each : look_at_all(agent, patient)) all.push_back(std::move(each));
  }
  return all;
}

Findings ServerDoctor::examine(const Patient& patient) const {
  Findings all = look_at_all(agent_, patient);
  if (!all.empty()) return all;
  return {warning("mcp", agent_ + " does not know the MCP server afar-mcp",
                  "afar setup " + agent_ + " --mcp")};
}

}  // namespace afar::doctor
