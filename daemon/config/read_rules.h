// Reads rules. What is wrong goes to the list of the place; what was read is then not to be used.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "daemon/config/place.h"
#include "daemon/core/rules.h"

namespace afar::config {

struct RulesContext {
  std::string home;  // for ~ in globs; empty: not known
  // Who can be an approver; nullopt: not known here (the system's file does not say who there is).
  std::optional<std::set<std::string>> people;
  bool of_system = false;
  // The surfaces that are configured; nullopt: not known here.
  std::optional<std::set<std::string>> surfaces{};
};

std::vector<Rule> read_rules(const Place& place, const RulesContext& context);
When read_when(const Place& place, const RulesContext& context);
std::optional<Pattern> read_pattern(const Place& place);
Then read_then(const Place& place, const RulesContext& context);

// The keys time, days and tz, wherever times are named.
struct Times {
  std::vector<TimeWindow> time;
  std::vector<std::chrono::weekday> days;
  LocalClock clock;  // of this machine where no zone is named
};
std::vector<std::pair<std::string_view, Reader>> times_keys(Times& times);

}  // namespace afar::config
