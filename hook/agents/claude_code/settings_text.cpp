#include "hook/agents/claude_code/settings_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/json/edit.h"
#include "hook/json/raw.h"

namespace afar::hook::claude_code {

using Json = nlohmann::ordered_json;

std::optional<HookCommand> SettingsText::last_of_ours() const {
  const auto all = commands();
  const auto found = std::find_if(all.rbegin(), all.rend(),
                                  [](const HookCommand& each) { return each.is_ours(); });
  return found == all.rend() ? std::nullopt : std::optional(*found);
}

void SettingsText::append_group(std::string_view event, const Json& group) {
  const Json groups = Json::array({group});
  if (text_.empty()) {
    text_ = Json{{"hooks", {{event, groups}}}}.dump(2) + "\n";
    return;
  }
  const auto hooks = raw::member(root(), "hooks");
  if (!hooks) {
    text_ = raw::append_member(text_, root(), "hooks", Json{{event, groups}});
  } else if (const auto there = raw::member(*hooks, event)) {
    text_ = raw::append_element(text_, *there, group);
  } else {
    text_ = raw::append_member(text_, *hooks, event, groups);
  }
}

void SettingsText::set(std::string_view object, std::string_view name, const Json& value) {
  text_ = raw::set_member(text_, object, name, value);
}

void SettingsText::take_out_matcher(const HookCommand& of) {
  text_ = raw::remove(text_, of.group, *raw::member(of.group, "matcher"));
}

void SettingsText::take_out(const HookCommand& command) {
  if (!command.alone) {
    text_ = raw::remove(text_, command.entries, command.entry);
    return;
  }
  if (!raw::was_made_here(command.groups)) {
    text_ = raw::remove(text_, command.groups, command.group);
    return;
  }
  const std::string_view hooks = *raw::member(root(), "hooks");
  if (!raw::was_made_here(hooks)) {
    text_ = raw::remove(text_, hooks, command.groups);
  } else if (is_only(hooks)) {
    text_.clear();
  } else {
    text_ = raw::remove(text_, root(), hooks);
  }
}

// Whether nothing else is in the file, laid out as append_group() makes a new one.
bool SettingsText::is_only(std::string_view hooks) const {
  constexpr std::string_view kEnd = "\n}\n";
  return text_.rfind("{\n  \"hooks\": {\n", 0) == 0 &&
         hooks.data() + hooks.size() + kEnd.size() == text_.data() + text_.size() &&
         std::string_view(text_).substr(text_.size() - kEnd.size()) == kEnd;
}

}  // namespace afar::hook::claude_code
