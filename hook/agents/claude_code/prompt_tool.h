// Claude Code's permission prompt tool: an MCP tool that the operator names by
// --permission-prompt-tool, and that the client calls where it would else ask in a terminal. It
// sends {tool_name, input, tool_use_id} and takes {"behavior":"allow","updatedInput":..} or
// {"behavior":"deny","message":..}. Pure.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include "hook/agents/agent.h"

namespace afar::hook::claude_code {

// What the call itself does not say.
struct PromptPlace {
  std::string session;
  std::string cwd;
};

struct NotUnderstood {
  std::string why;
};

// `arguments`: JSON text as the client sent it. The dialog has the same key as the one that the
// hook opens for the same call, so that whoever comes second joins it.
std::variant<Ask, NotUnderstood> prompt_ask(const Environment& environment,
                                            const PromptPlace& place, std::string_view arguments);

// JSON text. An allow only for an answer that allows, of a person or of a rule: whatever else
// became of the dialog is a denial that says so.
std::string prompt_reply(const Ask& ask, const OpenResult& result);

// JSON text: a denial in these words. `stop` ends the client's run; its model then reads nothing.
std::string prompt_denial(const std::string& message, bool stop = false);

// Words for a dialog that was never opened: nobody was asked, and `why`. Without a full stop.
std::string nobody_was_asked(const std::string& why);

}  // namespace afar::hook::claude_code
