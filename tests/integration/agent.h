// A coding agent: a process of its own (agent_stand_in) that runs hooks as its children. Outlives
// its hooks.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "tests/integration/events.h"
#include "tests/integration/hook.h"
#include "tests/integration/process.h"
#include "tests/integration/socket_pair.h"
#include "tests/integration/stage.h"
#include "tests/integration/wait.h"

namespace afar::test {

struct HookTerms {
  std::vector<std::string> options{};              // besides --agent claude-code
  std::map<std::string, std::string> variables{};  // besides what every hook has; empty: not set
};

class Agent {
 public:
  enum class Kind { kInteractive, kHeadless };
  explicit Agent(const Stage& stage, Kind kind = Kind::kInteractive);

  // Starts afar-hook for an event.
  Hook hook(const Event& event, const HookTerms& terms = {}) { return hook(event.dump(), terms); }
  Hook hook(const std::string& input, const HookTerms& terms = {});
  // The same, until it has ended.
  HookEnd run(const Event& event, const HookTerms& terms = {}) { return hook(event, terms).end(); }
  HookEnd run(const std::string& input, const HookTerms& terms = {}) {
    return hook(input, terms).end();
  }
  // Starts any program, as the agent's tools do.
  Hook program(std::vector<std::string> argv, const std::string& input,
               const std::map<std::string, std::string>& variables = {});

  // The same with streams of the test's own; gives its number, for wait_for().
  pid_t start(const std::vector<std::string>& argv, const Streams& streams,
              const std::map<std::string, std::string>& variables = {});

  pid_t pid() const { return process_.pid(); }
  // The agent dies without a word; its hooks are orphans then.
  void kill();
  // How a child of this agent ended.
  Exit wait_for(pid_t child);

 private:
  Agent(const Stage& stage, Kind kind, SocketPair control);
  pid_t order(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
              const Streams& streams);
  // Until the agent reports something; false once it is dead.
  bool take_report();

  const ChildEnvironment environment_;
  const std::string folder_;
  UniqueFd control_;
  Process process_;
  std::map<pid_t, Exit> ended_;
  pid_t started_ = 0;
};

}  // namespace afar::test
