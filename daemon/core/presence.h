// Whether the person is at the terminal. Pure.
#pragma once
#include <optional>
#include <string_view>

#include "shared/dialog/time.h"

namespace afar {

enum class Presence { kHere, kAway };
inline constexpr Presence kPresences[] = {Presence::kHere, Presence::kAway};
std::string_view to_word(Presence presence);

// Here while the person's last prompt, in whatever session, is younger than `away_after`. Without
// an `away_after` nobody is ever away.
Presence presence_by_prompts(std::optional<WallTime> last_prompt_at, WallTime now,
                             std::optional<Milliseconds> away_after);

}  // namespace afar
