#include "hook/mcp/permission_prompt.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>

#include "hook/agents/agent.h"
#include "hook/agents/claude_code/claude_code.h"
#include "hook/agents/claude_code/prompt_tool.h"
#include "hook/dialog_wait.h"
#include "hook/fallback.h"
#include "hook/host.h"
#include "hook/mcp/complain.h"
#include "hook/mcp/session.h"

namespace afar::mcp {
namespace {

using hook::Ask;
using hook::Waited;
using nlohmann::json;
namespace claude_code = hook::claude_code;

constexpr const char* kUnavailableRule = "permission_prompt";
// Claude Code's own limit for a tool, 27.8 hours (seen in 2.1.197 and 2.1.332), and the longest
// that it takes from its variable: 32 bits of milliseconds.
constexpr Milliseconds kLimit{100'000'000};
constexpr Milliseconds kLimitMin{1000};
constexpr Milliseconds kLimitMax{2'147'483'647};

ToolReply denial(const std::string& words) {
  return {claude_code::prompt_denial(words), false, {}};
}

bool is_switched_off(const Desk& desk) {
  return desk.environment("AFAR_DISABLE").value_or("0") != "0" ||
         ::access(off_switch(desk.paths).c_str(), F_OK) == 0;
}

hook::WaitTerms terms_for(const Desk& desk) {
  hook::WaitTerms terms;
  terms.deadlines =
      hook::deadlines_for(std::chrono::steady_clock::now(),
                          std::chrono::floor<std::chrono::seconds>(host_limit(desk.environment)));
  terms.paths = desk.paths;
  terms.may_start = !desk.options.no_start;
  terms.program = "afar-mcp";
  terms.role = "mcp";
  terms.from_agent = runs_inside_agent(desk.environment);
  return terms;
}

// The daemon learns that the client has its answer. Not of a dialog that never was one.
std::function<void()> confirmation(Waited waited) {
  if (!waited.result.id || !waited.call) return {};
  const auto shared = std::make_shared<Waited>(std::move(waited));
  return [shared] {
    try {
      shared->call->confirm(*shared->result.id);
    } catch (const rpc::ConnectionLost&) {
      // It counts as undelivered, and an equal question finds it.
    }
  };
}

ToolReply fall_back(const Ask& ask, Waited waited, const Desk& desk) {
  complain(waited.why);
  OpenResult& told = waited.result;
  if (waited.end == Waited::End::kUnavailable) {
    told.outcome.state = OutcomeState::kDenied;
    told.outcome.by.rule = kUnavailableRule;
    told.outcome.message = claude_code::nobody_was_asked("afar could not be reached");
  }
  told.outcome.at = read_clocks().wall;
  hook::append_to_spool(desk.paths.state_dir, ask.request, told, waited.why);
  return {claude_code::prompt_reply(ask, told), false, {}};
}

}  // namespace

json PermissionPrompt::description() const {
  return {{"title", "Ask a person by afar"},
          {"description",
           "For --permission-prompt-tool: asks a person whether a tool may run, or what they "
           "answer to a question, and waits for it. Not for the model to call."},
          {"inputSchema",
           {{"type", "object"},
            {"properties",
             {{"tool_name", {{"type", "string"}}},
              {"input", {{"type", "object"}}},
              {"tool_use_id", {{"type", "string"}}}}},
            {"required", {"tool_name", "input"}}}}};
}

std::optional<ToolReply> PermissionPrompt::call(const ToolCall& call, const Desk& desk,
                                                hook::AgentWatch& watch) const {
  if (is_switched_off(desk)) {
    return denial(claude_code::nobody_was_asked("afar is switched off"));
  }
  claude_code::PromptPlace place;
  place.cwd = working_directory();
  place.session = session_of(desk, call.meta, place.cwd);
  auto asked = claude_code::prompt_ask(desk.environment, place, call.arguments);
  if (const auto* not_understood = std::get_if<claude_code::NotUnderstood>(&asked)) {
    complain(not_understood->why);
    return denial(claude_code::nobody_was_asked("afar does not understand the call (" +
                                                not_understood->why + ")"));
  }
  Ask& ask = std::get<Ask>(asked);
  ask.request.origin.host = hook::host_name();
  ask.request.agent_pid = desk.agent_pid;
  const auto agent = hook::make_agent(claude_code::kName);
  const hook::WaitTerms terms = terms_for(desk);
  Waited waited = hook::DialogWait(ask, *agent, terms, watch).run();
  if (waited.end == Waited::End::kCalledOff) return std::nullopt;
  if (waited.end != Waited::End::kDecided) return fall_back(ask, std::move(waited), desk);
  std::string text = claude_code::prompt_reply(ask, waited.result);
  return ToolReply{std::move(text), false, confirmation(std::move(waited))};
}

Milliseconds host_limit(const Environment& environment) {
  const std::string text = environment("MCP_TOOL_TIMEOUT").value_or("");
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, count);
  if (text.empty() || read.ec != std::errc() || read.ptr != end || count <= 0) return kLimit;
  return std::clamp(Milliseconds(count), kLimitMin, kLimitMax);
}

}  // namespace afar::mcp
