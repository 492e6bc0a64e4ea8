#include "tests/integration/events.h"

#include <fstream>
#include <stdexcept>

namespace afar::test {
namespace {

Event of_session(const char* file, const std::string& session) {
  Event event = captured("claude-code-2.1.332", file);
  event["session_id"] = session;
  return event;
}

Event answered_input(const Event& event, const Event& answers) {
  Event input = event.at("tool_input");
  input["answers"] = answers;
  return input;
}

}  // namespace

Event captured(const std::string& release, const std::string& file) {
  const std::string path = std::string(AFAR_SOURCE_DIR) + "/tests/fixtures/" + release + "/" + file;
  std::ifstream text(path);
  if (!text) throw std::runtime_error("cannot read " + path);
  return Event::parse(text);
}

Event before(const std::string& session, const std::string& call) {
  Event event = of_session("PreToolUse-tui-chat.json", session);
  event["tool_use_id"] = call;
  return event;
}

Event beside(const std::string& session) {
  return of_session("PermissionRequest-tui-chat.json", session);
}

Event after(const std::string& session, const std::string& call, const std::string& answer) {
  Event event = of_session("PostToolUse-tui-local-wins.json", session);
  event["tool_use_id"] = call;
  for (const char* place : {"tool_input", "tool_response"}) {
    event[place]["answers"]["Which color?"] = answer;
  }
  return event;
}

Event prompt(const std::string& session, const std::string& text) {
  Event event = of_session("UserPromptSubmit-prompt.json", session);
  event["prompt"] = text;
  return event;
}

Event stop(const std::string& session) { return of_session("Stop-bash-allow.json", session); }

Event session_end(const std::string& session) {
  Event event = captured("claude-code-2.1.197", "SessionEnd-tui.json");
  event["session_id"] = session;
  return event;
}

Event asking(Event event, const std::string& question) {
  Event& input = event["tool_input"];
  const std::string before = input["questions"][0]["question"];
  for (const char* place : {"tool_input", "tool_response"}) {
    if (!event.contains(place)) continue;
    event[place]["questions"][0]["question"] = question;
    if (!event[place].contains("answers")) continue;
    const Event answer = event[place]["answers"][before];
    event[place]["answers"] = Event({{question, answer}});
  }
  return event;
}

std::string allowed_before(const Event& event, const Event& answers) {
  Event output;
  output["hookSpecificOutput"]["hookEventName"] = "PreToolUse";
  output["hookSpecificOutput"]["permissionDecision"] = "allow";
  output["hookSpecificOutput"]["updatedInput"] = answered_input(event, answers);
  return output.dump() + "\n";
}

std::string allowed_beside(const Event& event, const Event& answers) {
  Event output;
  Event& decision = output["hookSpecificOutput"];
  decision["hookEventName"] = "PermissionRequest";
  decision["decision"]["behavior"] = "allow";
  decision["decision"]["updatedInput"] = answered_input(event, answers);
  return output.dump() + "\n";
}

}  // namespace afar::test
