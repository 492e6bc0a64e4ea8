// Opening: which dialog a request is, and what it is told.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/core/broker.h"
#include "daemon/core/record.h"
#include "daemon/core/request_key.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

// What has no end, as a time that every client can still read.
constexpr WallTime kNeverExpires = std::chrono::sys_days(std::chrono::year(9999) / 12 / 31);

constexpr std::size_t kAgentsMin = 64;

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

void Broker::note_agent(std::int64_t pid) {
  // The first process is everybody's ancestor: a hook that lost its agent says nothing.
  if (pid <= 1) return;
  agents_.insert(pid);
  if (agents_.size() < look_through_agents_at_) return;
  // Now and then: a look at each of them costs more than a question.
  std::erase_if(agents_, [&](std::int64_t each) { return !world_.process_lives(each); });
  look_through_agents_at_ = std::max(kAgentsMin, 2 * agents_.size());
}

CallsUnderWay::Asked Broker::asked_by(const OpenRequest& request) const {
  return {session_of(request.origin), request.origin.subagent, request.tool,
          content_hash(request.kind, request.tool, request.content)};
}

OpenStatus Broker::open(Turn& turn, OpenRequest request, const WaiterId& waiter) {
  const auto asked = asked_by(request);
  const auto session = turn.ledger.find_session(asked.session);
  request.origin.generation = session ? session->generation : 0;
  // A session at a terminal that nobody told us of: its prompt went by while no daemon ran.
  if (!session && request.origin.interactive) note_prompt(turn.now.wall);
  note_agent(request.agent_pid);
  const Ruling ruling = world_.ruling_for(request, {turn.now.wall, signs_});
  const Mode mode = mode_on_host(ruling.mode, request);
  const bool stays_out =
      mode == Mode::kLocal || (mode == Mode::kRace && request.phase == Phase::kBefore);
  if (request.phase == Phase::kBefore && !request.origin.call.empty()) {
    calls_.begin(asked, request.origin.call);
  }
  leave_superseded(turn, asked.session, asked.subagent, request.tool, request.running_calls, "");
  const auto own = find_own(turn, request, asked);
  // Whatever the mode is.
  if (const auto ready = find_ready(turn, request, asked, own)) {
    tell_known(turn, *ready, waiter, own ? "" : "ask_again");
    return OpenStatus::kTaken;
  }
  if (stays_out) {
    stay_out(turn, waiter, ruling);
    return OpenStatus::kTaken;
  }
  const auto known = find_known(turn, request, asked, own);
  if (known && known->state != DialogState::kOpen && known->state != DialogState::kLeft) {
    tell_known(turn, *known, waiter);
    return OpenStatus::kTaken;
  }
  if (!known && turn.ledger.count_open() >= world_.open_dialogs_max) return OpenStatus::kTooMany;
  const Dialog dialog =
      known ? join(turn, request, *known) : open_new(turn, request, asked, ruling);
  // Of two deferred calls of one turn the host loses one.
  const bool second_deferred = mode == Mode::kDefer && another_is_deferred(turn, dialog);
  if (decides_at_once(mode) && !second_deferred) {
    decide_at_once(turn, dialog, request, ruling, mode, waiter);
  } else {
    attach(turn, request, dialog, ruling, waiter);
  }
  return OpenStatus::kTaken;
}

std::optional<DialogHead> Broker::find_own(Turn& turn, const OpenRequest& request,
                                           const CallsUnderWay::Asked& asked) {
  if (request.origin.call.empty()) return std::nullopt;
  return turn.ledger.find_by_call(asked.session, asked.subagent, request.origin.call,
                                  asked.content_hash);
}

std::optional<DialogHead> Broker::find_ready(Turn& turn, const OpenRequest& request,
                                             const CallsUnderWay::Asked& asked,
                                             const std::optional<DialogHead>& own) {
  if (own) return own->state == DialogState::kAnswered ? own : std::nullopt;
  if (!can_be_asked_again(request.kind)) return std::nullopt;
  auto late = turn.ledger.find_answer_to_give(asked.session, asked.subagent, asked.tool,
                                              asked.content_hash);
  if (late) take_over(turn, request, *late);
  return late;
}

void Broker::take_over(Turn& turn, const OpenRequest& request, const DialogHead& head) {
  // It is this call's from now on: a hook that is registered twice finds it, and so does the
  // agent's result.
  if (!request.origin.call.empty()) turn.ledger.set_call(head.id, request.origin.call);
  record(turn, "joined", head.id, by_agent(request.origin),
         rpc::dump({{"call", request.origin.call}}));
  ++counters_.joined;
}

void Broker::tell_known(Turn& turn, const DialogHead& known, const WaiterId& waiter,
                        const std::string& way) {
  const auto record = turn.ledger.find(known.id);
  OpenResult result{known.id, *record->dialog.outcome, record->dialog.answers};
  if (known.state == DialogState::kAnswered &&
      (known.to_give || known.delivery != Delivery::kDelivered)) {
    turn.ledger.set_delivery(known.id, Delivery::kPending);
    result.outcome.delivery = Delivery::kPending;
    // Once: should it get lost on the way, it is kept again.
    if (known.to_give) turn.ledger.set_to_give(known.id, false);
  }
  tell(turn, waiter, result, way);
}

Dialog Broker::join(Turn& turn, const OpenRequest& request, const DialogHead& known) {
  record(turn, "joined", known.id, by_agent(request.origin), "{}");
  ++counters_.joined;
  if (known.state == DialogState::kLeft || known.parked) turn.ledger.reopen(known.id);
  return turn.ledger.find(known.id)->dialog;
}

Dialog Broker::open_new(Turn& turn, const OpenRequest& request, const CallsUnderWay::Asked& asked,
                        const Ruling& ruling) {
  DialogRecord record;
  record.content_hash = asked.content_hash;
  record.tool = request.tool;
  record.phase = request.phase;
  record.rule = ruling.rule;
  record.approvers = ruling.approvers;
  record.late = ruling.late;
  record.showing = showing_by(ruling.showing, turn.now.wall);
  record.dialog.kind = request.kind;
  record.dialog.content = request.content;
  record.dialog.origin = request.origin;
  record.dialog.created_at = turn.now.wall;
  record.dialog.expires_at = ruling.expires ? turn.now.wall + *ruling.expires : kNeverExpires;
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
  return record.dialog;
}

void Broker::stay_out(Turn& turn, const WaiterId& waiter, const Ruling& ruling) {
  OpenResult result;
  result.outcome.state = OutcomeState::kLeft;
  result.outcome.by = by_policy(ruling.rule);
  result.outcome.at = turn.now.wall;
  ++counters_.stayed_out;
  tell(turn, waiter, result);
}

void Broker::attach(Turn& turn, const OpenRequest& request, const Dialog& dialog,
                    const Ruling& ruling, const WaiterId& waiter) {
  const DialogId& id = dialog.id;
  turn.effects.emplace_back(DialogChanged{id});
  if (!request.wait) {
    // Parked from the start: the answer comes later by another way.
    Outcome outcome;
    outcome.state = OutcomeState::kLeft;
    outcome.by = by_policy(ruling.rule);
    outcome.at = turn.now.wall;
    turn.ledger.set_outcome(id, DialogState::kOpen, outcome);
    tell(turn, waiter, {id, outcome, {}});
    return;
  }
  pending_.absences.erase(id);
  Waiter waiting{waiter,
                 id,
                 request.phase,
                 request.can_defer,
                 request.agent_pid,
                 {},
                 request.limit,
                 std::make_shared<const Ruling>(ruling)};
  if (request.limit) waiting.deadline = turn.now.mono + *request.limit;
  if (ruling.wait) {
    // The person's time runs from the question, not from a hook that came back.
    const MonoTime rule_ends = turn.now.mono + (dialog.created_at + *ruling.wait - turn.now.wall);
    if (!waiting.deadline || rule_ends < *waiting.deadline) {
      waiting.deadline = rule_ends;
      waiting.limit = ruling.wait;
    }
  }
  waiters_.attach(waiting);
  turn.effects.emplace_back(
      TellOpened{waiter.connection, {id, fallback_of(dialog, request, ruling, turn.now.wall)}});
}

}  // namespace afar
