// afar-mcp in Claude Code's own configuration: where its servers stand, what stands there of ours,
// and the text with it or without it. Texts come in; no I/O. Parts are views into the text given.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hook/setup/options.h"
#include "shared/os/paths.h"

namespace afar::hook::claude_code {

// The file of a scope, and the names that lead from its root to the object of servers.
struct ServerPlace {
  std::string file;
  std::vector<std::string> path;
};
// `project`: that project's folder. nullopt: there is no home.
std::optional<ServerPlace> server_place(setup::Scope scope, const Environment& environment,
                                        const std::string& project);

// The client's limit for one call of a tool that waits for a person: a week.
inline constexpr std::int64_t kServerTimeoutMs = 604'800'000;
// afar-mcp reads from this how long the client waits.
inline constexpr const char* kServerLimitName = "MCP_TOOL_TIMEOUT";

// The server by the name "afar", which --permission-prompt-tool names.
struct ServerEntry {
  std::string command;                     // empty: it is reached in another way
  std::optional<std::int64_t> timeout_ms;  // what the client goes by
  std::optional<std::int64_t> counted_ms;  // what afar-mcp is told by its environment
  std::string_view entry;

  bool is_ours() const;
};
std::optional<ServerEntry> server_entry(std::string_view text, const ServerPlace& place);

// The text, which was checked (empty: there is no file yet), with this program as that server. What
// a person has added to it stays.
std::string with_server(const std::string& text, const ServerPlace& place,
                        const std::string& program);
// The text without the server, and without what was made for it; empty where nothing else was
// there.
std::string without_server(const std::string& text, const ServerPlace& place);

}  // namespace afar::hook::claude_code
