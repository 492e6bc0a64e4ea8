#include "hook/agents/claude_code/claude_code.h"

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/elicitation.h"
#include "hook/agents/claude_code/origin.h"
#include "hook/agents/claude_code/plan.h"
#include "hook/agents/claude_code/reply.h"
#include "hook/agents/claude_code/terminal_answer.h"
#include "hook/agents/claude_code/tool_dialog.h"
#include "hook/agents/claude_code/transcript.h"
#include "hook/json/raw.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/message.h"
#include "shared/rpc/nesting.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

// A prompt that the client wrote to itself (a background task ended, a hook woke it) starts so.
constexpr std::string_view kTaskNotification = "<task-notification>";
constexpr std::string_view kResumed = "Continue from where you left off.";

enum class EventKind {
  kBefore,
  kBeside,
  kAfter,
  kFailed,
  kSession,
  kNotice,
  kElicitation,
  kElicitationResult
};

// Whether the event is about a call of a tool.
bool is_of_tool(EventKind kind) { return kind <= EventKind::kFailed; }

struct KnownEvent {
  std::string_view name;
  EventKind kind;
  SessionEvent::What what = SessionEvent::What::kStart;  // of kSession
};

constexpr KnownEvent kEvents[] = {
    {"PreToolUse", EventKind::kBefore},
    {"PermissionRequest", EventKind::kBeside},
    {"PostToolUse", EventKind::kAfter},
    {"PostToolUseFailure", EventKind::kFailed},
    {"UserPromptSubmit", EventKind::kSession, SessionEvent::What::kPrompt},
    {"Stop", EventKind::kSession, SessionEvent::What::kStop},
    {"SubagentStop", EventKind::kSession, SessionEvent::What::kStop},
    {"SessionStart", EventKind::kSession, SessionEvent::What::kStart},
    {"SessionEnd", EventKind::kSession, SessionEvent::What::kEnd},
    {"Elicitation", EventKind::kElicitation},
    {"ElicitationResult", EventKind::kElicitationResult},
    {"Notification", EventKind::kNotice},
};

// What tells that the client waits for its person, by notification_type.
constexpr std::pair<std::string_view, SessionEvent::What> kNotices[] = {
    {"idle_prompt", SessionEvent::What::kIdle},
    {"permission_prompt", SessionEvent::What::kNeedsInput},
    {"elicitation_dialog", SessionEvent::What::kNeedsInput}};

// The events whose additionalContext the model reads as it stands (seen on 2.1.197 and 2.1.332).
std::string_view event_of(SessionEvent::What what) {
  if (what == SessionEvent::What::kStart) return "SessionStart";
  return what == SessionEvent::What::kPrompt ? "UserPromptSubmit" : "Stop";
}

const KnownEvent* find_event(std::string_view name) {
  for (const auto& event : kEvents) {
    if (event.name == name) return &event;
  }
  return nullptr;
}

// The dialog that a tool's call stands for in this event; nullopt: it is none.
std::optional<DialogKind> kind_in(const KnownEvent& event, std::string_view tool) {
  const DialogKind kind = kind_of_tool(tool);
  // A call that failed ran, so that it was allowed; of a question or a plan it tells nothing.
  if (event.kind == EventKind::kFailed && kind != DialogKind::kPermission) return std::nullopt;
  if (kind != DialogKind::kPlanEntry || event.kind == EventKind::kBefore) return kind;
  // The way into plan mode ends nothing. Should a client ask about it, it is a tool like any other.
  if (event.kind == EventKind::kBeside) return DialogKind::kPermission;
  return std::nullopt;
}

bool comes_after(EventKind kind) { return kind == EventKind::kAfter || kind == EventKind::kFailed; }

// The event without what the tool gave back, which may be megabytes long.
std::string without_result(const std::vector<raw::Member>& members) {
  std::string event = "{";
  for (const auto& [key, value] : members) {
    if (raw::says(key, "tool_response") || raw::says(key, "error")) continue;
    if (event.size() > 1) event += ",";
    event.append(key).append(":").append(value);
  }
  return event + "}";
}

// Prompts that the client writes itself: for its background tasks, and when a headless run is
// resumed without one (seen on 2.1.197 and 2.1.332).
bool is_own_prompt(std::string_view prompt, bool interactive) {
  return prompt.rfind(kTaskNotification, 0) == 0 || (!interactive && prompt == kResumed);
}

SessionEvent session_event(const KnownEvent& event, const Environment& environment,
                           const Fields& fields, Origin origin) {
  SessionEvent result;
  result.what = event.what;
  result.origin = std::move(origin);
  if (event.what == SessionEvent::What::kPrompt) {
    result.by_person = !is_own_prompt(fields.string_or("prompt", ""), result.origin.interactive);
    const auto delivered = environment(kDelivery);
    if (delivered && !result.origin.interactive && looks_like_dialog_id(*delivered)) {
      result.by_person = false;
      result.delivers = *delivered;
    }
  }
  result.takes_context = event.name == event_of(event.what);
  return result;
}

Event notice(const Fields& fields, Origin origin) {
  const std::string type = fields.string_or("notification_type", "");
  for (const auto& [name, what] : kNotices) {
    if (type == name) return SessionEvent{what, std::move(origin)};
  }
  return Ignored{};
}

Ask ask_of(const KnownEvent& event, DialogKind kind, const Fields& fields, Origin origin,
           std::string_view raw_input, Asked asked) {
  Ask ask;
  ask.event = event.name;
  ask.input = std::move(asked.echo);
  ask.transcript = fields.string_or("transcript_path", "");
  OpenRequest& request = ask.request;
  request.kind = kind;
  request.content = std::move(asked.content);
  request.tool = fields.string("tool_name");
  if (!origin.subagent.empty()) request.subagent_type = fields.string_or("agent_type", "");
  request.phase = event.kind == EventKind::kBefore ? Phase::kBefore : Phase::kBeside;
  const bool permission = kind == DialogKind::kPermission;
  if (permission) request.input = raw_input;
  // Whether the client will ask about it is seen only when PermissionRequest comes.
  request.unasked = permission && request.phase == Phase::kBefore;
  // The picker opens, and with it PermissionRequest, in a terminal or a host only; dontAsk shows
  // none. Where a permission is needed PermissionRequest tells so.
  request.can_race = permission || (origin.interactive && origin.permission_mode != "dontAsk");
  // Only PreToolUse knows defer, and only a run that is not interactive ends by it.
  request.can_defer = !origin.interactive && request.phase == Phase::kBefore;
  request.origin = std::move(origin);
  return ask;
}

Event settle_of(DialogKind kind, const Fields& fields, Origin origin, Asked asked,
                const json& event) {
  SettleRequest settle;
  settle.kind = kind;
  settle.tool = fields.string("tool_name");
  settle.origin = std::move(origin);
  settle.answers = terminal_answer(kind, asked.content, event);
  settle.content = std::move(asked.content);
  return settle;
}

Event understand(const KnownEvent& event, const Environment& environment, std::string_view input) {
  const auto repaired = raw::without_lone_surrogates(input);
  const json document = json::parse(repaired ? std::string_view(*repaired) : input, nullptr,
                                    /*allow_exceptions=*/false);
  if (document.is_discarded()) return Ignored{"the event is not JSON"};
  const Fields fields(document);
  Origin origin = origin_of(environment, fields);
  if (event.kind == EventKind::kSession) {
    return session_event(event, environment, fields, std::move(origin));
  }
  if (event.kind == EventKind::kNotice) return notice(fields, std::move(origin));
  if (event.kind == EventKind::kElicitation) {
    return elicitation_ask(fields, input, std::move(origin));
  }
  if (event.kind == EventKind::kElicitationResult) {
    return elicitation_settle(fields, input, std::move(origin));
  }

  const std::string tool = fields.string("tool_name");
  const auto kind = kind_in(event, tool);
  if (!kind) return Ignored{};
  const bool after = comes_after(event.kind);
  const json& tool_input = after && *kind == DialogKind::kPlanApproval
                               ? plan_in(document)
                               : fields.object_json("tool_input");
  const std::string_view raw_input = raw::member(input, "tool_input").value_or("{}");
  const bool beside = event.kind == EventKind::kBeside;
  const std::string_view suggestions =
      beside ? raw::member(input, "permission_suggestions").value_or("") : std::string_view();
  Asked asked = asked_by(*kind, {tool, tool_input, raw_input, suggestions, beside});
  if (after) return settle_of(*kind, fields, std::move(origin), std::move(asked), document);
  Ask ask = ask_of(event, *kind, fields, std::move(origin), raw_input, std::move(asked));
  ask.suggestions = suggestions;
  return ask;
}

}  // namespace

Event ClaudeCode::read(const Environment& environment, std::string_view input) const {
  // Looks before it parses: most events concern nobody, and a tool's result may be megabytes long.
  const auto members = raw::members(input);
  if (!members) return Ignored{"the event is not a JSON object"};
  std::string_view name;
  std::string_view tool;
  for (const auto& [key, value] : *members) {
    if (raw::says(key, "hook_event_name")) name = value;
    if (raw::says(key, "tool_name")) tool = value;
  }
  const auto event_name = raw::text_of(name);
  if (!event_name) return Ignored{"the event has no hook_event_name"};
  const KnownEvent* event = find_event(*event_name);
  if (event == nullptr) return Ignored{"nothing is known about the event " + *event_name};
  std::string shorter;
  if (is_of_tool(event->kind)) {
    const auto tool_name = raw::text_of(tool);
    if (!tool_name) return Ignored{"the event " + *event_name + " has no tool_name"};
    const auto kind = kind_in(*event, *tool_name);
    if (!kind) return Ignored{};
    // That it ran says it all.
    if (comes_after(event->kind) && *kind == DialogKind::kPermission) {
      shorter = without_result(*members);
      input = shorter;
    }
  }
  if (!rpc::nests_within(input, rpc::kNestingMax)) return Ignored{"the event nests too deep"};
  try {
    return understand(*event, environment, input);
  } catch (const BadField& bad) {
    return Ignored{*event_name + ": " + bad.what()};
  }
}

std::optional<Recalled> ClaudeCode::recall(const Ask& ask, std::string_view tail) const {
  return recall_call(ask, tail);
}

std::string ClaudeCode::write_context(const SessionEvent& event,
                                      const std::vector<LateWords>& words) const {
  if (words.empty()) return "";
  std::string text;
  for (const auto& each : words) text += (text.empty() ? "" : "\n") + each.text;
  return rpc::dump({{"hookSpecificOutput",
                     {{"hookEventName", event_of(event.what)}, {"additionalContext", text}}}});
}

Reply ClaudeCode::write(const Ask& ask, const OpenResult& result) const {
  if (ask.request.kind == DialogKind::kElicitation) return elicitation_reply(ask, result);
  return reply_to(ask, result);
}

}  // namespace afar::hook::claude_code
