#include "hook/agents/claude_code/check_settings.h"

#include "hook/json/raw.h"
#include "hook/setup/json_text.h"

namespace afar::hook::claude_code {
namespace {

void check_group(const setup::JsonCheck& check, std::string_view group, const std::string& event) {
  if (!raw::members(group)) check.refuse(group, "each of " + event, "an object {...}");
  const auto entries = raw::member(group, "hooks");
  const auto commands = entries ? raw::elements(*entries) : std::nullopt;
  if (!commands) check.refuse(entries.value_or(group), event + "[].hooks", "an array [...]");
  for (const auto& each : *commands) {
    if (!raw::members(each)) check.refuse(each, "each of " + event + "[].hooks", "an object {...}");
  }
}

}  // namespace

void check_settings(const std::string& text, const std::string& file) {
  const setup::JsonCheck check(text, file);
  const auto hooks = raw::member(check.object(), "hooks");
  if (!hooks) return;
  const auto events = raw::members(*hooks);
  if (!events) check.refuse(*hooks, "\"hooks\"", "an object {...}");
  for (const auto& [name, groups] : *events) {
    const std::string event = "hooks." + raw::text_of(name).value_or("?");
    const auto all = raw::elements(groups);
    if (!all) check.refuse(groups, event, "an array [...]");
    for (const auto& group : *all) check_group(check, group, event);
  }
}

}  // namespace afar::hook::claude_code
