// Whether the person is at the terminal. Pure.
#pragma once
#include <optional>
#include <string_view>

#include "shared/dialog/time.h"

namespace afar {

enum class Presence { kHere, kAway };
inline constexpr Presence kPresences[] = {Presence::kHere, Presence::kAway};
std::string_view to_word(Presence presence);
// nullopt: another word, "auto" too.
std::optional<Presence> presence_from(std::string_view word);

// What tells of the person's presence.
struct Signs {
  // What they said themselves; holds until they say otherwise. nullopt: the rest tells.
  std::optional<Presence> said{};
  // Their last prompt or answer at a terminal, in whatever session.
  std::optional<WallTime> last_prompt_at{};
};

// Here while the person's last sign is younger than `away_after`, where they did not say.
// Without an `away_after` nobody is ever away by that.
Presence presence_by(const Signs& signs, WallTime now, std::optional<Milliseconds> away_after);

}  // namespace afar
