#include "hook/agents/opencode/setup.h"

#include <filesystem>

#include "hook/json/raw.h"
#include "hook/setup/places.h"
#include "hook/setup/refused.h"
#include "hook/setup/settings_file.h"

namespace afar::hook::opencode {
namespace {

using Rule = setup::WantedMember::Rule;

// It reads both, and so one of them is there mostly: the one that has us already, else the one that
// is there.
std::string file_in(const std::string& folder) {
  const std::string files[] = {folder + "/opencode.json", folder + "/opencode.jsonc"};
  for (const auto& file : files) {
    const auto read = setup::read_settings(file);
    if (read.text && read.text->find("afar-mcp") != std::string::npos) return file;
  }
  for (const auto& file : files) {
    if (std::filesystem::exists(file)) return file;
  }
  return files[0];
}

constexpr std::string_view kTool = "afar_pending_request_create";

// "*" stands for any characters.
bool matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (name.substr(0, star) != pattern.substr(0, star)) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at) {
    if (matches(rest, name.substr(at))) return true;
  }
  return false;
}

// What the last rule that matches says to that tool; empty: none does, and it just runs.
std::string action_for(std::string_view settings, std::string_view tool) {
  const auto permission = raw::member(settings, "permission");
  if (!permission) return "";
  if (const auto one = raw::text_of(*permission)) return *one;
  std::string action;
  for (const auto& [key, value] : raw::members(*permission).value_or(std::vector<raw::Member>())) {
    const auto says = raw::text_of(value);
    if (says && matches(raw::text_of(key).value_or(""), tool)) action = *says;
  }
  return action;
}

std::string user_folder(const Environment& environment) {
  const std::string config = environment("XDG_CONFIG_HOME").value_or("");
  return (config.empty() ? setup::home_of(environment) + "/.config" : config) + "/opencode";
}

}  // namespace

setup::Target OpencodeSetup::target(setup::Scope scope, const Environment& environment,
                                    const std::string& folder) const {
  setup::refuse_local(scope, "OpenCode");
  if (scope == setup::Scope::kUser) return {file_in(user_folder(environment)), ""};
  const std::string file = file_in(setup::project_of(folder));
  return {file, "Who shares " + file + " needs afar-mcp at the same path."};
}

std::string OpencodeSetup::obstacle(const std::string& text) const {
  const std::string action = action_for(setup::json_object(text), kTool);
  if (action.empty() || action == "allow") return "";
  return "\"permission\" says \"" + action +
         "\" for afar's tools; add \"afar_pending_request_*\": \"allow\" at its end, so that the "
         "agent "
         "can ask you without asking you first";
}

setup::ServerPlace OpencodeSetup::place(const std::string& file) const {
  // Without the schema OpenCode writes it into the file itself.
  return {file,
          {"mcp"},
          {/*comments=*/true, /*trailing_commas=*/true},
          R"({"$schema":"https://opencode.ai/config.json"})"};
}

// OpenCode 2 takes the form of the first one too, but in a file of its own form it may not.
void OpencodeSetup::check_form(const std::string& text, const std::string& file,
                               const std::string& program) const {
  const auto mcp = raw::member(setup::json_object(text), "mcp");
  const auto servers = mcp ? raw::member(*mcp, "servers") : std::nullopt;
  if (!servers || raw::member(*servers, "type")) return;
  throw setup::Refused(
      file +
      " is in the form of OpenCode 2 (\"mcp\".\"servers\"), which is not written "
      "here; add this to its servers: \"afar\": {\"type\": \"local\", \"command\": [" +
      setup::json_of(program) + "]}");
}

std::vector<setup::WantedMember> OpencodeSetup::members(const std::string& program) const {
  return {{"type", setup::json_of(std::string("local")), Rule::kAlways},
          {"command", setup::json_of(std::vector<std::string>{program}), Rule::kAlways},
          {"enabled", "true", Rule::kAlways},
          {"timeout", std::to_string(setup::kCallTimeoutSeconds * 1000), Rule::kAtLeast}};
}

}  // namespace afar::hook::opencode
