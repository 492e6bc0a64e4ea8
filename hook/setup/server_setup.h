// Setup of an agent that takes nothing of ours but the MCP server: its file, and what stands there.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hook/setup/agent_setup.h"

namespace afar::setup {

// One call of a tool holds the agent for 45 s at most (pending_request_wait); the rest is for a
// daemon that has to be started first. No longer: it is also how long a server that hangs holds up
// an agent that starts.
inline constexpr int kCallSeconds = 45;
inline constexpr int kCallTimeoutSeconds = 60;

// The tools that only ask a person. An agent that is asked whether it may ask its person is no help,
// so where a client can be told, it is told not to.
const std::vector<std::string>& asking_tools();

// What stands in a file of our server.
struct RegisteredServer {
  std::string program;
  std::optional<double> call_timeout_s;  // nullopt: the client's own
  bool disabled = false;
};

class ServerSetup : public AgentSetup {
 public:
  bool has_hook() const final { return false; }
  std::optional<Part> hook(Scope scope, const Environment& environment, const std::string& folder,
                           const std::string& program, bool permissions) const final;
  Part server(Scope scope, const Environment& environment, const std::string& folder,
              const std::string& program) const final;
  std::string obstacle(const std::string& text) const override;

  // Throws Refused where it cannot be told, or where the client has no such scope.
  virtual Target target(Scope scope, const Environment& environment,
                        const std::string& folder) const = 0;
  // nullopt: there is none, or another program. Throws Refused for a text that is not the client's
  // configuration.
  virtual std::optional<RegisteredServer> registered(const std::string& text,
                                                     const std::string& file) const = 0;

 protected:
  // An empty program takes it out. Throws Refused as AgentSetup's parts do.
  virtual Edited edit(const std::optional<std::string>& text, const std::string& file,
                      const std::string& program) const = 0;
};

// nullptr: no agent of that name.
std::unique_ptr<const ServerSetup> make_server_setup(std::string_view agent);
const std::vector<std::string_view>& server_setup_names();

}  // namespace afar::setup
