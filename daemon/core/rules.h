// An operator's rules: what each asks of a dialog, and what it then wants done. Pure: facts in, a
// ruling out. What reads them from a file is daemon/config.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "daemon/core/glob.h"
#include "daemon/core/pattern.h"
#include "daemon/core/presence.h"
#include "daemon/core/ruling.h"
#include "daemon/core/time_window.h"
#include "shared/dialog/request.h"

namespace afar {

// What rules ask about besides the request itself.
struct Facts {
  WallTime now{};
  Presence presence = Presence::kHere;
};

// All keys must hold; of a list, any one. An empty list asks nothing.
struct When {
  std::vector<Glob> agent;
  std::vector<DialogKind> kind;
  std::vector<Glob> tool;
  std::vector<Pattern> input;
  std::vector<Pattern> question;  // any of the dialog's questions
  std::vector<Glob> project;      // over the working directory
  std::vector<Glob> host;
  std::vector<Glob> permission_mode;
  std::vector<bool> interactive;
  std::vector<Presence> presence;
  std::vector<TimeWindow> time;
  std::vector<std::chrono::weekday> days;
  LocalClock clock;                                // for time and days; must be there with them
  std::vector<std::variant<bool, Glob>> subagent;  // whether one asks, or its type or name
};

// Absent: never, without end.
using Limit = std::optional<Milliseconds>;

// What a rule leaves out comes from the built-in rule for that dialog.
struct Then {
  std::optional<Mode> mode;
  std::optional<Limit> wait;
  std::optional<OnTimeout> on_timeout;
  std::optional<DefaultChoice> default_choice;
  std::vector<std::string> approvers;
  std::string message;
  std::optional<Limit> expires;
  std::optional<Late> late;
  ShowingWanted showing{};
};

struct Rule {
  std::string name;
  bool open = false;  // of the system's: the user's rules may narrow it (rule_book.h)
  When when;
  Then then;
};

// The first key, in the order of When, that does not hold; nullopt where all do. "unasked": the
// rule is not about calls that no agent asks about, since it names neither permissions nor which
// ones.
std::optional<std::string_view> first_mismatch(const When& when, const OpenRequest& request,
                                               const Facts& facts);

// What this rule wants, whole.
Ruling ruling_by(const Rule& rule, const OpenRequest& request);

// The words of the configuration file.
inline constexpr DialogKind kDialogKinds[] = {DialogKind::kUserQuestion, DialogKind::kPlanApproval,
                                              DialogKind::kPlanEntry, DialogKind::kPermission,
                                              DialogKind::kElicitation};
inline constexpr Mode kModes[] = {Mode::kRace,    Mode::kBlock, Mode::kDefer,
                                  Mode::kDefault, Mode::kDeny,  Mode::kLocal};
inline constexpr OnTimeout kOnTimeouts[] = {OnTimeout::kLocal, OnTimeout::kDefault,
                                            OnTimeout::kDeny, OnTimeout::kPark, OnTimeout::kStop};
std::string_view to_word(Mode mode);
std::string_view to_word(OnTimeout on_timeout);

}  // namespace afar
