// A hook under way: its event given, its output read. Killed where it has not ended by the end.
#pragma once
#include <sys/types.h>

#include <string>

#include "shared/os/fd.h"
#include "tests/integration/process.h"

namespace afar::test {

class Agent;

struct HookEnd {
  Exit exit;
  std::string out;
  std::string err;
};

class Hook {
 public:
  Hook(Agent& agent, pid_t pid, UniqueFd in, UniqueFd out, UniqueFd err, const std::string& input);
  ~Hook();
  Hook(Hook&& other) noexcept;
  Hook& operator=(Hook&&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  // Nobody reads what it prints any more.
  void close_output() { out_.reset(); }
  bool has_ended();

  // Reads all that it prints until it has ended.
  HookEnd end();

 private:
  Agent* agent_;
  pid_t pid_;
  UniqueFd out_;
  UniqueFd err_;
  bool ended_ = false;
};

}  // namespace afar::test
