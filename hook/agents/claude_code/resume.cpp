#include "hook/agents/claude_code/resume.h"

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/origin.h"
#include "shared/rpc/message.h"

namespace afar::hook::claude_code {
namespace {

// Modes in which the person is asked. The others (bypassPermissions, dontAsk, auto) decide in the
// person's place, and a run that nobody watches is not given them again.
bool may_be_given_again(const std::string& mode) {
  return mode == "default" || mode == "acceptEdits" || mode == "plan";
}

}  // namespace

bool looks_like_session(const std::string& id) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (id.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < id.size(); ++i) {
    const bool hex = (id[i] >= '0' && id[i] <= '9') || (id[i] >= 'a' && id[i] <= 'f') ||
                     (id[i] >= 'A' && id[i] <= 'F');
    if (kShape[i] == '-' ? id[i] != '-' : !hex) return false;
  }
  return true;
}

ResumeCommand resume_command(const deliver::Job& job, const std::string& program,
                             const std::string& afar_mcp) {
  if (!looks_like_session(job.origin.session)) {
    throw deliver::Undeliverable{"the session's id is no UUID, so it is not resumed"};
  }
  // The client refuses a deferred call where there is no tool that could be asked for leave.
  const nlohmann::json servers = {{"mcpServers",
                                   {{"afar",
                                     {{"type", "stdio"},
                                      {"command", afar_mcp},
                                      {"args", {"--session", job.origin.session}}}}}}};
  ResumeCommand command;
  command.argv = {program,
                  "-p",
                  "--resume",
                  job.origin.session,
                  "--output-format",
                  "json",
                  "--mcp-config",
                  rpc::dump(servers),
                  "--permission-prompt-tool",
                  "mcp__afar__permission_prompt"};
  if (may_be_given_again(job.origin.permission_mode)) {
    command.argv.insert(command.argv.end(), {"--permission-mode", job.origin.permission_mode});
  }
  command.argv.insert(command.argv.end(), job.args.begin(), job.args.end());
  // Our hook tells by it that the prompt is ours, and that it arrived.
  if (!job.text.empty()) command.environment[kDelivery] = job.dialog;
  if (!job.origin.config_dir.empty()) {
    command.environment["CLAUDE_CONFIG_DIR"] = job.origin.config_dir;
  }
  return command;
}

}  // namespace afar::hook::claude_code
