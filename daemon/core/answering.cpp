#include "daemon/core/answering.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "shared/dialog/expected.h"

namespace afar {
namespace {

std::string option_ids_of(const Question& question) {
  std::string list;
  for (const auto& option : question.options) {
    if (!list.empty()) list += ", ";
    list += option.id;
  }
  return list.empty() ? "none" : list;
}

// Silence is not consent, and blanks are silence.
bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string::npos;
}

// Why the text of this answer is none for this question.
std::optional<std::string> misfit_of_text(const Question& question, const QuestionAnswer& answer) {
  if (is_blank(*answer.text)) return "the text is empty";
  if (answer.text->size() > kAnswerTextBytesMax) {
    return "the text is longer than " + std::to_string(kAnswerTextBytesMax) + " bytes";
  }
  const bool beside_option = !answer.options.empty();
  const bool carries = beside_option && option_takes_text(answer.options.front());
  if (!question.allow_free_text && !carries) return "it takes no text of your own";
  if (beside_option && !question.multi_select && !carries) {
    return "give either an option or a text (a note can go with an option)";
  }
  return std::nullopt;
}

// Why the edited body of this answer cannot go with it.
std::optional<std::string> misfit_of_edit(const Question& question, const QuestionAnswer& answer) {
  const Option* option =
      answer.options.size() == 1 ? question.find_option(answer.options.front()) : nullptr;
  if (option == nullptr || !option->edits) return "nothing can be edited with this answer";
  if (is_blank(*answer.edited)) return "the edited text is empty";
  if (answer.edited->size() > kAnswerTextBytesMax) {
    return "the edited text is longer than " + std::to_string(kAnswerTextBytesMax) + " bytes";
  }
  return std::nullopt;
}

// Why this answer does not fit this question; nullopt where it does.
std::optional<std::string> misfit(const Question& question, const QuestionAnswer& answer) {
  const std::string where = "question " + question.id + ": ";
  if (!answer.gives_something()) {
    if (!answer.note) return where + "neither an option nor a text is given";
    return where + "a note goes with an option or a text";
  }
  std::set<std::string> seen;
  for (const auto& option : answer.options) {
    if (question.find_option(option) == nullptr) {
      return where + "there is no option \"" + option + "\" (the options are " +
             option_ids_of(question) + ")";
    }
    if (!seen.insert(option).second) return where + "option \"" + option + "\" is given twice";
  }
  if (!question.multi_select && answer.options.size() > 1) {
    return where + "only one option can be chosen";
  }
  if (answer.text) {
    if (const auto why = misfit_of_text(question, answer)) return where + *why;
  }
  if (answer.note && answer.note->size() > kAnswerTextBytesMax) {
    return where + "the note is longer than " + std::to_string(kAnswerTextBytesMax) + " bytes";
  }
  if (answer.edited) {
    if (const auto why = misfit_of_edit(question, answer)) return where + *why;
  }
  if (const auto unexpected = misfit_of(question, answer)) {
    return (question.header.empty() ? where : question.header + ": ") + *unexpected;
  }
  return std::nullopt;
}

// Options in the question's own order, so that the agent reads them as it wrote them.
QuestionAnswer in_order(const Question& question, const QuestionAnswer& answer) {
  QuestionAnswer ordered = answer;
  ordered.options.clear();
  for (const auto& option : question.options) {
    if (std::find(answer.options.begin(), answer.options.end(), option.id) !=
        answer.options.end()) {
      ordered.options.push_back(option.id);
    }
  }
  return ordered;
}

std::optional<std::string> spread_response(const Content& content, const std::string& response,
                                           Answer& answers) {
  if (is_blank(response)) return "the response is empty";
  if (response.size() > kAnswerTextBytesMax) {
    return "the response is longer than " + std::to_string(kAnswerTextBytesMax) + " bytes";
  }
  for (const auto& question : content.questions) {
    const auto found = answers.questions.find(question.id);
    if (found != answers.questions.end() && found->second.gives_something()) continue;
    if (!question.allow_free_text) {
      if (question.required) {
        return "question " + question.id + " takes no text of your own: choose one of " +
               option_ids_of(question);
      }
      continue;
    }
    QuestionAnswer& answer = answers.questions[question.id];
    answer.text = response;
    if (auto why = misfit(question, answer)) return why;
  }
  answers.response = response;
  return std::nullopt;
}

// Whether an option was chosen that ends the whole dialog.
bool is_closed(const Content& content, const Answer& answers) {
  for (const auto& question : content.questions) {
    const auto found = answers.questions.find(question.id);
    if (found == answers.questions.end()) continue;
    for (const auto& id : found->second.options) {
      const Option* option = question.find_option(id);
      if (option != nullptr && option->closes) return true;
    }
  }
  return false;
}

std::vector<std::string> missing_in(const Content& content, const Answer& answers) {
  std::vector<std::string> missing;
  if (is_closed(content, answers)) return missing;
  for (const auto& question : content.questions) {
    const auto found = answers.questions.find(question.id);
    const bool answered = found != answers.questions.end() && found->second.gives_something();
    if (question.required && !answered) missing.push_back(question.id);
  }
  return missing;
}

}  // namespace

bool option_grants(const std::string& option_id) {
  return option_id.rfind("allow", 0) == 0 || option_id.rfind("accept", 0) == 0;
}

bool option_takes_text(const std::string& option_id) {
  static constexpr std::array<std::string_view, 4> kOptions{"deny", "deny_and_stop", "reject",
                                                            "accept_with_feedback"};
  return std::find(kOptions.begin(), kOptions.end(), option_id) != kOptions.end();
}

std::variant<AnswerTaken, AnswerRefused> take_answer(const Content& content, const Answer& so_far,
                                                     const Answer& given) {
  if (given.questions.empty() && !given.response) {
    return AnswerRefused{"the answer is empty: name at least one question"};
  }
  AnswerTaken taken{so_far, {}};
  for (const auto& [id, answer] : given.questions) {
    const Question* question = content.find_question(id);
    if (question == nullptr) {
      return AnswerRefused{"there is no question \"" + id + "\" in this dialog"};
    }
    if (auto why = misfit(*question, answer)) return AnswerRefused{*why};
    taken.answers.questions[id] = in_order(*question, answer);
    taken.answers.questions[id].by_default = false;  // whatever the caller says
  }
  if (given.response) {
    if (auto why = spread_response(content, *given.response, taken.answers)) {
      return AnswerRefused{*why};
    }
  }
  taken.missing = missing_in(content, taken.answers);
  return taken;
}

}  // namespace afar
