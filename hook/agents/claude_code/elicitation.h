// An MCP server asks the person something (MCP's elicitation): the client's Elicitation event,
// which fires before its own form is shown, and ElicitationResult, which tells how that form ended.
// Where a hook answers, the form is not shown and ElicitationResult does not fire; the client takes
// the content as it comes, and checks nothing (seen on 2.1.197 and 2.1.332). Pure.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "hook/agents/agent.h"
#include "shared/dialog/fields.h"

namespace afar::hook::claude_code {

// `input` are the bytes that `event` was parsed from. Throw BadField where the event cannot be
// understood, or the form not be asked.
Ask elicitation_ask(const Fields& event, std::string_view input, Origin origin);
SettleRequest elicitation_settle(const Fields& event, std::string_view input, Origin origin);

// Accepts only what a person or a rule answered, whole and fitting the form; else it prints
// nothing, or declines where a rule refused.
Reply elicitation_reply(const Ask& ask, const OpenResult& result);

}  // namespace afar::hook::claude_code
