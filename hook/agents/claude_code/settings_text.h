// The text of a settings file under change: one part at a time, everything else as it was.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hook/agents/claude_code/settings.h"

namespace afar::hook::claude_code {

// Parts that are given point into the text as it is, and are gone after each change.
class SettingsText {
 public:
  // A text that was checked; empty: there is no file yet.
  explicit SettingsText(std::string text) : text_(std::move(text)) {}

  // Empty where nothing is left but what append_group() had made.
  const std::string& text() const { return text_; }
  std::vector<HookCommand> commands() const { return hook_commands(root()); }
  std::optional<HookCommand> last_of_ours() const;

  void append_group(std::string_view event, const nlohmann::ordered_json& group);
  void set(std::string_view object, std::string_view name, const nlohmann::ordered_json& value);
  void take_out_matcher(const HookCommand& of);
  // With the containers around it that were made for it.
  void take_out(const HookCommand& command);

 private:
  std::string_view root() const { return settings_object(text_); }
  bool is_only(std::string_view hooks) const;

  std::string text_;
};

}  // namespace afar::hook::claude_code
