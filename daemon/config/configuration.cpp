#include "daemon/config/configuration.h"

namespace afar::config {

Facts Configuration::facts_at(WallTime now, const Signs& signs) const {
  return {now, presence_by(signs, now, settings().away_after)};
}

Ruling Configuration::ruling_for(const OpenRequest& request, const Facts& facts) const {
  return rule_on(settings().rules, request, facts).ruling;
}

std::optional<std::string> Configuration::why_not_answer(const DialogRecord& record,
                                                         const Decider& by, WallTime now) const {
  return afar::why_not_answer(settings().responders, record, by, now);
}

}  // namespace afar::config
