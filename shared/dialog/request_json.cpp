#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"

namespace afar {
namespace {

using nlohmann::json;

// What dialog.open and dialog.settle have in common: the dialog as the agent put it.
json asked_json(DialogKind kind, const Content& content, const Origin& origin,
                const std::string& tool) {
  json questions = json::array();
  for (const auto& question : content.questions) questions.push_back(to_json(question));
  return {{"kind", to_word(kind)},
          {"title", content.title},
          {"body", content.body},
          {"context", content.context},
          {"questions", std::move(questions)},
          {"origin", to_json(origin)},
          {"tool", tool}};
}

DialogKind kind_field(const Fields& fields) {
  const auto kind = dialog_kind_from(fields.string("kind"));
  if (!kind) fields.refuse("kind", "unknown word");
  return *kind;
}

// A time to wait, in whole milliseconds. A longer one than anybody waits is a mistake, and could
// not be added to a clock that counts nanoseconds.
std::optional<Milliseconds> milliseconds_field(const Fields& fields, const char* name) {
  constexpr Milliseconds kWaitMax = std::chrono::hours(24 * 3660);
  const auto count = fields.optional_integer(name);
  if (!count) return std::nullopt;
  if (*count < 0 || *count > kWaitMax.count()) {
    fields.refuse(name, "expected milliseconds from 0 to " + std::to_string(kWaitMax.count()) +
                            " (ten years); leave it out where there is no limit");
  }
  return Milliseconds(*count);
}

constexpr SessionEvent::What kSessionEvents[] = {
    SessionEvent::What::kStart, SessionEvent::What::kPrompt, SessionEvent::What::kStop,
    SessionEvent::What::kEnd,   SessionEvent::What::kIdle,   SessionEvent::What::kNeedsInput};

OpenResult result_from(const Fields& fields) {
  return {fields.optional_string("id"), outcome_from(fields.object("outcome")), answer_from(fields),
          fields.boolean_or("parked", false)};
}

}  // namespace

std::string_view to_word(Phase phase) { return phase == Phase::kBefore ? "before" : "beside"; }

std::string_view to_word(SessionEvent::What what) {
  switch (what) {
    case SessionEvent::What::kStart:
      return "start";
    case SessionEvent::What::kPrompt:
      return "prompt";
    case SessionEvent::What::kStop:
      return "stop";
    case SessionEvent::What::kEnd:
      return "end";
    case SessionEvent::What::kIdle:
      return "idle";
    case SessionEvent::What::kNeedsInput:
      return "needs_input";
  }
  return "";
}

json to_json(const OpenRequest& request) {
  json result = asked_json(request.kind, request.content, request.origin, request.tool);
  result["input"] = request.input;
  if (!request.subagent_type.empty()) result["subagent_type"] = request.subagent_type;
  result["phase"] = to_word(request.phase);
  result["can_race"] = request.can_race;
  result["can_defer"] = request.can_defer;
  if (request.must_ask) result["must_ask"] = true;
  if (request.relay) result["relay"] = true;
  if (request.unasked) result["unasked"] = true;
  result["wait"] = request.wait ? "outcome" : "none";
  if (request.limit) result["limit_ms"] = request.limit->count();
  if (request.agent_pid != 0) result["agent_pid"] = request.agent_pid;
  if (request.id) result["id"] = *request.id;
  if (!request.running_calls.empty()) result["running_calls"] = request.running_calls;
  return result;
}

OpenRequest open_request_from(const json& source) {
  const Fields fields(source);
  OpenRequest request;
  request.kind = kind_field(fields);
  request.content = content_from(fields);
  request.origin = origin_from(fields.object("origin"));
  request.tool = fields.string_or("tool", "");
  request.input = fields.string_or("input", "");
  request.subagent_type = fields.string_or("subagent_type", "");
  const std::string phase = fields.string_or("phase", "before");
  if (phase != "before" && phase != "beside") fields.refuse("phase", "expected before or beside");
  request.phase = phase == "before" ? Phase::kBefore : Phase::kBeside;
  request.can_race = fields.boolean_or("can_race", false);
  request.can_defer = fields.boolean_or("can_defer", false);
  request.must_ask = fields.boolean_or("must_ask", false);
  request.relay = fields.boolean_or("relay", false);
  request.unasked = fields.boolean_or("unasked", false);
  const std::string wait = fields.string_or("wait", "outcome");
  if (wait != "outcome" && wait != "none") fields.refuse("wait", "expected outcome or none");
  request.wait = wait == "outcome";
  request.limit = milliseconds_field(fields, "limit_ms");
  request.agent_pid = fields.optional_integer("agent_pid").value_or(0);
  request.id = fields.optional_string("id");
  request.running_calls = fields.strings_or_none("running_calls");
  return request;
}

json to_json(const OpenResult& result) {
  json written = {
      {"id", result.id ? json(*result.id) : json(nullptr)},
      {"outcome", to_json(result.outcome)},
      {"answers", to_json(result.answers.questions)},
      {"response", result.answers.response ? json(*result.answers.response) : json(nullptr)}};
  if (result.parked) written["parked"] = true;
  return written;
}

OpenResult open_result_from(const json& source) { return result_from(Fields(source)); }

json to_json(const Opened& opened) {
  return {{"id", opened.id}, {"fallback", to_json(opened.fallback)}};
}

Opened opened_from(const json& source) {
  const Fields fields(source);
  return {fields.string("id"), result_from(fields.object("fallback"))};
}

json to_json(const SettleRequest& request) {
  json result = asked_json(request.kind, request.content, request.origin, request.tool);
  if (request.answers) {
    result["answers"] = to_json(request.answers->questions);
    if (request.answers->response) result["response"] = *request.answers->response;
  }
  return result;
}

SettleRequest settle_request_from(const json& source) {
  const Fields fields(source);
  SettleRequest request;
  request.kind = kind_field(fields);
  request.content = content_from(fields);
  request.origin = origin_from(fields.object("origin"));
  request.tool = fields.string_or("tool", "");
  if (fields.has("answers") || fields.has("response")) request.answers = answer_from(fields);
  return request;
}

json to_json(const SessionEvent& event) {
  json result = {{"event", to_word(event.what)},
                 {"origin", to_json(event.origin)},
                 {"by_person", event.by_person}};
  if (event.takes_context) result["takes_context"] = true;
  if (event.delivers) result["delivers"] = *event.delivers;
  return result;
}

SessionEvent session_event_from(const json& source) {
  const Fields fields(source);
  SessionEvent event;
  const std::string word = fields.string("event");
  bool known = false;
  for (const auto what : kSessionEvents) {
    if (word == to_word(what)) {
      event.what = what;
      known = true;
    }
  }
  if (!known) fields.refuse("event", "expected start, prompt, stop, end, idle or needs_input");
  event.origin = origin_from(fields.object("origin"));
  event.by_person = fields.boolean_or("by_person", false);
  event.takes_context = fields.boolean_or("takes_context", false);
  event.delivers = fields.optional_string("delivers");
  return event;
}

json to_json(const std::vector<LateWords>& words) {
  json context = json::array();
  json dialogs = json::array();
  for (const auto& each : words) {
    context.push_back(each.text);
    dialogs.push_back(each.dialog);
  }
  return {{"context", std::move(context)}, {"dialogs", std::move(dialogs)}};
}

std::vector<LateWords> late_words_from(const json& source) {
  const Fields fields(source);
  const auto texts = fields.strings_or_none("context");
  const auto dialogs = fields.strings_or_none("dialogs");
  // A daemon that names no dialogs has nothing to be confirmed.
  std::vector<LateWords> words;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    words.push_back({i < dialogs.size() ? dialogs[i] : "", texts[i]});
  }
  return words;
}

}  // namespace afar
