#include "daemon/surfaces/plugin/traits.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace afar::plugin {
namespace {

using nlohmann::json;

// The member of an object; null where it is none or has none.
const json& member(const json& object, const char* name) {
  static const json kNull;
  if (!object.is_object()) return kNull;
  const auto found = object.find(name);
  return found == object.end() ? kNull : *found;
}

bool contains_text(const json& list, const char* text) {
  return list.is_array() && std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

std::optional<Form> Traits::form_for(DialogKind kind) const {
  if (dialog) return Form::kDialog;
  if (ask_question && kind == DialogKind::kUserQuestion) return Form::kAskQuestion;
  if (permission && kind == DialogKind::kPermission) return Form::kPermission;
  if (channel && reply) return Form::kPlain;
  return std::nullopt;
}

bool Traits::shows_nothing() const {
  return !dialog && !ask_question && !permission && !(channel && reply);
}

Traits traits_from(const json& initialized) {
  const json& capabilities = member(initialized, "capabilities");
  const json& experimental = member(capabilities, "experimental");
  const auto declares = [&](const char* name) { return member(experimental, name).is_object(); };
  Traits traits;
  traits.channel = declares("claude/channel");
  traits.dialog = declares("claude/channel/dialog");
  traits.ask_question = declares("claude/channel/ask_question");
  traits.permission = declares("claude/channel/permission");
  traits.has_tools = member(capabilities, "tools").is_object();
  return traits;
}

std::optional<ReplyTool> reply_tool_in(const json& listed) {
  const json& tools = member(listed, "tools");
  if (!tools.is_array()) return std::nullopt;
  for (const auto& tool : tools) {
    if (member(tool, "name") != "reply") continue;
    const json& schema = member(tool, "inputSchema");
    const json& properties = member(schema, "properties");
    if (!member(properties, "text").is_object()) continue;
    return ReplyTool{!member(properties, "chat_id").is_null(),
                     contains_text(member(schema, "required"), "chat_id")};
  }
  return std::nullopt;
}

}  // namespace afar::plugin
