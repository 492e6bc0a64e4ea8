// All rules of an installation: the system's, which decide first, and the user's. Pure.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "daemon/core/rules.h"

namespace afar {

struct RuleBook {
  std::vector<Rule> system;  // of the file that root owns
  std::vector<Rule> user;
};

// One rule that was looked at on the way to a ruling.
struct LookedAt {
  const Rule* rule;
  bool of_system;
  std::optional<std::string_view> mismatch;  // the first key that did not hold; absent: it matched
};

struct Ruled {
  Ruling ruling;
  bool matched = false;  // false: the built-in rule
  std::vector<LookedAt> looked_at;
};

// The first rule that matches decides, the system's before the user's. An open rule of the system's
// is narrowed by the user's first matching rule: by its deny, a shorter wait, or a subset of the
// surfaces or the approvers, and by nothing else; the ruling then bears both names.
Ruled rule_on(const RuleBook& book, const OpenRequest& request, const Facts& facts);

}  // namespace afar
