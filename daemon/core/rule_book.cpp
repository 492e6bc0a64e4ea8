#include "daemon/core/rule_book.h"

#include <algorithm>

#include "daemon/core/policy.h"

namespace afar {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// No names at all stand for everybody.
bool within(const Names& fewer, const Names& names) {
  return names.empty() || std::all_of(fewer.begin(), fewer.end(),
                                      [&](const auto& each) { return contains(names, each); });
}

const Rule* first_match(const std::vector<Rule>& rules, bool of_system, const OpenRequest& request,
                        const Facts& facts, std::vector<LookedAt>& looked_at) {
  for (const auto& rule : rules) {
    const auto mismatch = first_mismatch(rule.when, request, facts);
    looked_at.push_back({&rule, of_system, mismatch});
    if (!mismatch) return &rule;
  }
  return nullptr;
}

std::string both_names(const Rule& system, const Rule& user) {
  return system.name + ", narrowed by " + user.name;
}

bool narrows_approvers(const Rule& system, const Rule& user) {
  return !user.then.approvers.empty() && within(user.then.approvers, system.then.approvers) &&
         user.then.approvers != system.then.approvers;
}

Ruling narrowed(const Rule& system, const Rule& user, const OpenRequest& request) {
  Ruling ruling = ruling_by(system, request);
  const Ruling wanted = ruling_by(user, request);
  const bool denies = user.then.mode == Mode::kDeny && ruling.mode != Mode::kDeny;
  const bool shortens =
      user.then.wait && wanted.wait && (!ruling.wait || *wanted.wait < *ruling.wait);
  const bool picks = narrows_approvers(system, user);
  if (denies) {
    ruling.mode = Mode::kDeny;
    ruling.message = wanted.message;
    ruling.default_choice = wanted.default_choice;  // what a deny names, never an answer
  }
  if (shortens) ruling.wait = wanted.wait;
  if (picks) ruling.approvers = wanted.approvers;
  if (denies || shortens || picks) ruling.rule = both_names(system, user);
  return ruling;
}

}  // namespace

Ruled rule_on(const RuleBook& book, const OpenRequest& request, const Facts& facts) {
  Ruled ruled;
  const Rule* system = first_match(book.system, true, request, facts, ruled.looked_at);
  const bool settled = system != nullptr && !system->open;
  const Rule* user =
      settled ? nullptr : first_match(book.user, false, request, facts, ruled.looked_at);
  ruled.matched = system != nullptr || user != nullptr;
  if (system != nullptr && user != nullptr) {
    ruled.ruling = narrowed(*system, *user, request);
  } else if (ruled.matched) {
    ruled.ruling = ruling_by(system != nullptr ? *system : *user, request);
  } else {
    ruled.ruling = built_in_ruling(request);
  }
  return ruled;
}

}  // namespace afar
