#include "daemon/core/decision.h"

#include "daemon/core/record.h"
#include "daemon/core/words.h"
#include "shared/dialog/defaults.h"

namespace afar {

OpenResult decide_by_policy(OnTimeout what, const Undecided& dialog, const Ruling& ruling,
                            WallTime at, std::optional<Milliseconds> waited) {
  OpenResult result;
  result.id = dialog.id;
  Outcome& outcome = result.outcome;
  outcome.by = by_policy(ruling.rule);
  outcome.at = at;
  const words::About about{dialog.id,
                           dialog.content,
                           ruling.rule,
                           ruling.message,
                           waited,
                           dialog.given,
                           can_be_asked_again(dialog.kind)};
  const auto defaults =
      default_answer(dialog.kind, dialog.content, ruling.default_choice, dialog.given);
  switch (what) {
    case OnTimeout::kLocal:
      outcome.state = OutcomeState::kLeft;
      break;
    case OnTimeout::kDefault:
      if (defaults) {
        outcome.state = OutcomeState::kDefaulted;
        result.answers = *defaults;
        // Beside the agent's own dialog there is no place for a mark next to an answer: the agent
        // is refused, with the defaults named.
        outcome.message = dialog.phase == Phase::kBeside ? words::denied(about, defaults)
                                                         : words::defaulted(about, *defaults);
        break;
      }
      [[fallthrough]];
    case OnTimeout::kDeny:
      outcome.state = OutcomeState::kDenied;
      outcome.message = words::denied(about, defaults);
      break;
    case OnTimeout::kStop:
      outcome.state = OutcomeState::kDenied;
      outcome.stop = true;
      outcome.message = words::stopped(about);
      break;
    case OnTimeout::kPark:
      if (dialog.phase == Phase::kBeside) {
        outcome.state = OutcomeState::kLeft;
      } else if (dialog.can_defer) {
        outcome.state = OutcomeState::kDeferred;
      } else {
        outcome.state = OutcomeState::kDenied;
        outcome.message = words::parked(about);
        result.parked = true;
      }
      break;
  }
  return result;
}

}  // namespace afar
