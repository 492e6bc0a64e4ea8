// The file of `afar policy test`: dialogs, and what the rules must make of them. JSON with
// comments:
//   {"cases": [{"name": "ci never waits",
//               "given":  {"kind": "user_question", "host": "ci-7"},
//               "expect": {"rule": "ci never waits", "mode": "deny"}}]}
// `given` has the keys of a rule's `when`, one value each, and "at" in place of time and days;
// `expect` at least one of rule, mode, wait, on_timeout, approvers.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/config/problem.h"
#include "daemon/core/rules.h"
#include "shared/dialog/request.h"

namespace afar::cli {

struct Expected {
  std::optional<std::string> rule;  // "built-in": none matches
  std::optional<Mode> mode;         // what the rule wants, whatever the host can do
  std::optional<Limit> wait;
  std::optional<OnTimeout> on_timeout;
  std::optional<std::vector<std::string>> approvers;
};

struct PolicyCase {
  std::string name;
  OpenRequest request;
  Facts facts;
  Expected expected;
};

// All of the file's cases (at least one), or everything that is wrong with it. `now`: the moment of
// a case without "at".
std::variant<std::vector<PolicyCase>, std::vector<config::Problem>> read_policy_cases(
    const std::string& file, WallTime now);

// What is other than expected, each like "mode: expected deny, got race".
std::vector<std::string> differences(const Expected& expected, const Ruling& got);

}  // namespace afar::cli
