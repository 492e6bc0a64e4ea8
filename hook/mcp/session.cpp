#include "hook/mcp/session.h"

#include <unistd.h>

#include "hook/json/raw.h"

namespace afar::mcp {
namespace {

// Codex: {"x-codex-turn-metadata":{"thread_id":...}}, where the value may be that object or its
// text.
std::string session_in(std::string_view meta) {
  const auto turn = raw::member(meta, "x-codex-turn-metadata");
  if (!turn) return "";
  const auto inside = raw::json_inside(*turn);
  const auto thread = raw::member(inside ? std::string_view(*inside) : *turn, "thread_id");
  return thread ? raw::text_of(*thread).value_or("") : "";
}

}  // namespace

std::string working_directory() {
  char folder[4096];
  return ::getcwd(folder, sizeof folder) == nullptr ? "" : folder;
}

std::string session_of(const Desk& desk, std::string_view meta, const std::string& cwd) {
  if (!desk.options.session.empty()) return desk.options.session;
  if (auto session = desk.environment("CLAUDE_CODE_SESSION_ID")) return *session;
  if (auto session = session_in(meta); !session.empty()) return session;
  return (desk.client.empty() ? "mcp" : desk.client) + " " + cwd;
}

}  // namespace afar::mcp
