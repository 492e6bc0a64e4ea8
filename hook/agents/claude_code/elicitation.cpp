#include "hook/agents/claude_code/elicitation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/elicitation_form.h"
#include "hook/json/raw.h"

namespace afar::hook::claude_code {
namespace {

// As the client begins the names of that server's tools.
std::string tool_of(const std::string& server) {
  const auto is_name = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  };
  std::string tool = "mcp__" + server;
  std::replace_if(
      tool.begin(), tool.end(), [&](unsigned char c) { return !is_name(c); }, '_');
  return tool;
}

std::string reply_text(std::string_view action, const std::string& content = "") {
  std::string text = R"({"hookSpecificOutput":{"hookEventName":"Elicitation","action":")";
  text.append(action).append("\"");
  if (!content.empty()) text.append(",\"content\":").append(content);
  return text + "}}";
}

// What was chosen at the last question; empty: nothing.
std::string action_in(const Answer& answer) {
  const auto found = answer.questions.find(std::string(kAction));
  if (found == answer.questions.end() || found->second.options.empty()) return "";
  return found->second.options.front();
}

Reply not_given(const std::string& why) {
  return {"", "the answer was not given to the agent: " + why};
}

Reply accepted(const Ask& ask, const Answer& answer) {
  const std::string action = action_in(answer);
  if (action == kDeclineForm) return {reply_text("decline"), ""};
  const Question* last = ask.request.content.find_question(kAction);
  if (last == nullptr || (last->required && action != kAcceptForm)) {
    return not_given("nobody said to send it");
  }
  for (const auto& [id, given] : answer.questions) {
    if (ask.request.content.find_question(id) == nullptr) {
      return not_given("there is no question " + id);
    }
  }
  if (ask.input.empty()) return {reply_text("accept"), ""};  // a link
  const auto content = form_content(ask.input, answer);
  if (const auto* why = std::get_if<NotGiven>(&content)) return not_given(why->why);
  return {reply_text("accept", std::get<std::string>(content)), ""};
}

}  // namespace

Ask elicitation_ask(const Fields& event, std::string_view input, Origin origin) {
  Ask ask;
  ask.event = "Elicitation";
  ask.transcript = event.string_or("transcript_path", "");
  OpenRequest& request = ask.request;
  request.kind = DialogKind::kElicitation;
  const std::string server = event.string("mcp_server_name");
  request.tool = tool_of(server);
  request.content.title = "The MCP server \"" + server + "\" asks";
  request.content.body = event.string_or("message", "");
  const std::string mode = event.string_or("mode", "form");
  if (mode == "form") {
    ask.input = raw::member(input, "requested_schema").value_or("");
    request.content.questions = form_questions(ask.input);
    request.input = ask.input;
  } else if (mode == "url") {
    request.input = event.string("url");
    request.content.questions.push_back(link_question(request.input));
  } else {
    event.refuse("mode", "expected form or url");
  }
  if (!origin.subagent.empty()) request.subagent_type = event.string_or("agent_type", "");
  request.phase = Phase::kBefore;
  request.origin = std::move(origin);
  return ask;
}

SettleRequest elicitation_settle(const Fields& event, std::string_view input, Origin origin) {
  SettleRequest settle;
  settle.kind = DialogKind::kElicitation;
  settle.tool = tool_of(event.string("mcp_server_name"));
  settle.origin = std::move(origin);
  const std::string action = event.string("action");
  const auto content = raw::member(input, "content");
  if (action == kAcceptForm && content && *content != "{}") {
    // The event names no form: what was filled in stands as it is told.
    settle.answers.emplace().response = std::string(*content);
  } else if (action == kAcceptForm || action == kDeclineForm) {
    settle.answers.emplace().questions[std::string(kAction)].options = {action};
  }
  return settle;
}

Reply elicitation_reply(const Ask& ask, const OpenResult& result) {
  const Outcome& outcome = result.outcome;
  switch (outcome.state) {
    case OutcomeState::kAnswered:
      // The terminal's own answer is with the server already.
      if (outcome.by.kind != Decider::Kind::kPerson) return {};
      return accepted(ask, result.answers);
    case OutcomeState::kDefaulted:
      return accepted(ask, result.answers);
    case OutcomeState::kDenied:
      return result.parked ? Reply{} : Reply{reply_text("decline"), ""};
    case OutcomeState::kCancelled:
      // Without words the client's own end of it stands.
      return outcome.message.empty() ? Reply{} : Reply{reply_text("cancel"), ""};
    case OutcomeState::kDeferred:
    case OutcomeState::kLeft:
    case OutcomeState::kExpired:
      return {};
  }
  return {};
}

}  // namespace afar::hook::claude_code
