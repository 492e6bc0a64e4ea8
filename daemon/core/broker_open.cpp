// Opening: which dialog a request is, and what it is told.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/core/broker.h"
#include "daemon/core/record.h"
#include "daemon/core/request_key.h"
#include "daemon/core/words.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

// What a waiter is told when nobody answered in time, in the words of its rule.
Outcome outcome_at_timeout(const DialogId& id, OnTimeout on_timeout, Phase phase, bool can_defer,
                           const std::string& rule, WallTime at) {
  Outcome outcome;
  outcome.by = by_policy(rule);
  outcome.at = at;
  if (on_timeout == OnTimeout::kLocal || phase == Phase::kBeside) {
    outcome.state = OutcomeState::kLeft;
  } else if (can_defer) {
    outcome.state = OutcomeState::kDeferred;
  } else {
    outcome.state = OutcomeState::kDenied;
    outcome.message = words::parked(id);
  }
  return outcome;
}

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string opened_body(const DialogRecord& record) {
  nlohmann::json body = to_json(record.dialog);
  for (const char* later : {"id", "state", "waiters", "answers", "response", "outcome"}) {
    body.erase(later);
  }
  body["tool"] = record.tool;
  body["phase"] = to_word(record.phase);
  return rpc::dump(body);
}

}  // namespace

CallsUnderWay::Asked Broker::asked_by(const OpenRequest& request) const {
  return {session_of(request.origin), request.origin.subagent, request.tool,
          content_hash(request.kind, request.tool, request.content)};
}

OpenStatus Broker::open(Turn& turn, OpenRequest request, const WaiterId& waiter) {
  const auto asked = asked_by(request);
  const auto session = turn.ledger.find_session(asked.session);
  request.origin.generation = session ? session->generation : 0;
  const Ruling ruling = world_.ruling_for(request);
  const Mode mode = mode_on_host(ruling.mode, request);
  const bool stays_out =
      mode == Mode::kLocal || (mode == Mode::kRace && request.phase == Phase::kBefore);
  if (request.phase == Phase::kBefore && !request.origin.call.empty()) {
    calls_.begin(asked, request.origin.call);
  }
  leave_superseded(turn, asked.session, asked.subagent, request.tool, request.running_calls, "");
  if (stays_out) {
    // An outcome that is ready for this very call is given whatever the mode is.
    const auto known = turn.ledger.find_by_call(asked.session, asked.subagent, request.origin.call,
                                                asked.content_hash);
    if (!request.origin.call.empty() && known && known->state == DialogState::kAnswered) {
      return rejoin(turn, request, *known, ruling, waiter);
    }
    stay_out(turn, waiter, ruling);
    return OpenStatus::kTaken;
  }
  if (const auto known = find_known(turn, request, asked)) {
    return rejoin(turn, request, *known, ruling, waiter);
  }
  return open_new(turn, std::move(request), asked, ruling, waiter);
}

std::optional<DialogHead> Broker::find_known(Turn& turn, const OpenRequest& request,
                                             const CallsUnderWay::Asked& asked) {
  if (request.id) {
    const auto record = turn.ledger.find(*request.id);
    if (record && record->content_hash == asked.content_hash &&
        record->dialog.origin.session == asked.session.session &&
        record->dialog.origin.agent == asked.session.agent &&
        record->dialog.origin.subagent == asked.subagent) {
      return turn.ledger.find_head(*request.id);
    }
  }
  return request.origin.call.empty() ? find_without_call(turn, request, asked)
                                     : find_for_call(turn, request, asked);
}

std::optional<DialogHead> Broker::find_for_call(Turn& turn, const OpenRequest& request,
                                                const CallsUnderWay::Asked& asked) {
  const std::string& call = request.origin.call;
  if (auto head =
          turn.ledger.find_by_call(asked.session, asked.subagent, call, asked.content_hash)) {
    return head;
  }
  for (const auto& head :
       turn.ledger.find_by_content(asked.session, asked.subagent, asked.tool, asked.content_hash)) {
    if (!head.call.empty() || head.state != DialogState::kOpen) continue;
    turn.ledger.set_call(head.id, call);
    return head;
  }
  return std::nullopt;
}

std::optional<DialogHead> Broker::find_without_call(Turn& turn, const OpenRequest& request,
                                                    const CallsUnderWay::Asked& asked) {
  const auto heads =
      turn.ledger.find_by_content(asked.session, asked.subagent, asked.tool, asked.content_hash);
  const auto under_way = calls_.of(asked);
  // One without a waiter: a hook that lost its daemon, or the dialog of a call that went on to the
  // agent's own dialog. One of an earlier call is another dialog.
  for (const auto& head : heads) {
    if (waiters_.count(head.id) > 0) continue;
    const bool of_this_call = under_way.empty() || contains(under_way, head.call) ||
                              (head.call.empty() && head.state == DialogState::kOpen);
    if (of_this_call) return head;
  }
  // One hook registered twice: as many dialogs of this agent process as it has calls under way
  // exist.
  if (request.agent_pid <= 1) return std::nullopt;
  std::optional<DialogHead> least_waited;
  std::size_t of_same_agent = 0;
  for (const auto& head : heads) {
    const auto waiting = waiters_.of_dialog(head.id);
    const bool same_agent = std::any_of(waiting.begin(), waiting.end(), [&](const Waiter& each) {
      return each.agent_pid == request.agent_pid && each.phase == Phase::kBeside;
    });
    if (!same_agent) continue;
    ++of_same_agent;
    if (!least_waited || waiters_.count(head.id) < waiters_.count(least_waited->id)) {
      least_waited = head;
    }
  }
  if (of_same_agent >= std::max<std::size_t>(1, under_way.size())) return least_waited;
  return std::nullopt;
}

OpenStatus Broker::rejoin(Turn& turn, const OpenRequest& request, const DialogHead& known,
                          const Ruling& ruling, const WaiterId& waiter) {
  if (known.state != DialogState::kOpen && known.state != DialogState::kLeft) {
    const auto record = turn.ledger.find(known.id);
    OpenResult result{known.id, *record->dialog.outcome, record->dialog.answers};
    if (known.state == DialogState::kAnswered && known.delivery != Delivery::kDelivered) {
      turn.ledger.set_delivery(known.id, Delivery::kPending);
      result.outcome.delivery = Delivery::kPending;
    }
    tell(turn, waiter, result);
    return OpenStatus::kTaken;
  }
  record(turn, "joined", known.id, by_agent(request.origin), "{}");
  ++counters_.joined;
  if (known.state == DialogState::kLeft || known.deferred) turn.ledger.reopen(known.id);
  attach(turn, request, known.id, ruling, waiter);
  return OpenStatus::kTaken;
}

OpenStatus Broker::open_new(Turn& turn, OpenRequest request, const CallsUnderWay::Asked& asked,
                            const Ruling& ruling, const WaiterId& waiter) {
  if (turn.ledger.count_open() >= world_.open_dialogs_max) return OpenStatus::kTooMany;
  DialogRecord record;
  record.content_hash = asked.content_hash;
  record.tool = request.tool;
  record.phase = request.phase;
  record.rule = ruling.rule;
  record.dialog.kind = request.kind;
  record.dialog.content = request.content;
  record.dialog.origin = request.origin;
  record.dialog.created_at = turn.now.wall;
  record.dialog.expires_at = turn.now.wall + ruling.expires;
  do {
    record.dialog.id = world_.draw_id();
  } while (turn.ledger.knows(record.dialog.id));
  if (request.origin.call.empty()) {
    // The event names no call. With one under way it is that one; with more (equal questions of one
    // turn) nothing tells which, and the agent's result will (find_settled).
    const auto under_way = calls_.of(asked);
    if (under_way.size() == 1) record.dialog.origin.call = under_way.front();
  }
  turn.ledger.insert(record);
  this->record(turn, "opened", record.dialog.id, by_agent(request.origin), opened_body(record));
  ++counters_.opened;
  if (!pending_.next_expiry || record.dialog.expires_at < *pending_.next_expiry) {
    pending_.next_expiry = record.dialog.expires_at;
  }
  attach(turn, request, record.dialog.id, ruling, waiter);
  return OpenStatus::kTaken;
}

void Broker::stay_out(Turn& turn, const WaiterId& waiter, const Ruling& ruling) {
  OpenResult result;
  result.outcome.state = OutcomeState::kLeft;
  result.outcome.by = by_policy(ruling.rule);
  result.outcome.at = turn.now.wall;
  ++counters_.stayed_out;
  tell(turn, waiter, result);
}

void Broker::attach(Turn& turn, const OpenRequest& request, const DialogId& id,
                    const Ruling& ruling, const WaiterId& waiter) {
  if (!request.wait) {
    // Parked from the start: the answer comes later by another way.
    Outcome outcome;
    outcome.state = OutcomeState::kDeferred;
    outcome.by = by_policy(ruling.rule);
    outcome.at = turn.now.wall;
    turn.ledger.set_outcome(id, DialogState::kOpen, outcome);
    tell(turn, waiter, {id, outcome, {}});
    turn.effects.emplace_back(DialogChanged{id});
    return;
  }
  pending_.absences.erase(id);
  std::optional<Milliseconds> limit = request.limit;
  if (ruling.wait && (!limit || *ruling.wait < *limit)) limit = ruling.wait;
  Waiter waiting{
      waiter,     id, request.phase, request.can_defer, request.agent_pid, {}, ruling.on_timeout,
      ruling.rule};
  if (limit) waiting.deadline = turn.now.mono + *limit;
  waiters_.attach(waiting);
  const OpenResult fallback{id,
                            outcome_at_timeout(id, ruling.on_timeout, request.phase,
                                               request.can_defer, ruling.rule, turn.now.wall),
                            {}};
  turn.effects.emplace_back(TellOpened{waiter.connection, {id, fallback}});
  turn.effects.emplace_back(DialogChanged{id});
}

void Broker::time_out(Turn& turn, const Waiter& waiter) {
  ++counters_.timeouts;
  const auto head = turn.ledger.find_head(waiter.dialog);
  Outcome outcome = outcome_at_timeout(waiter.dialog, waiter.on_timeout, waiter.phase,
                                       waiter.can_defer, waiter.rule, turn.now.wall);
  if (outcome.state == OutcomeState::kDeferred) {
    // Of two deferred calls in one turn the host keeps one: any further one gets the parked
    // message.
    const auto record = turn.ledger.find(waiter.dialog);
    for (const auto& other : turn.ledger.open_in_session(session_of(record->dialog.origin))) {
      if (other.id == waiter.dialog || !other.deferred ||
          other.generation != record->dialog.origin.generation) {
        continue;
      }
      outcome = outcome_at_timeout(waiter.dialog, OnTimeout::kPark, Phase::kBefore,
                                   /*can_defer=*/false, waiter.rule, turn.now.wall);
    }
  }
  waiters_.detach(waiter.id);
  tell(turn, waiter.id, {waiter.dialog, outcome, {}});
  if (!head || head->state != DialogState::kOpen || waiters_.count(waiter.dialog) > 0) return;
  if (waiter.on_timeout == OnTimeout::kLocal) {
    leave(turn, waiter.dialog, outcome.by);
    return;
  }
  const bool deferred = outcome.state == OutcomeState::kDeferred;
  outcome.state = OutcomeState::kDeferred;  // on record: told to go on, the answer comes later
  turn.ledger.set_outcome(waiter.dialog, DialogState::kOpen, outcome);
  record(turn, deferred ? "deferred" : "parked", waiter.dialog, outcome.by, "{}");
  turn.effects.emplace_back(DialogChanged{waiter.dialog});
}

}  // namespace afar
