#include "hook/agents/claude_code/origin.h"

#include <algorithm>

#include "hook/agents/claude_code/claude_code.h"

namespace afar::hook::claude_code {
namespace {

// The last part of a path; empty for the root.
std::string last_part(std::string_view path) {
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace

std::string version_in(std::string_view ai_agent) {
  constexpr std::string_view kPrefix = "claude-code_";
  if (ai_agent.rfind(kPrefix, 0) != 0) return "";
  ai_agent.remove_prefix(kPrefix.size());
  std::string version(ai_agent.substr(0, ai_agent.find('_')));
  if (version.empty() || version[0] < '0' || version[0] > '9') return "";
  std::replace(version.begin(), version.end(), '-', '.');
  return version;
}

Origin origin_of(const Environment& environment, const Fields& event) {
  Origin origin;
  origin.agent = kName;
  origin.agent_version = version_in(environment("AI_AGENT").value_or(""));
  origin.cwd = event.string_or("cwd", "");
  origin.project = last_part(environment("CLAUDE_PROJECT_DIR").value_or(origin.cwd));
  origin.session = event.string("session_id");
  if (origin.session.empty()) event.refuse("session_id", "expected a session's id, found nothing");
  origin.call = event.string_or("tool_use_id", "");
  // agent_type alone does not make a subagent: a session started with an agent of its own has it
  // too.
  origin.subagent = event.string_or("agent_id", "");
  origin.permission_mode = event.string_or("permission_mode", "");
  origin.interactive = environment("CLAUDE_CODE_ENTRYPOINT") != "sdk-cli";
  origin.config_dir = environment("CLAUDE_CONFIG_DIR").value_or("");
  return origin;
}

}  // namespace afar::hook::claude_code
