#include "hook/agents/claude_code/server_text.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/settings.h"
#include "hook/json/edit.h"
#include "hook/json/raw.h"

namespace afar::hook::claude_code {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kName = "afar";
constexpr const char* kProgram = "afar-mcp";

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

// The value inside of as many objects as there are names from `at` on.
Json nested(const std::vector<std::string>& path, std::size_t at, Json value) {
  for (std::size_t i = path.size(); i-- > at;) value = Json{{path[i], std::move(value)}};
  return value;
}

// The containers that are there, from the root on; as many as the path has, and one more, where all
// are.
std::vector<std::string_view> containers(std::string_view text, const ServerPlace& place) {
  std::vector<std::string_view> found{settings_object(text)};
  for (const auto& name : place.path) {
    const auto next = raw::member(found.back(), name);
    if (!next) break;
    found.push_back(*next);
  }
  return found;
}

std::string fresh_text(const ServerPlace& place, const Json& entry) {
  return nested(place.path, 0, Json{{kName, entry}}).dump(2) + "\n";
}

std::string added(const std::string& text, const ServerPlace& place, const std::string& program) {
  const Json entry = wanted_entry(program);
  if (text.empty()) return fresh_text(place, entry);
  const auto there = containers(text, place);
  const std::size_t depth = there.size() - 1;
  if (depth == place.path.size()) return raw::append_member(text, there.back(), kName, entry);
  return raw::append_member(text, there.back(), place.path[depth],
                            nested(place.path, depth + 1, Json{{kName, entry}}));
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

bool ServerEntry::is_ours() const { return std::filesystem::path(command).filename() == kProgram; }

std::optional<ServerEntry> server_entry(std::string_view text, const ServerPlace& place) {
  const auto there = containers(text, place);
  if (there.size() <= place.path.size()) return std::nullopt;
  const auto entry = raw::member(there.back(), kName);
  if (!entry) return std::nullopt;
  ServerEntry server;
  server.entry = *entry;
  const auto command = raw::member(*entry, "command");
  server.command = command ? raw::text_of(*command).value_or("") : "";
  server.timeout_ms = number_from(raw::member(*entry, "timeout"));
  const auto variables = raw::member(*entry, "env");
  if (variables) server.counted_ms = number_from(raw::member(*variables, kServerLimitName));
  return server;
}

std::string with_server(const std::string& text, const ServerPlace& place,
                        const std::string& program) {
  auto server = server_entry(text, place);
  if (!server) return added(text, place, program);
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

std::string without_server(const std::string& text, const ServerPlace& place) {
  const auto there = containers(text, place);
  std::string_view part = server_entry(text, place)->entry;
  if (fresh_text(place, Json::parse(part, nullptr, /*allow_exceptions=*/false)) == text) return "";
  std::size_t depth = place.path.size();
  while (depth > 0 && raw::was_made_here(there[depth])) part = there[depth--];
  return raw::remove(text, there[depth], part);
}

}  // namespace afar::hook::claude_code
