// What the tests of the permission prompt tool share: a call read as the client sends it, outcomes,
// and the reply as JSON.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "hook/agents/claude_code/prompt_tool.h"
#include "tests/unit/hook/support.h"

namespace afar::hook {

constexpr const char* kColorInput =
    R"({"questions":[{"question":"Which color?","header":"Color","options":[{"label":"Red",)"
    R"("description":"r"},{"label":"Blue","description":"b"}],"multiSelect":false}]})";
constexpr const char* kPlanInput = R"({"plan":"# Add a cache\n1. Redis","planFilePath":"/p.md"})";
constexpr const char* kBashInput = R"({"command":"touch made","description":"makes it"})";

inline std::string prompt_arguments(const std::string& tool, const std::string& input) {
  return R"({"tool_name":")" + tool + R"(","input":)" + input + R"(,"tool_use_id":"toolu_1"})";
}

inline Environment headless() {
  return environment_of({{"CLAUDE_CODE_ENTRYPOINT", "sdk-cli"},
                         {"AI_AGENT", "claude-code_2-1-332_harness"},
                         {"HOME", "/home/user"}});
}

inline Ask prompt(const std::string& tool, const std::string& input) {
  auto asked = claude_code::prompt_ask(headless(), {"s1", "/home/user/project"},
                                       prompt_arguments(tool, input));
  if (const auto* not_understood = std::get_if<claude_code::NotUnderstood>(&asked)) {
    ADD_FAILURE() << not_understood->why;
    return {};
  }
  return std::get<Ask>(std::move(asked));
}

inline Ask prompt_of(DialogKind kind) {
  switch (kind) {
    case DialogKind::kUserQuestion:
      return prompt("AskUserQuestion", kColorInput);
    case DialogKind::kPlanApproval:
      return prompt("ExitPlanMode", kPlanInput);
    default:
      return prompt("Bash", kBashInput);
  }
}

inline OpenResult chosen(const std::string& option,
                         const std::optional<std::string>& words = std::nullopt) {
  return answered({{"q1", {{option}, words, {}}}});
}

inline nlohmann::json reply_json(const Ask& ask, const OpenResult& result) {
  return nlohmann::json::parse(claude_code::prompt_reply(ask, result));
}

}  // namespace afar::hook
