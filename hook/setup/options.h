// The command line of afar-agent setup.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "hook/options.h"

namespace afar::setup {

// Whose sessions get the hook.
enum class Scope {
  kUser,     // all of this person's
  kProject,  // those of a project, for everybody who works in it
  kLocal,    // those of a project, for this person alone
};

struct Options {
  std::string agent;
  Scope scope = Scope::kUser;
  bool permissions = false;
  bool mcp = false;  // the MCP server, too
  bool remove = false;
  bool dry_run = false;
};

// `words`: what stands after "setup". Wrong ones: exit code 2.
std::variant<Options, hook::Notice> read_options(const std::vector<std::string>& words);

}  // namespace afar::setup
