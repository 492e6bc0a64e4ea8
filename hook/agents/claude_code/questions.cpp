#include "hook/agents/claude_code/questions.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/json/raw.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

// The client's own way to mark an option: the label ends in "(Recommended)", in any case.
bool says_recommended(std::string_view label) {
  constexpr std::string_view kMark = "(recommended)";
  if (label.size() < kMark.size()) return false;
  const std::string_view end = label.substr(label.size() - kMark.size());
  return std::equal(end.begin(), end.end(), kMark.begin(), [](char c, char wanted) {
    return (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) == wanted;
  });
}

Option option_of(const Fields& fields, std::size_t number) {
  Option option;
  option.id = "o" + std::to_string(number);
  option.label = fields.string("label");
  option.description = fields.string_or("description", "");
  option.preview = fields.string_or("preview", "");
  option.recommended = says_recommended(option.label);
  return option;
}

Question question_of(const Fields& fields, std::size_t number) {
  Question question;
  question.id = "q" + std::to_string(number);
  question.text = fields.string("question");
  question.header = fields.string_or("header", "");
  question.multi_select = fields.boolean_or("multiSelect", false);
  // Newer clients also know questions that only take text, and have no options.
  if (!fields.has("options")) return question;
  std::size_t index = 0;
  for (const auto& each : fields.array("options")) {
    const std::string path = fields.path_of("options") + "[" + std::to_string(index++) + "]";
    question.options.push_back(option_of(Fields(each, path), index));
  }
  return question;
}

// Answers go back by the question's text, so two of the same text could not both be answered.
void require_distinct(const std::vector<Question>& questions) {
  for (auto each = questions.begin(); each != questions.end(); ++each) {
    for (auto other = questions.begin(); other != each; ++other) {
      if (each->text == other->text) {
        throw BadField("tool_input.questions: two questions have the same text");
      }
    }
  }
}

std::vector<Question> questions_of(const json& array) {
  std::vector<Question> questions;
  for (const auto& each : array) {
    const std::size_t number = questions.size() + 1;
    const std::string path = "tool_input.questions[" + std::to_string(number - 1) + "]";
    questions.push_back(question_of(Fields(each, path), number));
  }
  if (questions.empty()) throw BadField("tool_input.questions: there is no question in it");
  require_distinct(questions);
  return questions;
}

// The array in a `questions` that came as a string.
json array_inside(const std::string& text) {
  if (!rpc::nests_within(text, rpc::kNestingMax)) {
    throw BadField("tool_input.questions: the text nests too deep");
  }
  const auto repaired = raw::without_lone_surrogates(text);
  json array = json::parse(repaired ? *repaired : text, nullptr, /*allow_exceptions=*/false);
  if (!array.is_array()) throw BadField("tool_input.questions: the text is not a JSON array");
  return array;
}

}  // namespace

Asked asked_of(const json& input, std::string_view raw) {
  const Fields fields(input, "tool_input");
  Asked asked;
  asked.content.title = fields.string_or("title", "");
  if (!fields.has("questions") || !input["questions"].is_string()) {
    asked.echo = raw;
    asked.content.questions = questions_of(fields.array("questions"));
    return asked;
  }
  const auto string = raw::member(raw, "questions");
  const auto array = raw::json_inside(string.value_or(""));
  if (!array) fields.refuse("questions", "the text cannot be read");
  asked.content.questions = questions_of(array_inside(*array));
  const auto start = static_cast<std::size_t>(string->data() - raw.data());
  asked.echo.append(raw.substr(0, start));
  asked.echo.append(*array);
  asked.echo.append(raw.substr(start + string->size()));
  return asked;
}

}  // namespace afar::hook::claude_code
