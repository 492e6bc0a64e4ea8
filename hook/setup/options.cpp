#include "hook/setup/options.h"

#define CXXOPTS_NO_REGEX
#include <cxxopts.hpp>

#include "hook/printable.h"
#include "hook/setup/agent_setup.h"

namespace afar::setup {
namespace {

constexpr const char* kHelp =
    R"(usage: afar-agent setup AGENT [options]

Registers afar in the agent's own configuration: afar-hook with claude-code,
and with --mcp the MCP server afar-mcp, which is all that codex, opencode,
gemini-cli and cursor take so far. All else in a file stays as it is, byte
for byte, and a copy of it is kept beside it.

  --scope WHERE   user (all your sessions; where left out), project (this
                  project, for everybody), or local (this project, you alone;
                  claude-code only)
  --permissions   permissions too, not only questions and plans (claude-code)
  --mcp           the MCP server too: with claude-code for claude -p
                  --permission-prompt-tool mcp__afar__permission_prompt
  --remove        takes out what a setup has put in
  --dry-run       shows what would be changed, and changes nothing

Exit status: 0 done, 1 failed or refused (nothing was changed), 2 wrong usage.
)";

hook::Notice wrong(const std::string& what) {
  return {2, "", "afar setup: " + printable(what) + "\nTry: afar help setup\n"};
}

std::variant<Options, hook::Notice> options_from(const cxxopts::ParseResult& given) {
  if (given.count("help") != 0) return hook::Notice{0, kHelp, ""};
  const auto& operands = given.unmatched();
  if (operands.empty()) return wrong("the agent's name is missing; known: " + known_agents());
  if (operands.size() > 1) return wrong("does not take \"" + operands[1] + "\"");
  Options options;
  options.agent = operands[0];
  const auto agent = make_agent_setup(options.agent);
  if (!agent) {
    return wrong("there is no agent \"" + options.agent + "\"; known: " + known_agents());
  }
  for (const std::string name : {"socket", "db", "config"}) {
    if (given.count(name) == 0) continue;
    return wrong("--" + name + " does not go with setup: hooks find afar's files by themselves");
  }
  const std::string scope = given.count("scope") != 0 ? given["scope"].as<std::string>() : "user";
  if (scope == "project") {
    options.scope = Scope::kProject;
  } else if (scope == "local") {
    options.scope = Scope::kLocal;
  } else if (scope != "user") {
    return wrong("--scope takes user, project or local");
  }
  options.permissions = given.count("permissions") != 0;
  options.mcp = given.count("mcp") != 0;
  options.remove = given.count("remove") != 0;
  options.dry_run = given.count("dry-run") != 0;
  if (options.permissions && options.remove) {
    return wrong("--permissions and --remove exclude each other");
  }
  if (agent->has_hook()) return options;
  if (options.permissions) {
    return wrong("--permissions goes with an agent that has a hook, which " + options.agent +
                 " has not yet");
  }
  if (!options.mcp && !options.remove) {
    return wrong("there is no hook for " + options.agent +
                 " yet, only the MCP server: afar setup " + options.agent + " --mcp");
  }
  return options;
}

}  // namespace

std::variant<Options, hook::Notice> read_options(const std::vector<std::string>& words) {
  cxxopts::Options declared("afar-agent setup");
  declared.add_options()                            //
      ("scope", "", cxxopts::value<std::string>())  //
      ("permissions", "")                           //
      ("mcp", "")                                   //
      ("remove", "")                                //
      ("dry-run", "")                               //
      ("help", "");
  // Which afar passes on from anywhere.
  for (const char* name : {"socket", "db", "config"}) {
    declared.add_options()(name, "", cxxopts::value<std::string>());
  }
  std::vector<const char*> argv{"afar-agent"};
  for (const auto& word : words) argv.push_back(word.c_str());
  try {
    return options_from(declared.parse(static_cast<int>(argv.size()), argv.data()));
  } catch (const cxxopts::exceptions::exception& error) {
    return wrong(error.what());
  }
}

}  // namespace afar::setup
