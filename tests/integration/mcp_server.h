// The real afar-mcp under way, as a child of an agent that speaks MCP with it. Killed where it has
// not ended by the end.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/integration/agent.h"

namespace afar::test {

class McpServer {
 public:
  // In this session of the agent's. `variables`: besides what the agent gives every child.
  McpServer(Agent& agent, const std::string& session, const std::vector<std::string>& options = {},
            const std::map<std::string, std::string>& variables = {});
  ~McpServer();
  McpServer(const McpServer&) = delete;
  McpServer& operator=(const McpServer&) = delete;

  pid_t pid() const { return pid_; }
  void send(const nlohmann::json& message);
  // Calls permission_prompt for a tool's call; the request's id is `id`.
  void prompt(int id, const std::string& tool, const nlohmann::ordered_json& input,
              const std::string& call);
  // The next line; a failure of the test, and null, where none comes.
  nlohmann::json line();
  // The next line as the result of that request: what the tool answered.
  nlohmann::json answer_to(int id);
  // Whether the server still answers, and has said nothing before.
  void expect_silence_and_life();
  void close_input() { in_.reset(); }
  // How it ended.
  Exit end();

 private:
  Agent& agent_;
  UniqueFd in_;
  UniqueFd out_;
  UniqueFd err_;
  pid_t pid_ = 0;
  std::string received_;
  bool ended_ = false;
};

}  // namespace afar::test
