#include "shared/dialog/defaults.h"

#include <algorithm>

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

bool is_answered(const Question& question, const Answer& answer) {
  const auto found = answer.questions.find(question.id);
  return found != answer.questions.end() && found->second.gives_something();
}

bool lacks_required(const Content& content, const Answer& answer) {
  return std::any_of(content.questions.begin(), content.questions.end(), [&](const Question& each) {
    return each.required && !is_answered(each, answer);
  });
}

bool can_close(const Question& question) {
  return std::any_of(question.options.begin(), question.options.end(),
                     [](const Option& each) { return each.closes; });
}

// What the field is filled with before anybody touches it.
QuestionAnswer suggested(const Question& question) {
  QuestionAnswer answer;
  for (const auto& option : question.options) {
    if (option.recommended) answer.options.push_back(option.id);
  }
  if (question.options.empty() && question.expects) answer.text = question.expects->suggestion;
  return answer;
}

// The form as it fills itself in, and sent: only where it does fill in something. What has nothing
// but a yes and a no is never accepted so.
std::optional<Answer> forms_own_defaults(const Content& content, const Answer& given) {
  Answer answer = given;
  std::erase_if(answer.questions, [](const auto& each) { return !each.second.gives_something(); });
  for (const auto& question : content.questions) {
    if (can_close(question) || is_answered(question, given)) continue;
    auto filled_in = suggested(question);
    if (filled_in.gives_something()) answer.questions[question.id] = std::move(filled_in);
  }
  if (answer.questions.empty()) return std::nullopt;
  for (const auto& question : content.questions) {
    if (!can_close(question) || !question.required) continue;
    const auto sends = std::find_if(question.options.begin(), question.options.end(),
                                    [](const Option& each) { return !each.closes; });
    if (sends != question.options.end()) answer.questions[question.id].options = {sends->id};
  }
  if (lacks_required(content, answer)) return std::nullopt;
  return answer;
}

}  // namespace

std::optional<Answer> default_answer(DialogKind kind, const Content& content,
                                     const DefaultChoice& choice, const Answer& given) {
  if (kind == DialogKind::kElicitation && choice.kind != DefaultChoice::Kind::kLabel) {
    if (choice.kind != DefaultChoice::Kind::kRecommended) return std::nullopt;
    return forms_own_defaults(content, given);
  }
  const bool only_by_name = kind == DialogKind::kPermission || kind == DialogKind::kPlanEntry;
  if (only_by_name && choice.kind != DefaultChoice::Kind::kLabel) return std::nullopt;
  Answer answer = given;
  for (const auto& question : content.questions) {
    if (is_answered(question, given)) continue;
    auto chosen = chosen_options(question, choice);
    if (chosen.empty()) continue;
    answer.questions[question.id].options = chosen;
    if (question.find_option(chosen.front())->closes) return answer;
  }
  if (answer.questions.empty() || lacks_required(content, answer)) return std::nullopt;
  return answer;
}

}  // namespace afar
