#include "hook/agents/cursor/setup.h"

#include "hook/setup/places.h"

namespace afar::hook::cursor {

using Rule = setup::WantedMember::Rule;

setup::Target CursorSetup::target(setup::Scope scope, const Environment& environment,
                                  const std::string& folder) const {
  setup::refuse_local(scope, "Cursor");
  // What runs without being asked is listed elsewhere; a list there takes the place of the one that
  // the person keeps in the editor, so it is not ours to begin.
  const std::string asks =
      "Cursor asks before it runs a tool: allow afar's there, or name them, as in "
      "\"afar:pending_request_create\", in \"mcpAllowlist\" of ~/.cursor/permissions.json; for its "
      "command, as in \"Mcp(afar:pending_request_create)\", in \"permissions\".\"allow\" of "
      "~/.cursor/cli-config.json.";
  if (scope == setup::Scope::kUser) {
    return {setup::home_of(environment) + "/.cursor/mcp.json", asks};
  }
  const std::string file = setup::project_of(folder) + "/.cursor/mcp.json";
  return {file, "Who shares " + file + " needs afar-mcp at the same path. " + asks};
}

setup::ServerPlace CursorSetup::place(const std::string& file) const {
  return {file, {"mcpServers"}, {/*comments=*/true, /*trailing_commas=*/true}};
}

std::vector<setup::WantedMember> CursorSetup::members(const std::string& program) const {
  return {{"type", setup::json_of(std::string("stdio")), Rule::kAlways},
          {"command", setup::json_of(program), Rule::kAlways},
          {"args", "[]", Rule::kIfMissing}};
}

}  // namespace afar::hook::cursor
