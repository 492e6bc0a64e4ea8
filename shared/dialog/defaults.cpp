#include "shared/dialog/defaults.h"

namespace afar {
namespace {

std::vector<std::string> chosen_options(const Question& question, const DefaultChoice& choice) {
  std::vector<std::string> chosen;
  if (choice.kind == DefaultChoice::Kind::kNone || question.options.empty()) return chosen;
  for (const auto& option : question.options) {
    const bool wanted = choice.kind == DefaultChoice::Kind::kRecommended ? option.recommended
                        : choice.kind == DefaultChoice::Kind::kLabel ? option.label == choice.label
                                                                     : false;
    if (!wanted) continue;
    chosen.push_back(option.id);
    if (!question.multi_select) break;
  }
  const bool falls_to_first = choice.kind == DefaultChoice::Kind::kFirst ||
                              choice.kind == DefaultChoice::Kind::kRecommended;
  if (chosen.empty() && falls_to_first) chosen.push_back(question.options.front().id);
  return chosen;
}

}  // namespace

std::optional<Answer> default_answer(DialogKind kind, const Content& content,
                                     const DefaultChoice& choice, const Answer& given) {
  const bool only_by_name = kind == DialogKind::kPermission || kind == DialogKind::kElicitation;
  if (only_by_name && choice.kind != DefaultChoice::Kind::kLabel) return std::nullopt;
  Answer answer = given;
  for (const auto& question : content.questions) {
    const auto found = given.questions.find(question.id);
    if (found != given.questions.end() && found->second.gives_something()) continue;
    auto chosen = chosen_options(question, choice);
    if (chosen.empty()) {
      if (question.required) return std::nullopt;
      continue;
    }
    answer.questions[question.id].options = std::move(chosen);
  }
  if (answer.questions.empty()) return std::nullopt;
  return answer;
}

}  // namespace afar
