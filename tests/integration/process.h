// A child process: in a group of its own, killed with it at the end.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "shared/os/fd.h"

namespace afar::test {

// How a process ended.
struct Exit {
  int code = -1;   // -1: by a signal, or it did not end
  int signal = 0;  // 0: by itself

  bool operator==(const Exit&) const = default;
};
Exit exit_of(int wait_status);
std::ostream& operator<<(std::ostream& out, const Exit& exit);

// Of a process; -1: /dev/null.
struct Streams {
  int in = -1;
  int out = -1;
  int err = -1;
};

class Process {
 public:
  // Starts argv[0], an absolute path.
  Process(std::vector<std::string> argv, std::vector<std::string> environment,
          const Streams& streams);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  bool has_ended() const;
  // Until it has ended; a failure of the test after the guard's time.
  Exit wait();

 private:
  pid_t pid_ = -1;
  bool ended_ = false;
  Exit exit_;
};

// Until the process, of whoever it is a child, has ended. false after the guard's time.
[[nodiscard]] bool until_ended(pid_t pid);

// Orphans of our children become our own children, so that none outlives the tests unseen.
void adopt_orphans();

}  // namespace afar::test
