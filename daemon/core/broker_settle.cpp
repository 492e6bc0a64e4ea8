// Settling: what the agent's own events tell of how its dialog ended.
#include "daemon/core/broker.h"
#include "daemon/core/record.h"
#include "daemon/core/request_key.h"

namespace afar {
namespace {

// Whether both let the agent go on: how it was said (always, with feedback) does not show in what
// the agent reports.
bool both_grant(const QuestionAnswer& a, const QuestionAnswer& b) {
  return a.options.size() == 1 && b.options.size() == 1 && option_grants(a.options.front()) &&
         option_grants(b.options.front());
}

// The same choices, whatever notes stand beside them.
bool same_choices(DialogKind kind, const Answer& a, const Answer& b) {
  if (a.questions.size() != b.questions.size()) return false;
  const bool grants = kind == DialogKind::kPlanApproval || kind == DialogKind::kPermission;
  for (const auto& [question, answer] : a.questions) {
    const auto found = b.questions.find(question);
    if (grants && found != b.questions.end() && both_grant(answer, found->second)) continue;
    if (found == b.questions.end() || found->second.options != answer.options ||
        found->second.text != answer.text) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<DialogHead> Broker::find_settled(Turn& turn, const SettleRequest& request,
                                               const std::string& hash) {
  const SessionKey session = session_of(request.origin);
  const std::string& subagent = request.origin.subagent;
  if (request.content.questions.empty()) return find_settled_form(turn, request);
  if (!request.origin.call.empty()) {
    if (auto head = turn.ledger.find_by_call(session, subagent, request.origin.call, hash)) {
      return head;
    }
    // What the tool ran with may be another text than what was asked about: a plan is edited in the
    // terminal, another hook puts in an input of its own.
    for (auto& head : turn.ledger.open_in_session(session)) {
      const bool same_call = head.call == request.origin.call && head.subagent == subagent;
      if (same_call && head.tool == request.tool) return std::move(head);
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
    if (same_choices(request.kind, record->dialog.answers, *request.answers)) {
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
  note_prompt(turn.now.wall);
}

void Broker::confirm_settled(Turn& turn, const DialogHead& head, const SettleRequest& request) {
  if (!request.answers) return;
  const auto record = turn.ledger.find(head.id);
  if (same_choices(request.kind, record->dialog.answers, *request.answers)) {
    if (head.delivery == Delivery::kDelivered) return;
    turn.ledger.set_delivery(head.id, Delivery::kDelivered);
    this->record(turn, "delivered", head.id, by_agent(request.origin), "{}");
    return;
  }
  // Both ends answered at the same moment and the agent took the terminal's: the first answer stays
  // the dialog's, and the record says what the agent got. It is told nothing of the
  // other.
  turn.ledger.set_delivery(head.id, Delivery::kStale);
  this->record(turn, "terminal_answered", head.id, by_terminal(), body_of(*request.answers));
  turn.effects.emplace_back(DialogChanged{head.id});
}

}  // namespace afar
