// What the client's own configuration says of afar-mcp.
#include <unistd.h>

#include <filesystem>

#include "hook/agents/claude_code/doctor_checks.h"
#include "hook/agents/claude_code/server_text.h"
#include "hook/setup/places.h"
#include "hook/setup/refused.h"
#include "hook/setup/settings_file.h"

namespace afar::hook::claude_code {
namespace {

using doctor::Findings;

// The client's own, where nothing else is said; it passes over what is under a second.
constexpr std::int64_t kUsualMs = 100'000'000;
constexpr std::int64_t kLeastMs = 1000;

std::string remedy_for(setup::Scope scope) {
  std::string command = "afar setup claude-code --mcp";
  if (scope == setup::Scope::kProject) command += " --scope project";
  if (scope == setup::Scope::kLocal) command += " --scope local";
  return command;
}

std::string in_words(std::int64_t ms) {
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

Findings judge(const ServerEntry& server, const std::string& file, const std::string& remedy) {
  const std::string who = "the MCP server afar in " + file;
  if (::access(server.command.c_str(), X_OK) != 0 && server.command.front() == '/') {
    return {
        doctor::wrong("mcp", who + " is " + server.command + ", which cannot be started", remedy)};
  }
  const bool has_timeout = server.timeout_ms && *server.timeout_ms >= kLeastMs;
  const std::int64_t limit = has_timeout ? *server.timeout_ms : kUsualMs;
  const std::string has =
      who + (has_timeout ? " has a timeout of " + in_words(limit)
                         : " has no timeout, which means " + in_words(kUsualMs));
  const std::int64_t counted = server.counted_ms.value_or(kUsualMs);
  if (limit < counted) {
    return {doctor::wrong("mcp",
                          has + ", but afar-mcp counts on " + in_words(counted) +
                              ": Claude Code ends the call before it is answered",
                          remedy)};
  }
  if (std::min(limit, counted) < kServerTimeoutMs) {
    return {doctor::warning("mcp", has + ": what it asks waits no longer than that", remedy)};
  }
  return {doctor::fine("mcp", who + " waits for a week")};
}

Findings look_at(setup::Scope scope, const doctor::Patient& patient) {
  const auto place = server_place(scope, patient.environment, setup::project_of(patient.folder));
  if (!place) return {};
  try {
    const auto file = setup::read_settings(place->file);
    // What is not ours to read is not ours to complain of.
    if (!file.text || file.text->find("afar-mcp") == std::string::npos) return {};
    setup::JsonCheck(*file.text, place->file).objects_along(place->path);
    const auto server = server_entry(*file.text, *place);
    if (!server || !setup::is_our_server(server->entry)) return {};
    return judge(*server, place->file, remedy_for(scope));
  } catch (const setup::Refused& refused) {
    return {doctor::wrong("mcp", refused.what(), "mend it: Claude Code cannot read it either")};
  }
}

}  // namespace

Findings check_server(const doctor::Patient& patient) {
  Findings all;
  for (const auto scope : {setup::Scope::kUser, setup::Scope::kProject, setup::Scope::kLocal}) {
    for (auto& each : look_at(scope, patient)) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace afar::hook::claude_code
