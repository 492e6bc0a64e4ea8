// What a channel plugin says it can do, and what of a dialog it can therefore be shown. Pure.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "shared/dialog/dialog.h"

namespace afar::plugin {

// How a dialog is put to it, the richest first.
enum class Form {
  kDialog,       // claude/channel/dialog: every dialog
  kAskQuestion,  // claude/channel/ask_question: questions
  kPermission,   // claude/channel/permission: permissions
  kPlain,        // claude/channel with a reply tool: as text
};

struct ReplyTool {
  bool takes_chat_id = false;
  bool needs_chat_id = false;
};

struct Traits {
  bool channel = false;
  bool dialog = false;
  bool ask_question = false;
  bool permission = false;
  bool has_tools = false;
  std::optional<ReplyTool> reply{};

  // nullopt: there is no form for such a dialog.
  std::optional<Form> form_for(DialogKind kind) const;
  bool shows_nothing() const;
};

// From the result of initialize; anything else in it is passed over.
Traits traits_from(const nlohmann::json& initialized);
// From one page of tools/list; nullopt: there is no reply tool on it.
std::optional<ReplyTool> reply_tool_in(const nlohmann::json& listed);

}  // namespace afar::plugin
