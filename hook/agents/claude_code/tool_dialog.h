// A tool's call as a dialog: which kind it is, and what is asked.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "hook/agents/agent.h"
#include "hook/agents/claude_code/questions.h"

namespace afar::hook::claude_code {

inline constexpr std::string_view kPlanEntryTool = "EnterPlanMode";

// A question and a plan have tools of their own; a call of any other tool needs a permission.
DialogKind kind_of_tool(std::string_view tool);

// A call as an event has it.
struct ToolCall {
  std::string_view tool;
  const nlohmann::json& input;
  std::string_view raw_input;    // the bytes that `input` was parsed from
  std::string_view suggestions;  // JSON text: lasting rules that the client proposes; empty: none
  // The client takes changes to the permissions together with an allow.
  bool takes_permissions = false;
};

// Throws BadField where the input is none that could be asked about.
Asked asked_by(DialogKind kind, const ToolCall& call);

}  // namespace afar::hook::claude_code
