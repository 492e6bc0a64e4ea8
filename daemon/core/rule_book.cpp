#include "daemon/core/rule_book.h"

#include <algorithm>

#include "daemon/core/policy.h"

namespace afar {
namespace {

// Who sits at the terminal has seen it there: their phone rings only if they do not answer.
constexpr Milliseconds kSparedWhileHere(20'000);

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

bool narrows_surfaces(const Rule& system, const Rule& user) {
  const auto& fewer = user.then.showing.surfaces;
  const auto& all = system.then.showing.surfaces;
  if (!fewer || fewer == all) return false;
  return !all || std::all_of(fewer->begin(), fewer->end(),
                             [&](const auto& each) { return contains(*all, each); });
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
  const bool shows_less = narrows_surfaces(system, user);
  if (shows_less) {
    ruling.showing.surfaces = wanted.showing.surfaces;
    for (auto& step : ruling.showing.escalate) {
      std::erase_if(step.surfaces,
                    [&](const auto& name) { return !contains(*wanted.showing.surfaces, name); });
    }
  }
  if (denies || shortens || picks || shows_less) ruling.rule = both_names(system, user);
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
  auto& notify_after = ruled.ruling.showing.notify_after;
  if (!notify_after) {
    notify_after = facts.presence == Presence::kHere ? kSparedWhileHere : Milliseconds(0);
  }
  return ruled;
}

}  // namespace afar
