// System calls of a daemon that fail, or kill it, at a chosen moment: strace does that.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tests/integration/process.h"
#include "tests/integration/stage.h"

namespace afar::test {

inline constexpr const char* kStrace = "/usr/bin/strace";

// What stands behind `inject=`, as strace(1) has it: "fdatasync:error=EIO:when=7+". Each thread
// counts its own calls; all that is written to the database is written by one.
using Injections = std::vector<std::string>;

// Starts the stage's daemon under strace, in the daemon's own process, and does not wait for
// anything. `calls`: what is counted.
void launch_traced(Stage& stage, const std::string& calls, const Injections& injections);
// How often the stage's traced daemon has made a call so far.
int count_calls(const Stage& stage, const std::string& call);

// Lets a running daemon's calls fail as long as it lives.
class Trouble {
 public:
  Trouble(const Stage& stage, pid_t daemon, const Injections& injections);
  // The daemon goes on untraced.
  void end();

 private:
  std::unique_ptr<Process> strace_;
};

}  // namespace afar::test
