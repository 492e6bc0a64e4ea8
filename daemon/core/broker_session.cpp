// What happens around a dialog: its session moves on, its agent goes away, its time comes.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/core/broker.h"
#include "daemon/core/record.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

// How long a lost connection has to come back before its agent counts as gone.
constexpr Milliseconds kComeBack(5000);
// After the host ended a call: how long its session's end may take to show. Seen on Claude Code:
// the end of the session is reported within 0.25 s, also under load.
constexpr Milliseconds kHostEnds(1500);
constexpr int kExpiriesPerTurn = 200;
// Hooks that fell back before they heard of a dialog; more than this at once are a daemon that was
// away for long.
constexpr std::size_t kFallenMax = 1000;
// The wall clock may jump: look at the expiries at least this often.
constexpr Milliseconds kExpiryLookMax(3600 * 1000);

}  // namespace

void Broker::start(Turn& turn) {
  ready_at_ = turn.now.mono;
  for (const auto& head : turn.ledger.open_dialogs()) {
    if (!head.parked) pending_.absences[head.id] = {ready_at_ + kComeBack};
  }
  pending_.next_expiry = turn.ledger.next_expiry();
}

bool Broker::stands_beside(const DialogHead& head) const {
  if (head.phase == Phase::kBeside) return true;
  const auto waiting = waiters_.of_dialog(head.id);
  return std::any_of(waiting.begin(), waiting.end(),
                     [](const Waiter& each) { return each.phase == Phase::kBeside; });
}

void Broker::leave_superseded(Turn& turn, const SessionKey& session, const std::string& subagent,
                              const std::string& tool,
                              const std::vector<std::string>& running_calls,
                              const DialogId& except) {
  if (running_calls.empty()) return;
  for (const auto& head : turn.ledger.open_in_session(session)) {
    if (head.id == except || head.subagent != subagent || head.tool != tool) continue;
    if (!stands_beside(head) || head.call.empty()) continue;
    if (std::find(running_calls.begin(), running_calls.end(), head.call) != running_calls.end()) {
      continue;
    }
    calls_.end(session, head.call);
    leave(turn, head.id, by_terminal());
  }
}

SessionTold Broker::session_event(Turn& turn, const SessionEvent& event, ConnectionId from) {
  const SessionKey key = session_of(event.origin);
  SessionRow session = turn.ledger.find_session(key).value_or(SessionRow{});
  session.key = key;
  session.cwd = event.origin.cwd;
  session.project = event.origin.project;
  session.last_event = to_word(event.what);
  session.last_event_at = turn.now.wall;
  const bool persons_prompt = event.what == SessionEvent::What::kPrompt && event.by_person;
  if (persons_prompt) {
    ++session.generation;
    session.last_prompt_at = turn.now.wall;
    note_prompt(turn.now.wall);
  }
  turn.ledger.save_session(session);
  const bool ends = event.what == SessionEvent::What::kEnd;
  if (persons_prompt || ends || event.what == SessionEvent::What::kStop) {
    settle_session(turn, event);
  }
  if (event.delivers) {
    const auto delivered = turn.ledger.find(*event.delivers);
    if (delivered && session_of(delivered->dialog.origin) == key) {
      settle_resumed(turn, *event.delivers, /*arrived=*/true);
    }
  }
  // A prompt of the client's own begins a turn as well: nobody is idle then.
  if (event.what == SessionEvent::What::kPrompt || ends) let_late_waiter_go(turn, key);
  SessionTold told{session.generation};
  if (event.takes_context && event.origin.subagent.empty()) {
    told.words = take_late_words(turn, event.origin, "inject", from);
  }
  return told;
}

// The agent's own dialog cannot be on screen any more, however it ended.
void Broker::settle_session(Turn& turn, const SessionEvent& event) {
  const SessionKey key = session_of(event.origin);
  const bool ends = event.what == SessionEvent::What::kEnd;
  calls_.end_turn(key, event.origin.subagent);
  for (const auto& head : turn.ledger.open_in_session(key)) {
    const auto absence = pending_.absences.find(head.id);
    if (absence != pending_.absences.end() && absence->second.host_ended) {
      // The host ended this call a moment ago: its end means that the host itself ended, anything
      // else that it lives on and the person stopped the call.
      Absence known = absence->second;
      known.agent_pid = 0;
      if (ends) {
        leave(turn, head.id, by_agent(event.origin));
      } else {
        end_absence(turn, head.id, known);
      }
      continue;
    }
    // A call that asked by a form has ended with the turn; its hook is not told of Esc.
    const bool may_have_ended = stands_beside(head) || !can_be_parked(head.kind);
    if (head.parked || !may_have_ended) continue;
    if (!ends && head.subagent != event.origin.subagent) continue;
    leave(turn, head.id, ends ? by_agent(event.origin) : by_terminal());
  }
}

void Broker::host_ended_call(Turn& turn, const Waiter& waiter) {
  waiters_.detach(waiter.id);
  if (waiters_.count(waiter.dialog) > 0) return;
  pending_.absences[waiter.dialog] = {turn.now.mono + kHostEnds, true, waiter.agent_pid};
}

void Broker::agent_gone(Turn& turn, const Waiter& waiter) {
  waiters_.detach(waiter.id);
  if (waiters_.count(waiter.dialog) > 0) return;
  end_absence(turn, waiter.dialog, {turn.now.mono});
}

void Broker::end_absence(Turn& turn, const DialogId& id, const Absence& absence) {
  const auto record = turn.ledger.find(id);
  pending_.absences.erase(id);
  if (!record || record->dialog.state != DialogState::kOpen) return;
  if (stand_as_fallen(turn, *record)) return;
  const Origin& origin = record->dialog.origin;
  const bool can_wait = record->dialog.kind == DialogKind::kUserQuestion ||
                        record->dialog.kind == DialogKind::kPlanApproval;
  // agent_pid 0: somebody knows already that the agent lives on.
  const bool stopped =
      absence.host_ended && (absence.agent_pid == 0 || world_.process_lives(absence.agent_pid));
  if (can_wait && !stopped) {
    leave(turn, id, by_agent(origin));
    return;
  }
  Outcome outcome;
  outcome.state = OutcomeState::kCancelled;
  outcome.by = stopped ? by_terminal() : by_agent(origin);
  outcome.at = turn.now.wall;
  end(turn, id, outcome, {}, "cancelled", "{}");
}

void Broker::add_context(Turn& turn, const Waiter& waiter, const std::string& context,
                         const std::vector<std::string>& running_calls) {
  const auto record = turn.ledger.find(waiter.dialog);
  if (!record) return;
  if (record->dialog.content.context.empty() && !context.empty()) {
    turn.ledger.set_context(waiter.dialog, context);
    this->record(turn, "context", waiter.dialog, by_agent(record->dialog.origin),
                 rpc::dump({{"context", context}}));
    turn.effects.emplace_back(DialogChanged{waiter.dialog});
  }
  leave_superseded(turn, session_of(record->dialog.origin), record->dialog.origin.subagent,
                   record->tool, running_calls, waiter.dialog);
}

void Broker::delivered(Turn& turn, ConnectionId connection, const DialogId& id) {
  const auto sent = pending_.unconfirmed.find(connection);
  if (sent == pending_.unconfirmed.end()) return;
  const auto told = sent->second.extract(id);
  if (told.empty()) return;
  if (sent->second.empty()) pending_.unconfirmed.erase(sent);
  const auto record = turn.ledger.find(id);
  if (!record || record->dialog.outcome->delivery == Delivery::kDelivered) return;
  turn.ledger.set_delivery(id, Delivery::kDelivered);
  const std::string& way = told.mapped();
  this->record(turn, "delivered", id, by_agent(record->dialog.origin),
               way.empty() ? "{}" : rpc::dump({{"way", way}}));
}

void Broker::connection_lost(Turn& turn, ConnectionId connection) {
  for (const auto& waiter : waiters_.of_connection(connection)) {
    waiters_.detach(waiter.id);
    if (waiters_.count(waiter.dialog) > 0) continue;
    pending_.absences[waiter.dialog] = {std::max(turn.now.mono, ready_at_) + kComeBack};
  }
  std::erase_if(pending_.late_waiters,
                [&](const auto& each) { return each.second.connection == connection; });
  const auto sent = pending_.unconfirmed.find(connection);
  if (sent == pending_.unconfirmed.end()) return;
  for (const auto& [id, way] : sent->second) {
    const auto record = turn.ledger.find(id);
    if (!record || record->dialog.outcome->delivery != Delivery::kPending) continue;
    turn.ledger.set_delivery(id, Delivery::kUndelivered);
    if (can_be_asked_again(record->dialog.kind)) turn.ledger.set_to_give(id, true);
    this->record(turn, "undelivered", id, by_agent(record->dialog.origin), "{}");
  }
  pending_.unconfirmed.erase(sent);
}

void Broker::fell_back(Turn& turn, const FellBack& fallen) {
  if (fallen.told.id) {
    stand_as_told(turn, *fallen.told.id, fallen.told);
    return;
  }
  if (fallen.call.empty()) return;
  for (const auto& head : turn.ledger.open_in_session(fallen.session)) {
    if (head.call != fallen.call || head.subagent != fallen.subagent) continue;
    stand_as_told(turn, head.id, fallen.told);
    return;
  }
  // What it sent may still be on its way to us: when its dialog turns out to be without an agent,
  // this is what the agent was told.
  pending_.fallen.push_back(fallen);
  if (pending_.fallen.size() > kFallenMax) pending_.fallen.pop_front();
}

void Broker::stand_as_told(Turn& turn, const DialogId& id, const OpenResult& told) {
  const auto head = turn.ledger.find_head(id);
  const bool stands =
      head && (head->state == DialogState::kOpen || head->state == DialogState::kLeft);
  if (!stands || waiters_.count(id) > 0) return;
  pending_.absences.erase(id);
  if (told.outcome.state == OutcomeState::kDefaulted) keep_defaults(turn, id, told.answers);
  turn.ledger.set_outcome(id, told.parked ? DialogState::kOpen : state_after(told.outcome.state),
                          told.outcome);
  turn.effects.emplace_back(DialogChanged{id});
}

bool Broker::stand_as_fallen(Turn& turn, const DialogRecord& record) {
  const Origin& origin = record.dialog.origin;
  auto& fallen = pending_.fallen;
  const auto found = std::find_if(fallen.begin(), fallen.end(), [&](const FellBack& each) {
    return each.session.agent == origin.agent && each.session.session == origin.session &&
           each.subagent == origin.subagent && each.call == origin.call;
  });
  if (found == fallen.end()) return false;
  stand_as_told(turn, record.dialog.id, found->told);
  fallen.erase(found);
  return true;
}

void Broker::tick(Turn& turn) {
  for (const auto& waiter : waiters_.due(turn.now.mono)) time_out(turn, waiter);
  std::vector<std::pair<DialogId, Absence>> over;
  for (const auto& entry : pending_.absences) {
    if (entry.second.until <= turn.now.mono) over.push_back(entry);
  }
  for (const auto& [id, absence] : over) end_absence(turn, id, absence);
  if (pending_.next_expiry && *pending_.next_expiry <= turn.now.wall) expire(turn);
}

void Broker::expire(Turn& turn) {
  bool waited_for = false;
  for (const auto& head : turn.ledger.expired_at(turn.now.wall, kExpiriesPerTurn)) {
    if (waiters_.count(head.id) > 0) {
      waited_for = true;
      continue;
    }
    Outcome outcome;
    outcome.state = OutcomeState::kExpired;
    outcome.by = by_policy("");
    outcome.at = turn.now.wall;
    end(turn, head.id, outcome, {}, "expired", "{}");
  }
  pending_.next_expiry = turn.ledger.next_expiry();
  // One that a hook still waits for is looked at again later.
  if (waited_for) pending_.next_expiry = turn.now.wall + kExpiryLookMax;
}

std::optional<MonoTime> Broker::next_tick(Now now) const {
  auto next = waiters_.next_deadline();
  const auto sooner = [&](MonoTime time) {
    if (!next || time < *next) next = time;
  };
  for (const auto& [id, absence] : pending_.absences) sooner(absence.until);
  if (pending_.next_expiry) {
    sooner(now.mono +
           std::clamp(*pending_.next_expiry - now.wall, Milliseconds(0), kExpiryLookMax));
  }
  return next;
}

void Broker::begin_turn() {
  waiters_.begin_turn();
  pending_before_turn_ = pending_;
}

void Broker::roll_back_turn() {
  waiters_.roll_back_turn();
  pending_ = std::move(pending_before_turn_);
  pending_before_turn_ = {};
}

std::vector<Waiter> Broker::give_up_overdue(MonoTime now) {
  auto overdue = waiters_.due(now);
  for (const auto& waiter : overdue) waiters_.detach(waiter.id);
  return overdue;
}

}  // namespace afar
