#include "daemon/core/presence.h"

namespace afar {

std::string_view to_word(Presence presence) {
  return presence == Presence::kHere ? "here" : "away";
}

Presence presence_by_prompts(std::optional<WallTime> last_prompt_at, WallTime now,
                             std::optional<Milliseconds> away_after) {
  if (!away_after) return Presence::kHere;
  return last_prompt_at && now - *last_prompt_at < *away_after ? Presence::kHere : Presence::kAway;
}

}  // namespace afar
