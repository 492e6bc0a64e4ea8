// What setup has to know of one agent: which files its hooks and servers stand in, and what stands
// there. Texts come in and go out.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hook/setup/options.h"
#include "shared/os/paths.h"

namespace afar::setup {

struct Target {
  std::string file;
  std::string note;     // what else the person should know of it; may be empty
  bool closed = false;  // it holds what is nobody else's business: a new one is the person's alone
  std::string nothing = "{}\n";  // its text where there is nothing in it
};

// A file's text as it is to be, and what that changes, a line each. No lines: nothing changes.
struct Edited {
  std::string text;
  std::vector<std::string> changes;
  bool nothing_left = false;  // only what setup itself had made was in the file
};

// What is to be done to one more file.
struct Part {
  Target target;
  // nullopt: there is no file yet. Throws Refused for a text that is not the agent's configuration.
  std::function<Edited(const std::optional<std::string>& text)> edit;
};

class AgentSetup {
 public:
  virtual ~AgentSetup() = default;
  AgentSetup() = default;
  AgentSetup(const AgentSetup&) = delete;
  AgentSetup& operator=(const AgentSetup&) = delete;

  // Whether the agent has a hook of ours at all.
  virtual bool has_hook() const = 0;
  // The registration of our hook; an empty `program` takes it out. nullopt: the agent has none. Throws
  // Refused where it cannot be told which file that is.
  virtual std::optional<Part> hook(Scope scope, const Environment& environment,
                                   const std::string& folder, const std::string& program,
                                   bool permissions) const = 0;
  // The same for our MCP server, which every agent can have.
  virtual Part server(Scope scope, const Environment& environment, const std::string& folder,
                      const std::string& program) const = 0;
  // What keeps it all from working although it is registered in this text; may be empty.
  virtual std::string obstacle(const std::string& text) const = 0;
};

// nullptr: no agent of that name.
std::unique_ptr<const AgentSetup> make_agent_setup(std::string_view agent);
// The names that it knows, in the order in which they are shown.
const std::vector<std::string_view>& agent_setup_names();
// For messages: "claude-code, codex".
std::string known_agents();

}  // namespace afar::setup
