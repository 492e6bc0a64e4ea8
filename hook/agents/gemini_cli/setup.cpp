#include "hook/agents/gemini_cli/setup.h"

#include "hook/setup/places.h"

namespace afar::hook::gemini_cli {

using Rule = setup::WantedMember::Rule;

setup::Target GeminiCliSetup::target(setup::Scope scope, const Environment& environment,
                                     const std::string& folder) const {
  setup::refuse_local(scope, "Gemini CLI");
  if (scope == setup::Scope::kUser) {
    return {setup::home_of(environment, "GEMINI_CLI_HOME") + "/.gemini/settings.json",
            "Gemini CLI starts it in the folders that it trusts."};
  }
  // It reads those of the folder in which it is started, and looks no further up.
  const std::string file = folder + "/.gemini/settings.json";
  return {file, "These are the settings for sessions that start in " + folder +
                    ", where Gemini CLI trusts it. Who shares them needs afar-mcp at the same "
                    "path."};
}

setup::ServerPlace GeminiCliSetup::place(const std::string& file) const {
  return {file, {"mcpServers"}, {/*comments=*/true, /*trailing_commas=*/false}};
}

// Trust is the whole server's, so only the tools that ask are offered.
std::vector<setup::WantedMember> GeminiCliSetup::members(const std::string& program) const {
  return {{"command", setup::json_of(program), Rule::kAlways},
          {"args", "[]", Rule::kIfMissing},
          {"timeout", std::to_string(setup::kCallTimeoutSeconds * 1000), Rule::kAtLeast},
          {"trust", "true", Rule::kIfMissing},
          {"includeTools", setup::json_of(setup::asking_tools()), Rule::kIfMissing}};
}

}  // namespace afar::hook::gemini_cli
