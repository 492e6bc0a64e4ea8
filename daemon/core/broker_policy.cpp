// Where policy decides: at once, or when nobody answered in time.
#include <nlohmann/json.hpp>

#include "daemon/core/broker.h"
#include "daemon/core/decision.h"
#include "daemon/core/record.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

Undecided undecided(const Dialog& dialog, Phase phase, bool can_defer) {
  return {dialog.id, dialog.kind, dialog.content, phase, can_defer, dialog.answers};
}

// What a mode that decides at once does, in the words of a timeout.
OnTimeout at_once(Mode mode) {
  if (mode == Mode::kDefault) return OnTimeout::kDefault;
  return mode == Mode::kDeny ? OnTimeout::kDeny : OnTimeout::kPark;
}

}  // namespace

bool decides_at_once(Mode mode) {
  return mode == Mode::kDefault || mode == Mode::kDeny || mode == Mode::kDefer;
}

bool Broker::another_is_deferred(Turn& turn, const Dialog& dialog) {
  for (const auto& other : turn.ledger.open_in_session(session_of(dialog.origin))) {
    if (other.id != dialog.id && other.deferred && other.generation == dialog.origin.generation) {
      return true;
    }
  }
  return false;
}

void Broker::decide_at_once(Turn& turn, const Dialog& dialog, const OpenRequest& request,
                            const Ruling& ruling, Mode mode, const WaiterId& waiter) {
  apply_decision(
      turn, at_once(mode),
      decide_by_policy(at_once(mode), undecided(dialog, request.phase, request.can_defer), ruling,
                       turn.now.wall, std::nullopt),
      waiter);
}

OpenResult Broker::fallback_of(const Dialog& dialog, const OpenRequest& request,
                               const Ruling& ruling, WallTime now) const {
  return decide_by_policy(ruling.on_timeout, undecided(dialog, request.phase, request.can_defer),
                          ruling, now, request.limit);
}

void Broker::renew_fallbacks(Turn& turn, const Dialog& dialog) {
  for (const auto& waiter : waiters_.of_dialog(dialog.id)) {
    turn.effects.emplace_back(
        TellOpened{waiter.id.connection,
                   {dialog.id, decide_by_policy(waiter.ruling->on_timeout,
                                                undecided(dialog, waiter.phase, waiter.can_defer),
                                                *waiter.ruling, turn.now.wall, waiter.limit)}});
  }
}

void Broker::time_out(Turn& turn, const Waiter& waiter) {
  ++counters_.timeouts;
  waiters_.detach(waiter.id);
  const auto record = turn.ledger.find(waiter.dialog);
  if (!record) return;
  // Of two deferred calls in one turn the host keeps one: a further one gets the parked message.
  const bool can_defer = waiter.can_defer && !another_is_deferred(turn, record->dialog);
  apply_decision(turn, waiter.ruling->on_timeout,
                 decide_by_policy(waiter.ruling->on_timeout,
                                  undecided(record->dialog, waiter.phase, can_defer),
                                  *waiter.ruling, turn.now.wall, waiter.limit),
                 waiter.id);
}

Answer Broker::keep_defaults(Turn& turn, const DialogId& id, Answer answers) {
  const auto record = turn.ledger.find(id);
  for (auto& [question, answer] : answers.questions) {
    const auto& given = record->dialog.answers.questions;
    const auto found = given.find(question);
    answer.by_default = found == given.end() || !found->second.gives_something();
  }
  turn.ledger.set_answers(id, answers);
  return answers;
}

void Broker::apply_decision(Turn& turn, OnTimeout what, const OpenResult& decision,
                            const WaiterId& waiter) {
  const DialogId& id = *decision.id;
  tell(turn, waiter, decision);
  if (what == OnTimeout::kPark) {
    if (waiters_.count(id) > 0) return;
    // Open with an outcome: the agent was told something for now, and the answer comes later.
    turn.ledger.set_outcome(id, DialogState::kOpen, decision.outcome);
    const bool deferred = decision.outcome.state == OutcomeState::kDeferred;
    record(turn, deferred ? "deferred" : "parked", id, decision.outcome.by, "{}");
    turn.effects.emplace_back(DialogChanged{id});
    return;
  }
  if (decision.outcome.state == OutcomeState::kLeft) {
    if (waiters_.count(id) == 0) leave(turn, id, decision.outcome.by);
    return;
  }
  const bool defaulted = decision.outcome.state == OutcomeState::kDefaulted;
  nlohmann::json body = {{"message", decision.outcome.message}};
  if (defaulted) {
    const Answer answers = keep_defaults(turn, id, decision.answers);
    body["by_default"] = nlohmann::json::array();
    for (const auto& [question, answer] : answers.questions) {
      if (answer.by_default) body["by_default"].push_back(question);
    }
    body["answers"] = to_json(decision.answers.questions);
  }
  end(turn, id, decision.outcome, decision.answers, defaulted ? "defaulted" : "denied",
      rpc::dump(body));
}

}  // namespace afar
