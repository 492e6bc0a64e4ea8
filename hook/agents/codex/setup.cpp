#include "hook/agents/codex/setup.h"

#include <filesystem>

#include "hook/agents/codex/config_text.h"
#include "hook/setup/json_server_setup.h"
#include "hook/setup/places.h"
#include "hook/setup/refused.h"

namespace afar::hook::codex {
namespace {

using Rule = setup::WantedMember::Rule;

bool is_ours(const setup::RegisteredServer& server) {
  return std::filesystem::path(server.program).filename() == "afar-mcp";
}

std::vector<setup::WantedMember> wanted(const std::string& program) {
  // Codex starts servers with the variables of a short list of its own, on which those are not by
  // which a person moves afar's files.
  const std::vector<std::string> variables{"AFAR_CONFIG",   "AFAR_DB",         "AFAR_DISABLE",
                                           "AFAR_SOCKET",   "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
                                           "XDG_STATE_HOME"};
  return {
      {"command", setup::json_of(program), Rule::kAlways},
      {"env_vars", setup::json_of(variables), Rule::kIfMissing},
      {"startup_timeout_sec", "20", Rule::kIfMissing},
      {"tool_timeout_sec", std::to_string(setup::kCallTimeoutSeconds), Rule::kAtLeast},
      {"enabled_tools", setup::json_of(setup::asking_tools()), Rule::kIfMissing},
      {"default_tools_approval_mode", setup::json_of(std::string("approve")), Rule::kIfMissing}};
}

setup::Edited added(const std::optional<std::string>& text, const std::string& file,
                    const std::string& program) {
  const auto there = text ? server_in(*text, file) : std::nullopt;
  if (there && !is_ours(*there)) {
    throw setup::Refused("the MCP server \"afar\" in " + file +
                         " is another program; take it out first: codex mcp remove afar");
  }
  auto members = wanted(program);
  if (there && there->disabled) members.push_back({"enabled", "true", Rule::kAlways});
  setup::Edited edited;
  // A new table at the end of a file that is there begins with a line's end, even where it is
  // empty: so what is there when we go is what was there when we came.
  edited.text = with_server(text.value_or(""), file, members);
  if (text && text->empty()) edited.text.insert(0, "\n");
  if (edited.text != text) {
    edited.changes.push_back(std::string(there ? "changed" : "added") + " the MCP server afar");
  }
  return edited;
}

setup::Edited removed(const std::optional<std::string>& text, const std::string& file) {
  setup::Edited edited;
  // Whoever never had it need not have a file that we can read.
  if (!text || text->find("afar-mcp") == std::string::npos) return edited;
  const auto there = server_in(*text, file);
  edited.text = *text;
  if (!there || !is_ours(*there)) return edited;
  edited.text = without_server(*text, file);
  edited.nothing_left = edited.text.empty() && text->front() == '[';
  edited.changes.emplace_back("removed the MCP server afar");
  return edited;
}

}  // namespace

setup::Target CodexSetup::target(setup::Scope scope, const Environment& environment,
                                 const std::string& folder) const {
  setup::refuse_local(scope, "Codex");
  setup::Target target;
  target.nothing = "";
  if (scope == setup::Scope::kUser) {
    const auto own = environment("CODEX_HOME");
    target.file = own ? std::filesystem::absolute(*own).string() + "/config.toml"
                      : setup::home_of(environment) + "/.codex/config.toml";
    // Other servers' keys may stand there.
    target.closed = true;
    return target;
  }
  const std::string project = setup::project_of(folder);
  target.file = project + "/.codex/config.toml";
  target.note = "Codex reads it where it trusts the project in " + project +
                ". Who shares it needs afar-mcp at the same path.";
  return target;
}

std::optional<setup::RegisteredServer> CodexSetup::registered(const std::string& text,
                                                              const std::string& file) const {
  const auto there = server_in(text, file);
  return there && is_ours(*there) ? there : std::nullopt;
}

setup::Edited CodexSetup::edit(const std::optional<std::string>& text, const std::string& file,
                               const std::string& program) const {
  return program.empty() ? removed(text, file) : added(text, file, program);
}

}  // namespace afar::hook::codex
