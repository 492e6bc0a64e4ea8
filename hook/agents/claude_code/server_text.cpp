#include "hook/agents/claude_code/server_text.h"

#include <nlohmann/json.hpp>

#include "hook/json/edit.h"
#include "hook/json/raw.h"

namespace afar::hook::claude_code {
namespace {

using Json = nlohmann::ordered_json;
using setup::ServerPlace;

std::optional<std::int64_t> number_from(std::optional<std::string_view> value) {
  if (!value) return std::nullopt;
  const auto text = raw::text_of(*value).value_or(std::string(*value));
  const auto number = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!number.is_number()) return std::nullopt;
  return number.get<std::int64_t>();
}

Json wanted_entry(const std::string& program) {
  return {{"type", "stdio"},
          {"command", program},
          {"args", Json::array()},
          {"env", {{kServerLimitName, std::to_string(kServerTimeoutMs)}}},
          {"timeout", kServerTimeoutMs}};
}

}  // namespace

std::optional<ServerPlace> server_place(setup::Scope scope, const Environment& environment,
                                        const std::string& project) {
  if (scope == setup::Scope::kProject) return ServerPlace{project + "/.mcp.json", {"mcpServers"}};
  std::string folder = environment("CLAUDE_CONFIG_DIR").value_or("");
  if (folder.empty()) folder = environment("HOME").value_or("");
  if (folder.empty()) return std::nullopt;
  const std::string file = folder + "/.claude.json";
  if (scope == setup::Scope::kUser) return ServerPlace{file, {"mcpServers"}};
  return ServerPlace{file, {"projects", project, "mcpServers"}};
}

std::optional<ServerEntry> server_entry(std::string_view text, const ServerPlace& place) {
  const auto entry = setup::entry_of(text, place);
  if (!entry) return std::nullopt;
  ServerEntry server;
  server.entry = *entry;
  server.command = setup::program_of(*entry);
  server.timeout_ms = number_from(raw::member(*entry, "timeout"));
  const auto variables = raw::member(*entry, "env");
  if (variables) server.counted_ms = number_from(raw::member(*variables, kServerLimitName));
  return server;
}

std::string with_server(const std::string& text, const ServerPlace& place,
                        const std::string& program) {
  const auto server = text.empty() ? std::nullopt : server_entry(text, place);
  if (!server) return setup::add_server(text, place, wanted_entry(program));
  // One member after the other: places move with each change.
  std::string now = text;
  const auto entry = [&] { return server_entry(now, place)->entry; };
  if (server->command != program) now = raw::set_member(now, entry(), "command", program);
  if (server->counted_ms != kServerTimeoutMs) {
    const std::string limit = std::to_string(kServerTimeoutMs);
    const auto variables = raw::member(entry(), "env");
    now = variables && raw::members(*variables)
              ? raw::set_member(now, *variables, kServerLimitName, limit)
              : raw::set_member(now, entry(), "env", Json{{kServerLimitName, limit}});
  }
  if (server->timeout_ms != kServerTimeoutMs) {
    now = raw::set_member(now, entry(), "timeout", kServerTimeoutMs);
  }
  return now;
}

}  // namespace afar::hook::claude_code
