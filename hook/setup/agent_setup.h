// What setup has to know of one agent: which file its hooks stand in, and what stands there. No
// I/O: texts come in and go out.
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

  // Throws Refused where it cannot be told.
  virtual Target target(Scope scope, const Environment& environment,
                        const std::string& folder) const = 0;
  // Throws Refused, with the file's name and the line, for a text that is not the agent's
  // configuration.
  virtual void check(const std::string& text, const std::string& file) const = 0;
  // The text, which was checked (empty: there is no file yet), with this hook registered, and with
  // no other registration of ours.
  virtual Edited with_hook(const std::string& text, const std::string& hook,
                           bool permissions) const = 0;
  virtual Edited without_hook(const std::string& text) const = 0;
  // The registration of our MCP server; an empty `program` takes it out. Throws Refused where it
  // cannot be told which file that is.
  virtual Part server(Scope scope, const Environment& environment, const std::string& folder,
                      const std::string& program) const = 0;
  // What keeps the hook from being run although it is registered in this text; may be empty.
  virtual std::string obstacle(const std::string& text) const = 0;
};

// nullptr: no agent of that name.
std::unique_ptr<const AgentSetup> make_agent_setup(std::string_view agent);

}  // namespace afar::setup
