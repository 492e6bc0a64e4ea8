// AskUserQuestion's input as a dialog's content.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "shared/dialog/dialog.h"

namespace afar::hook::claude_code {

inline constexpr std::string_view kQuestionTool = "AskUserQuestion";

struct Asked {
  Content content;
  // The input as JSON text, byte for byte, but for `questions` that came as a string: there stands
  // the array that it holds, which is what the client takes back.
  std::string echo;
};

// `input` is the tool's input and `raw` the bytes it was parsed from. Questions get the ids q1..,
// their options o1... Throws BadField where it is no set of questions that could be asked and
// answered.
Asked asked_of(const nlohmann::json& input, std::string_view raw);

}  // namespace afar::hook::claude_code
