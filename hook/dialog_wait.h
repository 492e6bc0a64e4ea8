// From an agent's question to what it is told: connects, opens the dialog, waits, and connects
// again as often as it takes, until there is an outcome, the host's limit is near, or the agent
// does not wait any more.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "hook/agent_watch.h"
#include "hook/agents/agent.h"
#include "hook/deadlines.h"
#include "hook/dialog_call.h"
#include "shared/os/paths.h"
#include "shared/os/unix_socket.h"

namespace afar::hook {

struct WaitTerms {
  Deadlines deadlines;
  Paths paths;
  bool may_start = true;  // a daemon, where none runs
  // What the daemon is told of us: the program, its role on the wire, whether an agent runs it.
  std::string_view program = "afar-hook";
  std::string_view role = "hook";
  bool from_agent = true;
  // A daemon that is not there so long after its start, or says nothing for so long after it took
  // the connection, is as good as none.
  Milliseconds start{5000};
  Milliseconds first_word{5000};
  // Tells a daemon that hangs from one whose person takes their time; two pings without an answer
  // mean that it hangs. Rare, since each one wakes two processes.
  Milliseconds ping_every{60'000};
  // The agent's transcript lags behind its hooks by up to 0.12 s: look again so often, for so long.
  Milliseconds look_every{50};
  Milliseconds look_for{2000};
};

struct Waited {
  enum class End {
    kDecided,      // `result` is the outcome; `call` is the connection to confirm it on
    kFellBack,     // no outcome in time; `result` is what the rule wants then
    kUnavailable,  // no daemon ever took the dialog: --if-unavailable decides
    kCalledOff,    // the agent does not wait any more: nothing is to be printed
  };
  End end = End::kCalledOff;
  OpenResult result;
  std::string why;  // of kFellBack and kUnavailable, in words
  std::optional<DialogCall> call;
};

class DialogWait {
 public:
  // `ask` gets its context once it can be read. All are kept by reference.
  DialogWait(Ask& ask, const Agent& agent, const WaitTerms& terms, AgentWatch& watch)
      : ask_(ask), agent_(agent), terms_(terms), watch_(watch) {}

  Waited run();

 private:
  Connected connect();
  // nullopt: the connection was lost; why_ says how.
  std::optional<Waited> listen(DialogCall& call);
  std::optional<Waited> take(DialogCall& call);
  Waited call_off(DialogCall& call);
  Waited give_up() const;
  // When nothing more can be waited for.
  MonoTime last_moment() const;
  // Reads the context from the transcript's last bytes; true once there is nothing more to look
  // for.
  bool recall(std::size_t tail_bytes);
  void look_again(DialogCall& call, MonoTime now);

  Ask& ask_;
  const Agent& agent_;
  const WaitTerms& terms_;
  AgentWatch& watch_;
  MonoTime first_try_{};
  std::optional<MonoTime> first_connected_;
  std::optional<Opened> opened_;  // by whichever connection told it last
  std::string why_ = "no daemon runs";
  std::optional<MonoTime> next_look_;
  MonoTime last_look_{};
  bool recalled_ = false;
};

}  // namespace afar::hook
