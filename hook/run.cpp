#include "hook/run.h"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "hook/agents/agent.h"
#include "hook/dialog_wait.h"
#include "hook/fallback.h"
#include "hook/host.h"
#include "hook/streams.h"
#include "hook/tell.h"
#include "hook/wake.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar::hook {
namespace {

// The largest event that is read. Four questions with previews are some 20 kB; a tool's result in
// PostToolUse may be a few MB.
constexpr std::size_t kEventBytesMax = 8u * 1024 * 1024;

struct Surroundings {
  const Options& options;
  const Environment& environment;
  MonoTime started;
  Paths paths;
};

// How long ago we were started. A daemon that took a prompt and did not say so in time has it by
// then.
Milliseconds since(const Surroundings& around) {
  return std::chrono::ceil<Milliseconds>(read_clocks().mono - around.started);
}

// What is printed, and whether it got out.
bool print(const Reply& reply) {
  if (!reply.complaint.empty()) complain(reply.complaint);
  if (reply.text.empty()) return false;
  return write_all(STDOUT_FILENO, reply.text + "\n");
}

void confirm_outcome(DialogCall& call, const OpenResult& told) {
  // A deferred dialog is open still: what is confirmed some day is its answer.
  if (!told.id || told.outcome.state == OutcomeState::kDeferred) return;
  try {
    call.confirm(*told.id);
  } catch (const rpc::ConnectionLost&) {
    // The agent has its answer; the daemon learns so from the call's result.
  }
}

// What only this process and its command line know.
void complete(OpenRequest& request, const Options& options) {
  request.origin.host = host_name();
  request.relay = options.permissions && request.kind == DialogKind::kPermission;
}

void handle(Ask& ask, const Agent& agent, const Surroundings& around) {
  complete(ask.request, around.options);
  ask.request.agent_pid = agent_process();
  WaitTerms terms;
  terms.deadlines = deadlines_for(around.started, around.options.host_timeout);
  terms.paths = around.paths;
  terms.may_start = !around.options.no_start;
  terms.from_agent = runs_inside_agent(around.environment);
  AgentWatch watch(STDOUT_FILENO);
  Waited waited = DialogWait(ask, agent, terms, watch).run();
  switch (waited.end) {
    case Waited::End::kCalledOff:
      return;
    case Waited::End::kDecided:
      if (print(agent.write(ask, waited.result))) confirm_outcome(*waited.call, waited.result);
      return;
    case Waited::End::kUnavailable:
      waited.result =
          unavailable_result(around.options.if_unavailable, ask.request, read_clocks().wall);
      break;
    case Waited::End::kFellBack:
      break;
  }
  complain(waited.why);
  waited.result.outcome.at = read_clocks().wall;
  // Nothing was decided about a call that nobody had asked about.
  const bool to_note = !ask.request.unasked || waited.result.outcome.state != OutcomeState::kLeft;
  // Before the agent is told: what is told and nowhere noted would never come to light.
  if (to_note && !append_to_spool(around.paths.state_dir, ask.request, waited.result, waited.why)) {
    complain("what the agent is told now could not be noted in " + around.paths.state_dir);
  }
  print(agent.write(ask, waited.result));
}

void tell_settled(SettleRequest& request, const Surroundings& around) {
  request.origin.host = host_name();
  tell_daemon(around.paths, runs_inside_agent(around.environment), "dialog.settle",
              to_json(request));
}

void tell_event(SessionEvent& event, const Agent& agent, const Surroundings& around) {
  event.origin.host = host_name();
  Told told = tell_daemon(around.paths, runs_inside_agent(around.environment), "session.event",
                          to_json(event));
  const Reply reply{agent.write_context(event, told.words), ""};
  if (!told.words.empty() && print(reply)) confirm(*told.client, told.words);
  const bool matters = event.what == SessionEvent::What::kPrompt && event.by_person;
  // Where nothing was ever asked there is nothing that could become stale.
  if (told.taken || !matters || ::access(around.paths.database.c_str(), F_OK) != 0) return;
  if (!spool_prompt(around.paths.state_dir, event.origin, read_clocks().wall - since(around))) {
    complain("that the person prompted could not be noted in " + around.paths.state_dir);
  }
}

// The process's exit code: 2 has the agent read what stands on stderr, and go on with it.
int wake(const SessionEvent& event, const Surroundings& around) {
  const bool may_idle =
      event.origin.interactive && event.takes_context && event.what != SessionEvent::What::kPrompt;
  if (!may_idle) return 0;
  AgentWatch watch(STDOUT_FILENO);
  Told told =
      wait_for_late(around.paths, runs_inside_agent(around.environment), event.origin, watch);
  std::string text;
  for (const auto& each : told.words) text += each.text + "\n";
  if (text.empty() || watch.sign() != AgentWatch::Sign::kNone) return 0;
  if (!write_all(STDERR_FILENO, text)) return 0;
  confirm(*told.client, told.words);
  return 2;
}

// The event as an agent's file makes it out; nullopt where it is too large (the complaint is made).
std::optional<Event> read_event(const Agent& agent, const Environment& environment) {
  const auto input = read_all(STDIN_FILENO, kEventBytesMax);
  if (input) return agent.read(environment, *input);
  complain("the event is larger than 8 MiB");
  return std::nullopt;
}

int print_request(const Options& options, const Environment& environment) {
  auto event = read_event(*make_agent(options.agent), environment);
  if (!event) return 1;
  if (const auto* ignored = std::get_if<Ignored>(&*event)) {
    if (!ignored->complaint.empty()) {
      complain(ignored->complaint);
      return 1;
    }
  }
  auto* ask = std::get_if<Ask>(&*event);
  if (ask != nullptr) complete(ask->request, options);
  const std::string text = ask != nullptr ? rpc::dump(to_json(ask->request)) : "null";
  return write_all(STDOUT_FILENO, text + "\n") ? 0 : 1;
}

// The process's exit code.
int handle_event(const Options& options, const Environment& environment, MonoTime started) {
  if (environment("AFAR_DISABLE").value_or("0") != "0") return 0;
  const Surroundings around{options, environment, started, find_paths(environment, options.paths)};
  if (::access(off_switch(around.paths).c_str(), F_OK) == 0) return 0;
  const auto agent = make_agent(options.agent);
  auto event = read_event(*agent, environment);
  if (!event) return 0;
  auto* told = std::get_if<SessionEvent>(&*event);
  if (options.wake) return told != nullptr ? wake(*told, around) : 0;
  if (const auto* ignored = std::get_if<Ignored>(&*event)) {
    if (!ignored->complaint.empty()) complain(ignored->complaint);
  } else if (auto* ask = std::get_if<Ask>(&*event)) {
    handle(*ask, *agent, around);
  } else if (auto* settle = std::get_if<SettleRequest>(&*event)) {
    tell_settled(*settle, around);
  } else if (told != nullptr) {
    tell_event(*told, *agent, around);
  }
  return 0;
}

}  // namespace

int run(const std::variant<Options, Notice>& command, MonoTime started,
        const Environment& environment) {
  // An agent that is gone must not end us before the daemon is told.
  std::signal(SIGPIPE, SIG_IGN);
  if (const auto* notice = std::get_if<Notice>(&command)) {
    const bool printed =
        write_all(STDOUT_FILENO, notice->out) && write_all(STDERR_FILENO, notice->err);
    return printed ? notice->exit_code : 1;
  }
  const Options& options = std::get<Options>(command);
  try {
    if (options.print_request) return print_request(options, environment);
    return handle_event(options, environment, started);
  } catch (const std::exception& failed) {
    complain(failed.what());
    return options.print_request ? 1 : 0;
  }
}

}  // namespace afar::hook
