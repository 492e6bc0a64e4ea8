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

nlohmann::json body_json(const Answer& answer) {
  nlohmann::json body = {{"answers", to_json(answer.questions)}};
  if (answer.response) body["response"] = *answer.response;
  return body;
}

std::string body_of(const Answer& answer) { return rpc::dump(body_json(answer)); }

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

// The same choices, whatever notes stand beside them.
bool same_choices(const Answer& a, const Answer& b) {
  if (a.questions.size() != b.questions.size()) return false;
  for (const auto& [question, answer] : a.questions) {
    const auto found = b.questions.find(question);
    if (found == b.questions.end() || found->second.options != answer.options ||
        found->second.text != answer.text) {
      return false;
    }
  }
  return true;
}

}  // namespace

void Broker::tell(Turn& turn, const WaiterId& waiter, const OpenResult& result) {
  // Only an answer is worth the confirmation: it is what must not get lost on the way.
  if (result.id && result.outcome.delivery == Delivery::kPending) {
    pending_.unconfirmed[waiter.connection].insert(*result.id);
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
  const bool deferred = !late && dialog.outcome && dialog.outcome->state == OutcomeState::kDeferred;
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
  Outcome outcome;
  outcome.state = OutcomeState::kAnswered;
  outcome.by = by;
  outcome.at = turn.now.wall;
  outcome.delivery = dialog.waiters > 0 ? Delivery::kPending
                     : moved_on         ? Delivery::kStale
                                        : Delivery::kUndelivered;
  end(turn, id, outcome, taken.answers, late ? "late_answer" : "answered", body_of(taken.answers));
  if (outcome.delivery == Delivery::kStale) this->record(turn, "stale", id, by, "{}");
  const bool resumes = deferred && world_.resumes && world_.resumes(dialog.origin.agent);
  if (resumes && outcome.delivery == Delivery::kUndelivered) {
    turn.ledger.queue_resume(id, turn.now.wall);
    turn.effects.emplace_back(ResumeDue{});
  }
  ++counters_.answered;
  if (late) ++counters_.late_answers;
  dialog.state = DialogState::kAnswered;
  dialog.outcome = outcome;
  return AnswerDone{dialog, true, late, {}};
}

std::optional<NotAllowed> Broker::refuse_unless_allowed(Turn& turn, const DialogRecord& record,
                                                        const Decider& by) {
  if (!world_.why_not_answer) return std::nullopt;
  const auto why = world_.why_not_answer(record, by);
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

std::optional<DialogHead> Broker::find_settled(Turn& turn, const SettleRequest& request,
                                               const std::string& hash) {
  const SessionKey session = session_of(request.origin);
  const std::string& subagent = request.origin.subagent;
  if (request.content.questions.empty()) return find_settled_form(turn, request);
  if (!request.origin.call.empty()) {
    if (auto head = turn.ledger.find_by_call(session, subagent, request.origin.call, hash)) {
      return head;
    }
  }
  // Equal questions of one turn: the one that was answered with just this, else the oldest open
  // one.
  std::optional<DialogHead> chosen;
  for (const auto& head : turn.ledger.find_unclaimed(session, subagent, request.tool, hash)) {
    if (head.state == DialogState::kOpen || head.state == DialogState::kLeft) {
      if (!chosen || chosen->state != DialogState::kAnswered) chosen = head;
      continue;
    }
    if (head.state != DialogState::kAnswered || !request.answers) continue;
    const auto record = turn.ledger.find(head.id);
    if (same_choices(record->dialog.answers, *request.answers)) {
      chosen = head;
    }
  }
  if (chosen && !request.origin.call.empty()) {
    turn.ledger.set_call(chosen->id, request.origin.call);
  }
  return chosen;
}

std::optional<DialogHead> Broker::find_settled_form(Turn& turn, const SettleRequest& request) {
  auto heads =
      turn.ledger.find_of_tool(session_of(request.origin), request.origin.subagent, request.tool);
  // The agent's own form is shown once no hook waits for it any more.
  std::erase_if(heads, [&](const DialogHead& head) {
    return head.kind != DialogKind::kElicitation || waiters_.count(head.id) > 0;
  });
  // Of several nothing tells which one has ended.
  return heads.size() == 1 ? std::optional(heads.front()) : std::nullopt;
}

std::optional<DialogId> Broker::settle(Turn& turn, const SettleRequest& request) {
  const std::string hash = content_hash(request.kind, request.tool, request.content);
  calls_.end(session_of(request.origin), request.origin.call);
  const auto head = find_settled(turn, request, hash);
  if (!head) return std::nullopt;
  switch (head->state) {
    case DialogState::kOpen:
    case DialogState::kLeft:
      settle_unanswered(turn, *head, request);
      break;
    case DialogState::kAnswered:
    case DialogState::kDefaulted:
      confirm_settled(turn, *head, request);
      break;
    case DialogState::kDenied:
    case DialogState::kCancelled:
    case DialogState::kExpired:
      break;
  }
  return head->id;
}

void Broker::settle_unanswered(Turn& turn, const DialogHead& head, const SettleRequest& request) {
  // The waiting hook has nothing to say any more: the agent has its answer. But where the agent
  // runs an equal question beside this one, nothing tells whose hook waits here: it waits on for
  // the other.
  for (const auto& other : turn.ledger.find_by_content(session_of(request.origin), head.subagent,
                                                       head.tool, head.content_hash)) {
    if (other.id == head.id || waiters_.count(other.id) == 0) continue;
    for (Waiter waiter : waiters_.of_dialog(head.id)) {
      waiters_.detach(waiter.id);
      waiter.dialog = other.id;
      waiters_.attach(waiter);
    }
    break;
  }
  for (const auto& waiter : waiters_.of_dialog(head.id)) {
    waiters_.detach(waiter.id);
    Outcome left;
    left.state = OutcomeState::kLeft;
    left.by = by_terminal();
    left.at = turn.now.wall;
    tell(turn, waiter.id, {head.id, left, {}});
  }
  Outcome outcome;
  outcome.by = by_terminal();
  outcome.at = turn.now.wall;
  if (!request.answers) {
    if (!can_be_parked(head.kind)) {
      outcome.state = OutcomeState::kCancelled;
      end(turn, head.id, outcome, {}, "cancelled", "{}");
    } else if (head.state == DialogState::kOpen) {
      leave(turn, head.id, by_terminal());
    }
    return;
  }
  outcome.state = OutcomeState::kAnswered;
  outcome.delivery = Delivery::kDelivered;
  turn.ledger.set_answers(head.id, *request.answers);
  end(turn, head.id, outcome, *request.answers, "terminal_answered", body_of(*request.answers));
}

void Broker::confirm_settled(Turn& turn, const DialogHead& head, const SettleRequest& request) {
  if (!request.answers) return;
  const auto record = turn.ledger.find(head.id);
  if (same_choices(record->dialog.answers, *request.answers)) {
    if (head.delivery == Delivery::kDelivered) return;
    turn.ledger.set_delivery(head.id, Delivery::kDelivered);
    this->record(turn, "delivered", head.id, by_agent(request.origin), "{}");
    return;
  }
  // Both ends answered at the same moment and the agent took the terminal's: the first answer stays
  // the dialog's, and the record says what the agent got.
  turn.ledger.set_delivery(head.id, Delivery::kUndelivered);
  this->record(turn, "terminal_answered", head.id, by_terminal(), body_of(*request.answers));
  turn.effects.emplace_back(DialogChanged{head.id});
}

}  // namespace afar
