// Where and when a rule wants a dialog shown.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/config/read_rules.h"

namespace afar::config {

// The keys surfaces, notify_after, quiet, escalate and remind. Both arguments must outlive the
// reading.
std::vector<std::pair<std::string_view, Reader>> showing_keys(ShowingWanted& showing,
                                                              const RulesContext& context);

}  // namespace afar::config
