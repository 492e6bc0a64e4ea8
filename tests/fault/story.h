// One fixed story of agents, their hooks and a person, step by step, which goes on whatever the
// daemon does. After each step everything that it set off has come to its end, where the daemon is
// well.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/fault/decision.h"
#include "tests/fault/person.h"
#include "tests/integration/agent.h"

namespace afar::test {

class Story {
 public:
  // `may_die`: the daemon, at any moment; each step is then taken again until it is done.
  Story(Stage& stage, bool may_die);

  static std::size_t steps() { return std::size(kSteps); }
  static const char* name_of(std::size_t step) { return kSteps[step].name; }
  // Three questions are asked (one beside a picker); one of them is answered whole, its hook
  // confirms; four questions are answered in part; the picker is answered in the terminal; a fourth
  // is asked and dismissed.
  void take(std::size_t step);

  // With a daemon that is well: the person answers whatever waits still. Each agent has got its
  // own answer then, or what its operator chose for the time when the daemon was not there.
  void end();
  // How many hooks were not served.
  int fallen_back() const { return fallen_back_; }

  Person& person() { return person_; }
  // How many calls of agents there were: as many dialogs there may be at most.
  static constexpr std::size_t kCalls = 4;

 private:
  struct Call {
    Event event;
    std::optional<Hook> hook;
    std::map<std::string, std::string> answers;  // once the person has given them
    bool dismissed = false;
    bool settled = false;  // in the terminal
  };
  struct Step {
    const char* name;
    void (Story::*take)();
  };
  static const Step kSteps[5];

  void open_three();
  void answer_one();
  void answer_some_of_four();
  void settle_the_picker();
  void dismiss_another();

  void ask(const std::string& session, Agent& agent, const Event& event);
  std::string id_of(const std::string& session);
  // Until the command says that it is done, or (where the daemon does not die) that it is not.
  bool done(const std::function<int()>& command);
  void take_end(const std::string& session);

  Stage& stage_;
  const bool may_die_;
  Agent headless_;
  Agent interactive_;
  Person person_;
  std::map<std::string, Call> calls_;  // by session
  int fallen_back_ = 0;
};

}  // namespace afar::test
