// What the operator wants done with a dialog. Pure: facts in, a ruling out.
#pragma once
#include <optional>
#include <string>

#include "shared/dialog/request.h"

namespace afar {

enum class Mode {
  kRace,   // terminal and surfaces at once
  kBlock,  // surfaces only
  kLocal,  // stay out
};

// What happens when nobody answered in time. The dialog stays answerable in every case.
enum class OnTimeout {
  kLocal,  // leave it to the terminal
  kPark,   // keep it open without a waiter; where the host can, its run ends and is resumed
};

struct Ruling {
  std::string rule;  // the rule's name; "built-in" where none matched
  Mode mode = Mode::kLocal;
  std::optional<Milliseconds> wait;  // absent: as long as the host lets it
  OnTimeout on_timeout = OnTimeout::kLocal;
  Milliseconds expires = std::chrono::days(7);
};

// The policy of an installation without a rule. Interactive: race without end, then the terminal.
// Not interactive: block up to the host's limit, then park. Permissions and the entry into plan
// mode stay with the terminal: every prompt would ring a phone otherwise.
Ruling built_in_ruling(const OpenRequest& request);

// What a mode comes to on this host: a mode that it cannot do falls to the next one that keeps the
// person in charge (a race needs a dialog of the agent's own: else block).
Mode mode_on_host(Mode wanted, const OpenRequest& request);

}  // namespace afar
