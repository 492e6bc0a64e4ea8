// One call of a tool under way, in a process of its own: it waits as afar-hook does, and nothing
// that befalls it touches another call. It reports one line of the protocol, which the server
// passes on, and learns that the client has it. Ends with the server: its pipe to it breaks.
#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hook/agent_watch.h"
#include "shared/dialog/time.h"
#include "shared/os/fd.h"

namespace afar::mcp {

// What the process does: `line` is the protocol's, with its newline, or empty where nobody waits
// any more; `told` is called once the client has it.
struct Report {
  std::string line;
  std::function<void()> told;
};
using Work = std::function<Report(hook::AgentWatch& watch)>;

class Errand {
 public:
  struct Name {
    std::string request;         // the call's id as JSON text
    std::string progress_token;  // as JSON text; empty: the client wants no progress
  };

  // Starts it. `server_fds`: what the process must not keep open. Throws std::runtime_error.
  Errand(Name name, const Work& work, const std::vector<int>& server_fds);
  // Breaks the pipe and waits for the process to end, which it then does by itself.
  ~Errand();
  Errand(const Errand&) = delete;
  Errand& operator=(const Errand&) = delete;

  const Name& name() const { return name_; }
  int fd() const { return pipe_.get(); }
  // The client does not wait any more: what it reports from here on is dropped.
  void cancel();
  bool is_cancelled() const { return cancelled_; }
  // Reads what has come, without blocking; true once it has reported, or ended.
  bool read();
  // The line, once read() is true. nullopt: it ended without one.
  std::optional<std::string> take_line();
  void tell_that_it_was_given();

  // How often progress was shown, and when it is to be shown next.
  int progress = 0;
  MonoTime next_progress{};

 private:
  Name name_;
  UniqueFd pipe_;
  pid_t pid_ = -1;
  std::string received_;
  bool cancelled_ = false;
};

}  // namespace afar::mcp
