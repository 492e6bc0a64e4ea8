#include "hook/agents/opencode/setup.h"

#include <filesystem>

#include "hook/setup/places.h"
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

setup::ServerPlace OpencodeSetup::place(const std::string& file) const {
  // Without the schema OpenCode writes it into the file itself.
  return {file,
          {"mcp"},
          {/*comments=*/true, /*trailing_commas=*/true},
          R"({"$schema":"https://opencode.ai/config.json"})"};
}

std::vector<setup::WantedMember> OpencodeSetup::members(const std::string& program) const {
  return {{"type", setup::json_of(std::string("local")), Rule::kAlways},
          {"command", setup::json_of(std::vector<std::string>{program}), Rule::kAlways},
          {"enabled", "true", Rule::kAlways},
          {"timeout", std::to_string(setup::kCallTimeoutSeconds * 1000), Rule::kAtLeast}};
}

}  // namespace afar::hook::opencode
