// afar-mcp in Claude Code's own configuration: where its servers stand, what stands there of ours,
// and the text with it. Texts come in; no I/O. Parts are views into the text given.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hook/setup/json_server.h"
#include "hook/setup/options.h"
#include "shared/os/paths.h"

namespace afar::hook::claude_code {

// `project`: that project's folder. nullopt: there is no home.
std::optional<setup::ServerPlace> server_place(setup::Scope scope, const Environment& environment,
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
};
std::optional<ServerEntry> server_entry(std::string_view text, const setup::ServerPlace& place);

// The text, which was checked (empty: there is no file yet), with this program as that server. What
// a person has added to it stays.
std::string with_server(const std::string& text, const setup::ServerPlace& place,
                        const std::string& program);

}  // namespace afar::hook::claude_code
