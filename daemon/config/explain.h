// For `afar policy explain`: what would become of a dialog, and why.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "daemon/core/rule_book.h"

namespace afar::config {

// {rule, matched, mode, mode_on_host, wait_ms, on_timeout, default, approvers, expires_ms, message,
// why: [..]}, as PROTOCOL.md has it at policy.explain.
nlohmann::json explain(const RuleBook& book, const OpenRequest& request, const Facts& facts);

}  // namespace afar::config
