// Small words that several parts of the broker say alike.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/core/ledger.h"
#include "shared/dialog/dialog.h"

namespace afar {

inline SessionKey session_of(const Origin& origin) { return {origin.agent, origin.session}; }

inline Decider by_policy(const std::string& rule) { return {Decider::Kind::kPolicy, "", "", rule}; }
inline Decider by_agent(const Origin& origin) {
  return {Decider::Kind::kAgent, origin.agent, "", ""};
}
// A permission is asked for one deed: an answer to an earlier one is no leave for this.
inline bool can_be_asked_again(DialogKind kind) {
  return kind == DialogKind::kUserQuestion || kind == DialogKind::kPlanApproval;
}
// Whether an answer can still reach the agent once the call that asked is over: the server that
// waits for a form takes nothing else then.
inline bool can_be_parked(DialogKind kind) { return kind != DialogKind::kElicitation; }
// The person at the agent's own dialog.
inline Decider by_terminal() { return {Decider::Kind::kTerminal, "", "terminal", ""}; }

// An answer as it stands in the audit.
nlohmann::json body_json(const Answer& answer);
std::string body_of(const Answer& answer);

}  // namespace afar
