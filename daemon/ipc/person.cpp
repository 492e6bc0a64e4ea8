#include "daemon/ipc/person.h"

#include <nlohmann/json.hpp>

#include "daemon/ipc/caller.h"

namespace afar {

Decider owner_at_cli() { return {Decider::Kind::kPerson, "owner", "cli", ""}; }

CommitTurns::Work for_person(const Call& call, const DialogId& id,
                             std::function<void(CommitTurns::Job&)> change) {
  return call.work([call, id, change = std::move(change)](CommitTurns::Job& job) {
    const auto agent =
        agent_behind(call.connection().peer(), call.connection().from_agent, job.broker.agents());
    if (!agent) {
      change(job);
      return;
    }
    if (job.store.knows(id)) {
      job.broker.refuse(job.turn, id, {Decider::Kind::kAgent, "", "cli", ""}, *agent);
    }
    throw CallRefused(rpc::ErrorCode::kNotAllowed,
                      "an agent may not " + std::string(id.empty() ? "say this" : "answer") + ": " +
                          *agent + ". Do it from a terminal of your own.");
  });
}

}  // namespace afar
