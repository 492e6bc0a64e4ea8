#include "hook/agents/claude_code/plan.h"

#include <nlohmann/json.hpp>

#include "hook/json/raw.h"
#include "shared/rpc/message.h"

namespace afar::hook::claude_code {
namespace {

// The plan's own name: its first heading. Empty where it has none.
std::string heading_of(std::string_view plan) {
  while (!plan.empty()) {
    const std::size_t newline = plan.find('\n');
    std::string_view line = plan.substr(0, newline);
    const std::size_t text = line.find_first_not_of("# \t");
    if (line.rfind('#', 0) == 0 && text != std::string_view::npos) {
      line.remove_prefix(text);
      return std::string(line.substr(0, line.find_last_not_of(" \t\r#") + 1));
    }
    plan = newline == std::string_view::npos ? "" : plan.substr(newline + 1);
  }
  return "";
}

Option option_of(std::string_view id, std::string label, std::string description,
                 bool edits = false) {
  Option option{std::string(id), std::move(label), std::move(description), "", false};
  option.edits = edits;
  return option;
}

// The input with another plan (JSON text) in the place of its own; empty where it has none.
template <typename Other>
std::string with_other_plan(std::string_view input, Other other) {
  const auto fields = raw::members(input);
  const auto plan = raw::member(input, "plan");
  if (!fields || !plan || !raw::text_of(*plan) || raw::text_of(*plan)->empty()) return "";
  std::string result = "{";
  for (const auto& [key, value] : *fields) {
    if (result.size() > 1) result += ",";
    result.append(key).append(":");
    result.append(value.data() == plan->data() ? other(value) : std::string(value));
  }
  return result + "}";
}

}  // namespace

Content plan_content(const Fields& input, bool takes_permissions) {
  const std::string plan = input.string_or("plan", "");
  const std::string heading = heading_of(plan);
  Content content;
  content.body = plan;
  Question question;
  question.id = "q1";
  question.header = "Plan";
  question.text = heading.empty() ? "Approve the plan?" : "Approve the plan \"" + heading + "\"?";
  content.title = question.text;
  question.allow_free_text = false;
  // Newer clients take no plan from PreToolUse.
  const bool edits = takes_permissions && !plan.empty();
  question.options = {option_of(kAccept, "Approve", "the agent starts on it", edits)};
  if (takes_permissions) {
    question.options.push_back(option_of(kAcceptEdits, "Approve, accept edits",
                                         "and its edits are not asked about in this session",
                                         edits));
  }
  if (!plan.empty() || !takes_permissions) {
    question.options.push_back(
        option_of(kAcceptWithFeedback, "Approve, with feedback", "your words go with the plan"));
  }
  question.options.push_back(
      option_of(kReject, "Say what to change", "the agent gets your words, and plans on"));
  content.questions.push_back(std::move(question));
  return content;
}

const nlohmann::json& plan_in(const nlohmann::json& event) {
  static const nlohmann::json kAbsent;
  const auto part = [&](const char* name) -> const nlohmann::json& {
    const auto found = event.find(name);
    return found == event.end() ? kAbsent : *found;
  };
  const auto has_plan = [](const nlohmann::json& object) {
    const auto plan = object.find("plan");
    return object.is_object() && plan != object.end() && plan->is_string() &&
           !plan->get_ref<const std::string&>().empty();
  };
  const nlohmann::json& input = part("tool_input");
  const nlohmann::json& result = part("tool_response");
  return !has_plan(input) && has_plan(result) ? result : input;
}

Content plan_entry_content() {
  Content content;
  content.title = "Enter plan mode?";
  Question question;
  question.id = "q1";
  question.header = "Plan";
  question.text = content.title;
  question.allow_free_text = false;
  question.options = {option_of("allow", "Let it plan", "the agent plans before it starts"),
                      option_of("deny", "Refuse", "the agent goes on without a plan")};
  content.questions.push_back(std::move(question));
  return content;
}

std::string with_section(std::string_view input, std::string_view title, const std::string& text) {
  const std::string section =
      rpc::dump(nlohmann::json("\n\n## " + std::string(title) + "\n\n" + text));
  return with_other_plan(input, [&](std::string_view plan) {
    // Both are JSON strings: the end quote of the one and the first of the other fall away.
    return std::string(plan.substr(0, plan.size() - 1)).append(section, 1);
  });
}

std::string with_plan(std::string_view input, const std::string& plan) {
  return with_other_plan(input, [&](std::string_view) { return rpc::dump(nlohmann::json(plan)); });
}

}  // namespace afar::hook::claude_code
