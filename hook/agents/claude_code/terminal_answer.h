// How the person answered in the terminal itself, as PostToolUse tells it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "shared/dialog/dialog.h"

namespace afar::hook::claude_code {

// `event`: PostToolUse's input. nullopt: the client's dialog ended without an answer, or by its own
// idle timeout, which is nobody's answer. Of a plan or a permission the event itself is the answer:
// it comes for those that were let through, and for no other.
std::optional<Answer> terminal_answer(DialogKind kind, const Content& content,
                                      const nlohmann::json& event);

// One answer as the client writes it ("Auth, Cache") as option ids and free text. In a multi-select
// the labels come first; from the first part that is no label on, all is free text, byte for byte.
QuestionAnswer parse_choice(const Question& question, const std::string& written);

}  // namespace afar::hook::claude_code
