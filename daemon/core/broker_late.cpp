// Answers that came when their agent no longer waited, on their way to it.
#include <nlohmann/json.hpp>

#include "daemon/core/broker.h"
#include "daemon/core/record.h"
#include "daemon/core/words.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

// What an agent is told at once. Claude Code writes longer context to a file of its own and shows
// the model the first part (10,000 characters).
constexpr std::size_t kWordsBytesMax = 8000;
constexpr int kWordsMax = 16;

}  // namespace

std::vector<LateWords> Broker::take_late_words(Turn& turn, const Origin& agent,
                                               const std::string& way, ConnectionId to) {
  std::vector<LateWords> words;
  std::size_t bytes = 0;
  for (const auto& head : turn.ledger.answers_to_tell(session_of(agent), kWordsMax)) {
    // A run that was ended for it makes the same call again when it is resumed, and is answered
    // there.
    if (head.deferred && !agent.interactive) continue;
    const auto record = turn.ledger.find(head.id);
    std::string text = words::late_answer(record->dialog, head.to_give && head.subagent.empty());
    bytes += text.size();
    if (!words.empty() && bytes > kWordsBytesMax) break;
    turn.ledger.set_delivery(head.id, Delivery::kPending);
    pending_.unconfirmed[to][head.id] = way;
    words.push_back({head.id, std::move(text)});
  }
  return words;
}

void Broker::wait_for_late(Turn& turn, const Origin& origin, const WaiterId& waiter) {
  const SessionKey session = session_of(origin);
  let_late_waiter_go(turn, session);
  auto words = take_late_words(turn, origin, "wake", waiter.connection);
  if (!words.empty()) {
    turn.effects.emplace_back(TellLate{waiter, std::move(words)});
    return;
  }
  pending_.late_waiters[session] = waiter;
}

void Broker::let_late_waiter_go(Turn& turn, const SessionKey& session) {
  const auto waiting = pending_.late_waiters.extract(session);
  if (!waiting.empty()) turn.effects.emplace_back(TellLate{waiting.mapped(), {}});
}

void Broker::send_late(Turn& turn, const DialogRecord& record, bool agent_is_gone) {
  const Dialog& dialog = record.dialog;
  const SessionKey session = session_of(dialog.origin);
  if (can_be_asked_again(dialog.kind)) turn.ledger.set_to_give(dialog.id, true);
  const auto waiting = pending_.late_waiters.find(session);
  if (waiting != pending_.late_waiters.end()) {
    const WaiterId waiter = waiting->second;
    auto words = take_late_words(turn, dialog.origin, "wake", waiter.connection);
    if (words.empty()) return;
    pending_.late_waiters.erase(waiting);
    turn.effects.emplace_back(TellLate{waiter, std::move(words)});
    return;
  }
  if (!world_.resumes || !world_.resumes(dialog.origin.agent)) return;
  const auto known = turn.ledger.find_session(session);
  const bool ended = known && known->last_event == to_word(SessionEvent::What::kEnd);
  const bool deferred = turn.ledger.find_head(dialog.id)->deferred;
  if (!deferred && !ended && !agent_is_gone) return;
  turn.ledger.queue_resume(dialog.id, turn.now.wall);
  turn.effects.emplace_back(ResumeDue{});
}

std::string Broker::words_for_resume(Turn& turn, const DialogId& id) {
  const auto record = turn.ledger.find(id);
  const auto head = turn.ledger.find_head(id);
  turn.ledger.set_delivery(id, Delivery::kPending);
  return words::late_answer(record->dialog, head->to_give);
}

void Broker::settle_resumed(Turn& turn, const DialogId& id, bool arrived) {
  const auto record = turn.ledger.find(id);
  if (!record || !record->dialog.outcome) return;
  // Its hook and the end of its run both tell; the first one counts.
  if (record->dialog.outcome->delivery != Delivery::kPending) return;
  turn.ledger.set_delivery(id, arrived ? Delivery::kDelivered : Delivery::kUndelivered);
  this->record(turn, arrived ? "delivered" : "undelivered", id, by_agent(record->dialog.origin),
               arrived ? rpc::dump({{"way", "resume"}}) : "{}");
}

void Broker::missed_prompt(Turn& turn, const SessionKey& key, WallTime at) {
  // A session whose questions we know may have done nothing else yet that we saw.
  SessionRow session = turn.ledger.find_session(key).value_or(SessionRow{});
  // One that was taken in and whose reply came too late is noted as well.
  if (session.last_prompt_at && *session.last_prompt_at >= at) return;
  session.key = key;
  ++session.generation;
  session.last_prompt_at = at;
  session.last_event = to_word(SessionEvent::What::kPrompt);
  session.last_event_at = at;
  turn.ledger.save_session(session);
  if (signs_.last_prompt_at < at) note_prompt(at);
  let_late_waiter_go(turn, key);
}

void Broker::set_presence(Turn& turn, std::optional<Presence> said, const Decider& by) {
  turn.ledger.save_said_presence(said);
  turn.ledger.append_audit(
      {turn.now.wall, "presence", {}, by, rpc::dump({{"mode", said ? to_word(*said) : "auto"}})});
}

}  // namespace afar
