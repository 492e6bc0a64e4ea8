// Registers afar-mcp among Claude Code's servers, or takes it out.
#include <filesystem>

#include "hook/agents/claude_code/server_text.h"
#include "hook/agents/claude_code/settings.h"
#include "hook/agents/claude_code/setup.h"
#include "hook/setup/places.h"
#include "hook/setup/refused.h"

namespace afar::hook::claude_code {

setup::Part ClaudeCodeSetup::server(setup::Scope scope, const Environment& environment,
                                    const std::string& folder, const std::string& program) const {
  const std::string project = setup::project_of(folder);
  auto place = server_place(scope, environment, project);
  if (!place) throw setup::Refused("HOME is not set, so that there is no configuration of yours");
  place->file = std::filesystem::absolute(place->file).string();
  setup::Part part;
  part.target = {place->file, "", scope != setup::Scope::kProject};
  if (scope == setup::Scope::kProject) {
    part.target.note = "Who shares " + place->file +
                       " needs afar-mcp at the same path, and may be asked by Claude Code whether "
                       "its servers may be used.";
  } else if (scope == setup::Scope::kLocal) {
    part.target.note = "The server is there for your sessions that start in " + project + ".";
  }
  part.edit = [place = *place, program](const std::optional<std::string>& text) {
    const auto with = [&](const std::string& before) {
      return with_server(before, place, program);
    };
    const std::string remedy = ": claude mcp remove afar";
    return program.empty() ? setup::edit_server(text, place, remedy, nullptr)
                           : setup::edit_server(text, place, remedy, with);
  };
  return part;
}

}  // namespace afar::hook::claude_code
