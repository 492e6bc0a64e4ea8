// Finding: which of the dialogs on record a request asks about.
#include <algorithm>

#include "daemon/core/broker.h"

namespace afar {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace

std::optional<DialogHead> Broker::find_known(Turn& turn, const OpenRequest& request,
                                             const CallsUnderWay::Asked& asked,
                                             const std::optional<DialogHead>& own) {
  if (request.id) {
    const auto record = turn.ledger.find(*request.id);
    if (record && record->content_hash == asked.content_hash &&
        record->dialog.origin.session == asked.session.session &&
        record->dialog.origin.agent == asked.session.agent &&
        record->dialog.origin.subagent == asked.subagent) {
      return turn.ledger.find_head(*request.id);
    }
  }
  if (own) return own;
  return request.origin.call.empty() ? find_without_call(turn, request, asked)
                                     : find_for_call(turn, request, asked);
}

std::optional<DialogHead> Broker::find_for_call(Turn& turn, const OpenRequest& request,
                                                const CallsUnderWay::Asked& asked) {
  for (const auto& head :
       turn.ledger.find_by_content(asked.session, asked.subagent, asked.tool, asked.content_hash)) {
    if (head.state != DialogState::kOpen) continue;
    // Its agent was told that it is parked and may be asked again; one that was deferred comes back
    // with its own call.
    const bool asked_again = head.parked && !head.deferred && waiters_.count(head.id) == 0;
    if (!head.call.empty() && !asked_again) continue;
    turn.ledger.set_call(head.id, request.origin.call);
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
  // One that the agent asks by another way at the same time, which knows the call: Claude Code's
  // permission prompt tool.
  for (const auto& head : heads) {
    const auto waiting = waiters_.of_dialog(head.id);
    const bool asked_otherwise =
        std::none_of(waiting.begin(), waiting.end(),
                     [](const Waiter& each) { return each.phase == Phase::kBeside; });
    const bool of_this_call = under_way.empty() || contains(under_way, head.call);
    if (!head.call.empty() && head.state == DialogState::kOpen && asked_otherwise && of_this_call) {
      return head;
    }
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

}  // namespace afar
