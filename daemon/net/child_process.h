// A program that was started here, with pipes to its standard streams, and that ends here: it leads
// a process group of its own, and none of that outlives this object. Any one thread.
#pragma once
#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shared/dialog/time.h"
#include "shared/os/fd.h"

namespace afar {

struct Program {
  // argv[0]: a path (a relative one is looked for from `cwd`), or a name, looked for in PATH's
  // absolute folders. No shell.
  std::vector<std::string> argv;
  std::string cwd = {};  // empty: the home folder
  // Besides this process's own, which goes along without what is an agent's.
  std::map<std::string, std::string> env = {};
};

class ChildProcess {
 public:
  // From the end of its standard input to TERM, and from there to KILL.
  static constexpr Milliseconds kGrace = std::chrono::seconds(2);

  // Throws std::runtime_error where it cannot be started, in words for people.
  explicit ChildProcess(const Program& program, Milliseconds grace = kGrace);
  // Where it was not asked to end yet, it is now, by the end of its standard input. Waits for it.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // To whom they are given they belong.
  UniqueFd take_input() { return std::move(in_); }
  UniqueFd take_output() { return std::move(out_); }
  UniqueFd take_errors() { return std::move(err_); }

  // How it ended, in words ("exit code 3"); nullopt while it runs.
  std::optional<std::string> ended();
  // Its standard input was closed: from now on its time runs out.
  void asked_to_end();
  // TERM or KILL, to the whole group, as its time says. Gives when to come again.
  MonoTime press();

 private:
  const Milliseconds grace_;
  UniqueFd in_;
  UniqueFd out_;
  UniqueFd err_;
  pid_t pid_ = -1;
  std::string how_;  // once it ended
  std::optional<MonoTime> asked_;
  bool pressed_ = false;
};

}  // namespace afar
