// The lasting rules that Claude Code proposes with a permission, as options: "and never ask again".
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar::hook::claude_code {

// `suggestions`: the event's permission_suggestions as JSON text. One option for each that can be
// said in plain words: what would be written, and where. The ids are allow_always, allow_always_2,
// ... by the place among all of them.
std::vector<Option> always_options(std::string_view suggestions);

bool is_always(std::string_view option_id);

// The suggestion behind an option, byte for byte; nullopt where there is none that was offered.
std::optional<std::string> suggestion_of(std::string_view suggestions, std::string_view option_id);

}  // namespace afar::hook::claude_code
