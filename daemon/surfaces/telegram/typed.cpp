#include "daemon/surfaces/telegram/typed.h"

namespace afar::telegram {
namespace {

QuestionAnswer as_written(const Dialog& dialog, const View& view, const Question& question,
                          const std::string& text) {
  QuestionAnswer given{{}, text, std::nullopt};
  if (!view.writing->option.empty()) {
    given.options = {view.writing->option};
  } else if (question.multi_select) {
    given.options = ticked_in(dialog, view, question);
  }
  return given;
}

}  // namespace

std::variant<Answer, NotTyped> read_words(const Dialog& dialog, const View& view,
                                          const std::string& text) {
  const auto current = current_question(dialog, view);
  if (!current) return NotTyped{"there is nothing to answer in it"};
  const Question& question = dialog.content.questions[*current];
  Answer answer;
  if (view.writing && view.writing->question == *current) {
    answer.questions[question.id] = as_written(dialog, view, question, text);
    return answer;
  }
  auto typed = read_typed(question, text);
  if (auto* why = std::get_if<NotTyped>(&typed)) return *why;
  answer.questions[question.id] = std::get<QuestionAnswer>(std::move(typed));
  return answer;
}

}  // namespace afar::telegram
