// What is particular to one agent, behind three pure functions: what an event means, what the agent
// said last, and how it is told an outcome. No I/O, no clock; the environment is passed in.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shared/dialog/request.h"
#include "shared/os/paths.h"

namespace afar::hook {

// Nothing to do, and nobody to be told. `complaint`: one line for stderr, where the event was not
// understood; empty where it is simply none of ours.
struct Ignored {
  std::string complaint;
};

// The agent asks its person something and waits for what this process prints.
struct Ask {
  OpenRequest request;     // without what only the running process knows: limit, agent_pid, context
  std::string event;       // the agent's name of the event: it decides the form of the reply
  std::string input;       // JSON text to echo: the tool's input, byte for byte
  std::string transcript;  // the file that the event names; may be empty
  // JSON text: the lasting rules that the agent proposes beside this one call; empty: none.
  std::string suggestions{};
};

using Event = std::variant<Ignored, Ask, SettleRequest, SessionEvent>;

// What the end of a transcript tells about a call.
struct Recalled {
  std::string context;                     // the agent's last words before it asked; may be empty
  std::vector<std::string> running_calls;  // made together with this one, and without a result yet
};

struct Reply {
  std::string text;       // for stdout: one JSON object, or nothing
  std::string complaint;  // one line for stderr; empty: none
};

class Agent {
 public:
  virtual ~Agent() = default;
  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  virtual Event read(const Environment& environment, std::string_view input) const = 0;
  // `tail`: the last part of the transcript, whose first line may be cut. nullopt: this call does
  // not stand there yet, so what stands there are older words.
  virtual std::optional<Recalled> recall(const Ask& ask, std::string_view tail) const = 0;
  // For stdout: texts that the agent is to read with this event, which takes some.
  virtual std::string write_context(const SessionEvent& event,
                                    const std::vector<LateWords>& words) const = 0;
  // Never an allow without an answer to every required question.
  virtual Reply write(const Ask& ask, const OpenResult& result) const = 0;
};

// nullptr: no agent of that name.
std::unique_ptr<const Agent> make_agent(std::string_view name);
// The names that make_agent() knows, for messages: "claude-code".
std::string_view agent_names();

}  // namespace afar::hook
