// What the tests of the hook share: captured payloads, an environment made of a map, and reading
// one event as Claude Code's.
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "hook/agents/agent.h"

namespace afar::hook {

inline const std::vector<std::string>& releases() {
  static const std::vector<std::string> kReleases{"claude-code-2.1.197", "claude-code-2.1.332"};
  return kReleases;
}

inline std::string fixture(const std::string& release, const std::string& name) {
  const std::string path = std::string(AFAR_SOURCE_DIR) + "/tests/fixtures/" + release + "/" + name;
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << "no fixture " << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline Environment environment_of(std::map<std::string, std::string> values) {
  return [values = std::move(values)](std::string_view name) -> std::optional<std::string> {
    const auto found = values.find(std::string(name));
    if (found == values.end() || found->second.empty()) return std::nullopt;
    return found->second;
  };
}

inline Event read_event(const std::string& input,
                        const Environment& environment = environment_of({{"CLAUDE_CODE_ENTRYPOINT",
                                                                          "cli"}})) {
  return make_agent("claude-code")->read(environment, input);
}

inline Ask read_ask(const std::string& input) {
  Event event = read_event(input);
  if (const auto* ignored = std::get_if<Ignored>(&event)) {
    ADD_FAILURE() << "not a question: " << ignored->complaint << "\n" << input.substr(0, 400);
    return {};
  }
  return std::get<Ask>(std::move(event));
}

// A PreToolUse of AskUserQuestion with this tool_input (JSON text).
inline std::string pre_tool_use(const std::string& tool_input) {
  return R"({"session_id":"s1","cwd":"/home/user/project","hook_event_name":"PreToolUse",)"
         R"("tool_name":"AskUserQuestion","tool_use_id":"toolu_1","tool_input":)" +
         tool_input + "}";
}

inline OpenResult answered(std::map<std::string, QuestionAnswer> answers) {
  OpenResult result;
  result.id = "tbxkq";
  result.outcome.state = OutcomeState::kAnswered;
  result.outcome.by = {Decider::Kind::kPerson, "owner", "cli", ""};
  result.outcome.delivery = Delivery::kPending;
  result.answers.questions = std::move(answers);
  return result;
}

inline Reply reply_to_input(const std::string& tool_input, const OpenResult& result) {
  return make_agent("claude-code")->write(read_ask(pre_tool_use(tool_input)), result);
}

}  // namespace afar::hook
