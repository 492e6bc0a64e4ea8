#include "daemon/config/explain.h"

#include <nlohmann/json.hpp>

#include "daemon/core/policy.h"
#include "shared/dialog/defaults.h"
#include "shared/dialog/dialog_json.h"

namespace afar::config {
namespace {

using nlohmann::json;

json milliseconds(const Limit& limit) { return limit ? json(limit->count()) : json(nullptr); }

json why_json(const std::vector<LookedAt>& looked_at) {
  json list = json::array();
  for (const auto& each : looked_at) {
    list.push_back({{"rule", each.rule->name},
                    {"file", each.of_system ? "system" : "user"},
                    {"matched", !each.mismatch},
                    {"key", each.mismatch ? json(*each.mismatch) : json(nullptr)}});
  }
  return list;
}

}  // namespace

json explain(const RuleBook& book, const OpenRequest& request, const Facts& facts) {
  const Ruled ruled = rule_on(book, request, facts);
  const Ruling& ruling = ruled.ruling;
  const auto defaults = default_answer(request.kind, request.content, ruling.default_choice);
  return {{"rule", ruling.rule},
          {"matched", ruled.matched},
          {"mode", to_word(ruling.mode)},
          {"mode_on_host", to_word(mode_on_host(ruling.mode, request))},
          {"wait_ms", milliseconds(ruling.wait)},
          {"on_timeout", to_word(ruling.on_timeout)},
          {"default", defaults ? to_json(defaults->questions) : json(nullptr)},
          {"approvers", ruling.approvers},
          {"expires_ms", milliseconds(ruling.expires)},
          {"message", ruling.message.empty() ? json(nullptr) : json(ruling.message)},
          {"presence", to_word(facts.presence)},
          {"why", why_json(ruled.looked_at)}};
}

}  // namespace afar::config
