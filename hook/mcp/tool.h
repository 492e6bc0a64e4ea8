// A tool that the server offers. A new one is a file that implements this, and a line in tools.cpp.
#pragma once
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "hook/agent_watch.h"
#include "hook/mcp/options.h"
#include "shared/dialog/time.h"
#include "shared/os/paths.h"

namespace afar::mcp {

// What a call of a tool brings. Both are JSON text as the client sent it, byte for byte.
struct ToolCall {
  std::string arguments;  // an object
  std::string meta;       // the request's _meta; empty: none
};

struct ToolReply {
  std::string text;
  bool is_error = false;
  // Called once the client has been given the reply; may be empty.
  std::function<void()> told;
};

// What all calls of one server share.
struct Desk {
  Options options;
  Environment environment;
  Paths paths;
  std::int64_t agent_pid = 0;  // the client's process
  std::string client;          // its name, as initialize told it
};

class Tool {
 public:
  Tool() = default;
  virtual ~Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  virtual std::string_view name() const = 0;
  // The rest of its entry in tools/list: title, description, inputSchema.
  virtual nlohmann::json description() const = 0;
  // Runs in a process of its own and may wait as long as it takes; `watch` tells when the client
  // does not wait any more, and then there is no reply.
  virtual std::optional<ToolReply> call(const ToolCall& call, const Desk& desk,
                                        hook::AgentWatch& watch) const = 0;
};

}  // namespace afar::mcp
