// What policy decided about one dialog: the operator's words, with nothing left out.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/core/showing.h"
#include "shared/dialog/defaults.h"
#include "shared/dialog/time.h"

namespace afar {

enum class Mode {
  kRace,     // terminal and surfaces at once
  kBlock,    // surfaces only
  kDefer,    // park it, end the agent's run, resume it on the answer
  kDefault,  // answer with the default, marked as one
  kDeny,     // refuse with a message that names the default to go on with
  kLocal,    // stay out
};

// What happens when nobody answered in time. The dialog stays answerable in every case.
enum class OnTimeout {
  kLocal,    // leave it to the terminal
  kDefault,  // answer with the default
  kDeny,     // refuse
  kPark,     // keep it open without a waiter; where the host can, its run ends and is resumed
  kStop,     // refuse, and the agent is to end its turn
};

// What to do with an answer that comes after policy ended the dialog.
enum class Late {
  kCurrent,  // deliver it unless the person has prompted on since
  kInject,   // deliver it even then
  kNever,    // show it only
};
inline constexpr Late kLates[] = {Late::kCurrent, Late::kInject, Late::kNever};
std::string_view to_word(Late late);

struct Ruling {
  std::string rule;  // the rule's name; "built-in" where none matched
  Mode mode = Mode::kLocal;
  std::optional<Milliseconds> wait;  // absent: as long as the host lets it
  OnTimeout on_timeout = OnTimeout::kLocal;
  DefaultChoice default_choice;
  std::string message;                 // the operator's words for the agent, besides afar's
  std::vector<std::string> approvers;  // who may answer; empty: everybody who may answer at all
  // Absent: never.
  std::optional<Milliseconds> expires = std::chrono::days(7);
  Late late = Late::kCurrent;
  ShowingWanted showing{};
};

}  // namespace afar
