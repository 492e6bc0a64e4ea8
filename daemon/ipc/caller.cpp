#include "daemon/ipc/caller.h"

#include "shared/os/process.h"

namespace afar {

std::optional<std::string> agent_behind(const Peer& peer, bool from_agent,
                                        const std::set<std::int64_t>& agents) {
  if (from_agent) {
    return "the command runs inside a coding agent (CLAUDECODE or AI_AGENT is set)";
  }
  if (agents.empty()) return std::nullopt;
  // Deep enough for any real chain of shells, bounded against a chain that changes while it is
  // read.
  constexpr int kAncestorsMax = 64;
  std::int64_t process = peer.pid;
  for (int i = 0; i < kAncestorsMax && process > 1; ++i) {
    if (agents.contains(process)) {
      return "the command was started by the agent that asks (process " + std::to_string(process) +
             ")";
    }
    const auto parent = parent_of_process(process);
    if (!parent) break;
    process = *parent;
  }
  return std::nullopt;
}

}  // namespace afar
