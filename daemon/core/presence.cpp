#include "daemon/core/presence.h"

namespace afar {

std::string_view to_word(Presence presence) {
  return presence == Presence::kHere ? "here" : "away";
}

std::optional<Presence> presence_from(std::string_view word) {
  for (const Presence presence : kPresences) {
    if (word == to_word(presence)) return presence;
  }
  return std::nullopt;
}

Presence presence_by(const Signs& signs, WallTime now, std::optional<Milliseconds> away_after) {
  if (signs.said) return *signs.said;
  const auto& last_prompt_at = signs.last_prompt_at;
  if (!away_after) return Presence::kHere;
  return last_prompt_at && now - *last_prompt_at < *away_after ? Presence::kHere : Presence::kAway;
}

}  // namespace afar
