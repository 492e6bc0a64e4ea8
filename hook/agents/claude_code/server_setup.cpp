// Registers afar-mcp among Claude Code's servers, or takes it out.
#include <filesystem>

#include "hook/agents/claude_code/check_settings.h"
#include "hook/agents/claude_code/server_text.h"
#include "hook/agents/claude_code/settings.h"
#include "hook/agents/claude_code/setup.h"
#include "hook/setup/refused.h"

namespace afar::hook::claude_code {
namespace {

using setup::Edited;
using setup::Refused;

void check(const std::string& text, const ServerPlace& place) {
  std::vector<std::string> path = place.path;
  path.emplace_back("afar");
  check_objects(text, place.file, path);
}

Edited registered(const std::optional<std::string>& text, const ServerPlace& place,
                  const std::string& program) {
  if (text) check(*text, place);
  const std::string before = text.value_or("");
  const auto there = text ? server_entry(before, place) : std::nullopt;
  if (there && !there->is_ours()) {
    throw Refused("the MCP server \"afar\" in " + place.file +
                  " is another program; take it out first: claude mcp remove afar");
  }
  Edited edited;
  edited.text = with_server(before, place, program);
  if (edited.text != before) {
    edited.changes.push_back(std::string(there ? "changed" : "added") + " the MCP server afar");
  }
  return edited;
}

Edited removed(const std::optional<std::string>& text, const ServerPlace& place) {
  Edited edited;
  // Whoever never had it need not have a file that we can read.
  if (!text || text->find("afar-mcp") == std::string::npos) return edited;
  check(*text, place);
  edited.text = *text;
  const auto there = server_entry(*text, place);
  if (!there || !there->is_ours()) return edited;
  edited.text = without_server(*text, place);
  edited.nothing_left = edited.text.empty();
  edited.changes.emplace_back("removed the MCP server afar");
  return edited;
}

}  // namespace

setup::Part ClaudeCodeSetup::server(setup::Scope scope, const Environment& environment,
                                    const std::string& folder, const std::string& program) const {
  const std::string project = project_of(folder);
  auto place = server_place(scope, environment, project);
  if (!place) throw Refused("HOME is not set, so that there is no configuration of yours");
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
    return program.empty() ? removed(text, place) : registered(text, place, program);
  };
  return part;
}

}  // namespace afar::hook::claude_code
