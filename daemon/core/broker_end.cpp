// Ending: answers from people, from the terminal, and dismissals. The first one wins.
#include <nlohmann/json.hpp>

#include "daemon/core/broker.h"
#include "daemon/core/record.h"
#include "daemon/core/request_key.h"
#include "daemon/core/words.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

// Without what policy chose, and whatever the caller says of defaults.
Answer given_by_person(Answer answers) {
  std::erase_if(answers.questions, [](const auto& each) { return each.second.by_default; });
  return answers;
}

std::string questions_named(const Content& content, const std::vector<std::string>& ids) {
  std::string names;
  for (const auto& id : ids) {
    const Question* question = content.find_question(id);
    names += (names.empty() ? "\"" : ", \"") + (question != nullptr ? question->text : id) + "\"";
  }
  return names;
}

bool is_final(DialogState state) {
  return state == DialogState::kAnswered || state == DialogState::kCancelled ||
         state == DialogState::kExpired;
}

}  // namespace

void Broker::tell(Turn& turn, const WaiterId& waiter, const OpenResult& result,
                  const std::string& way) {
  // Only an answer is worth the confirmation: it is what must not get lost on the way.
  if (result.id && result.outcome.delivery == Delivery::kPending) {
    pending_.unconfirmed[waiter.connection][*result.id] = way;
  }
  turn.effects.emplace_back(TellOutcome{waiter, result});
}

void Broker::record(Turn& turn, const std::string& kind, const DialogId& id, const Decider& actor,
                    const std::string& body) const {
  turn.ledger.append_audit({turn.now.wall, kind, id, actor, body});
}

void Broker::end(Turn& turn, const DialogId& id, const Outcome& outcome, const Answer& answers,
                 const std::string& audit_kind, const std::string& audit_body) {
  turn.ledger.set_outcome(id, state_after(outcome.state), outcome);
  record(turn, audit_kind, id, outcome.by, audit_body);
  pending_.absences.erase(id);
  for (const auto& waiter : waiters_.of_dialog(id)) {
    waiters_.detach(waiter.id);
    tell(turn, waiter.id, {id, outcome, answers});
  }
  turn.effects.emplace_back(DialogChanged{id});
}

void Broker::leave(Turn& turn, const DialogId& id, const Decider& by) {
  Outcome outcome;
  outcome.state = OutcomeState::kLeft;
  outcome.by = by;
  outcome.at = turn.now.wall;
  end(turn, id, outcome, {}, "left_to_terminal", "{}");
}

AnswerResult Broker::answer(Turn& turn, const DialogId& id, const Answer& given,
                            const Decider& by) {
  auto record = turn.ledger.find(id);
  if (!record) return NoSuchDialog{};
  if (auto refused = refuse_unless_allowed(turn, *record, by)) return *refused;
  Dialog& dialog = record->dialog;
  dialog.waiters = waiters_.count(id);
  const bool expired = dialog.expires_at <= turn.now.wall && dialog.waiters == 0;
  if (is_final(dialog.state) || expired) {
    if (expired && !is_final(dialog.state)) dialog.state = DialogState::kExpired;
    nlohmann::json body = body_json(given);
    body["why"] = std::string(to_word(dialog.state)) + " already";
    this->record(turn, "refused_answer", id, by, rpc::dump(body));
    ++counters_.refused_answers;
    return AlreadyEnded{dialog};
  }
  const bool late = dialog.state != DialogState::kOpen;
  const bool agent_is_gone =
      dialog.state == DialogState::kLeft && dialog.outcome->by.kind == Decider::Kind::kAgent;
  auto checked = take_answer(dialog.content, given_by_person(dialog.answers), given);
  if (auto* refused = std::get_if<AnswerRefused>(&checked)) return *refused;
  auto& taken = std::get<AnswerTaken>(checked);
  if (dialog.state == DialogState::kDefaulted && !taken.complete()) {
    // What the agent was told stands on record until there is an answer in its place.
    return AnswerRefused{"the agent went on with the default; answer all of it at once, with " +
                         questions_named(dialog.content, taken.missing)};
  }
  dialog.answers = taken.answers;
  turn.ledger.set_answers(id, taken.answers);
  if (!taken.complete()) {
    this->record(turn, "part_answered", id, by, body_of(given));
    renew_fallbacks(turn, dialog);
    turn.effects.emplace_back(DialogChanged{id});
    return AnswerDone{dialog, false, late, taken.missing};
  }
  const auto session = turn.ledger.find_session(session_of(dialog.origin));
  const bool moved_on = session && session->generation != dialog.origin.generation;
  const bool is_stale = moved_on && record->late != Late::kInject;
  Outcome outcome;
  outcome.state = OutcomeState::kAnswered;
  outcome.by = by;
  outcome.at = turn.now.wall;
  outcome.delivery = dialog.waiters > 0                     ? Delivery::kPending
                     : late && record->late == Late::kNever ? Delivery::kNone
                     : is_stale                             ? Delivery::kStale
                                                            : Delivery::kUndelivered;
  end(turn, id, outcome, taken.answers, late ? "late_answer" : "answered", body_of(taken.answers));
  if (outcome.delivery == Delivery::kStale) this->record(turn, "stale", id, by, "{}");
  ++counters_.answered;
  if (late) ++counters_.late_answers;
  dialog.state = DialogState::kAnswered;
  dialog.outcome = outcome;
  if (outcome.delivery == Delivery::kUndelivered) {
    send_late(turn, *record, agent_is_gone);
    dialog.outcome->delivery = turn.ledger.find_head(id)->delivery;
  }
  return AnswerDone{dialog, true, late, {}};
}

std::optional<NotAllowed> Broker::refuse_unless_allowed(Turn& turn, const DialogRecord& record,
                                                        const Decider& by) {
  if (!world_.why_not_answer) return std::nullopt;
  const auto why = world_.why_not_answer(record, by, turn.now.wall);
  if (!why) return std::nullopt;
  refuse(turn, record.dialog.id, by, *why);
  return NotAllowed{*why};
}

void Broker::refuse(Turn& turn, const DialogId& id, const Decider& by, const std::string& why) {
  record(turn, "refused_answer", id, by, rpc::dump({{"why", why}}));
  ++counters_.refused_answers;
}

CancelResult Broker::dismiss(Turn& turn, const DialogId& id, const Decider& by) {
  auto record = turn.ledger.find(id);
  if (!record) return NoSuchDialog{};
  if (auto refused = refuse_unless_allowed(turn, *record, by)) return *refused;
  Dialog& dialog = record->dialog;
  const bool expired = dialog.expires_at <= turn.now.wall && waiters_.count(id) == 0;
  if (expired && !is_final(dialog.state)) dialog.state = DialogState::kExpired;
  // What policy told the agent it was told: there is nothing left to call off.
  if (dialog.state != DialogState::kOpen && dialog.state != DialogState::kLeft) {
    return AlreadyEnded{dialog};
  }
  Outcome outcome;
  outcome.state = OutcomeState::kCancelled;
  outcome.by = by;
  outcome.at = turn.now.wall;
  outcome.message = words::dismissed(id, by.name);
  end(turn, id, outcome, {}, "cancelled", "{}");
  dialog.state = DialogState::kCancelled;
  dialog.outcome = outcome;
  return dialog;
}

}  // namespace afar
