// A person's answer as the input that AskUserQuestion is to run with.
#pragma once
#include <string>
#include <variant>

#include "hook/agents/agent.h"

namespace afar::hook::claude_code {

// Why an answer cannot be given to the agent, in words for stderr.
struct NotGiven {
  std::string why;
};

// JSON text: the tool's input as it came, with the answers keyed by the questions' own bytes.
// Labels, previews and questions are copied from the input; the person's words are as they wrote
// them. Refused unless every question has an answer that stands for something.
std::variant<std::string, NotGiven> updated_input(const Ask& ask, const Answer& answer);

}  // namespace afar::hook::claude_code
