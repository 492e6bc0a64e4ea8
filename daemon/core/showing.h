// Where and when a dialog is shown to people: by a rule, as it was when the dialog opened. Pure.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "daemon/core/time_window.h"

namespace afar {

// Times in which nobody is to be rung up.
struct QuietTimes {
  std::vector<TimeWindow> time;            // empty: the whole day
  std::vector<std::chrono::weekday> days;  // empty: every day
  LocalClock clock;

  bool contain(WallTime at) const;
};

// Somebody else is told where nobody has answered.
struct Escalation {
  Milliseconds after{};
  std::vector<std::string> surfaces;
};

// What a rule wants. Surfaces go by their names: "web", "telegram", "webhook:team".
struct ShowingWanted {
  std::optional<std::vector<std::string>> surfaces;  // absent: all that are configured
  std::optional<Milliseconds> notify_after;          // absent: by the person's presence
  std::vector<QuietTimes> quiet;
  std::vector<Escalation> escalate;
  std::optional<Milliseconds> remind;
};

// The same for one dialog, kept with it.
struct Showing {
  struct Step {
    WallTime at{};
    std::vector<std::string> surfaces;
    bool operator==(const Step&) const = default;
  };
  std::optional<std::vector<std::string>> surfaces{};
  WallTime notify_at{};
  std::vector<Step> escalate{};
  std::optional<Milliseconds> remind{};
  bool operator==(const Showing&) const = default;
};

// A hundred years: nobody is told.
inline constexpr Milliseconds kNeverNotifies = std::chrono::days(36500);
inline constexpr char kWebSurface[] = "web";
// Beyond so many days of quiet times nobody would ever be rung up: they count as over.
inline constexpr int kQuietDaysMax = 8;

Showing showing_by(const ShowingWanted& wanted, WallTime opened_at);

// Whether the dialog stands on that surface by then; a page that people look at by themselves need
// not wait for notify_at.
bool is_shown_on(const Showing& showing, const std::string& surface, WallTime now);

}  // namespace afar
