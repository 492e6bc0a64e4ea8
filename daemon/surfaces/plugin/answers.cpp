#include "daemon/surfaces/plugin/answers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/core/answering.h"
#include "daemon/core/choice.h"
#include "daemon/surfaces/plugin/messages.h"
#include "daemon/surfaces/typed.h"
#include "shared/dialog/fields.h"

namespace afar::plugin {
namespace {

using nlohmann::json;

Answer answer_to(const Question& question, QuestionAnswer given) {
  Answer answer;
  answer.questions.emplace(question.id, std::move(given));
  return answer;
}

// One id, or several of a multi-select.
std::vector<std::string> selected_in(const Fields& fields, const json& params) {
  const auto found = params.find("selected_option");
  if (found != params.end() && found->is_array()) return fields.strings_or_none("selected_option");
  const auto one = fields.optional_string("selected_option");
  return one ? std::vector<std::string>{*one} : std::vector<std::string>{};
}

// Words beside an option: what the option carries, where it carries some, else a note.
void add_words(QuestionAnswer& given, const std::optional<std::string>& words) {
  if (!words || words->empty()) return;
  const bool carries = given.options.empty() || option_takes_text(given.options.front());
  (carries ? given.text : given.note) = words;
}

Said refused_option(const std::string& id, const std::vector<Offer>& offers) {
  std::string why = "option \"" + id + "\" is not offered now; these are:";
  for (const auto& offer : offers) why += " " + offer.id;
  return Refused{why};
}

Said read_selected(const std::vector<std::string>& ids, const std::optional<std::string>& words,
                   const Dialog& dialog, const Question& asked) {
  const auto offers = offers_of(dialog, asked);
  const Question* question = nullptr;
  QuestionAnswer given;
  for (const auto& id : ids) {
    const auto offer = std::find_if(offers.begin(), offers.end(),
                                    [&](const Offer& each) { return each.id == id; });
    if (offer == offers.end()) return refused_option(id, offers);
    if (question != nullptr && question != offer->question) {
      return Refused{"options of two questions are chosen"};
    }
    question = offer->question;
    if (offer->option == nullptr) {
      if (ids.size() > 1 || (words && !words->empty())) {
        return Refused{"a question cannot be left out and answered"};
      }
      return PassedOver{question->id};
    }
    given.options.push_back(offer->option->id);
  }
  add_words(given, words);
  return answer_to(question == nullptr ? asked : *question, std::move(given));
}

// "Redis, SQLite": labels, and what is none is the person's own words.
QuestionAnswer labels_in(const Question& question, const std::string& text) {
  const auto labelled = [&](const std::string& label) -> const Option* {
    for (const auto& option : question.options) {
      if (option.label == label) return &option;
    }
    return nullptr;
  };
  if (const Option* whole = labelled(text)) return {{whole->id}, std::nullopt, std::nullopt};
  QuestionAnswer given;
  std::string rest;
  for (std::size_t at = 0; question.multi_select && at <= text.size();) {
    // The longest label first: a label may hold a comma.
    std::size_t end = text.size();
    const Option* option = labelled(text.substr(at));
    while (option == nullptr && end > at) {
      end = text.rfind(", ", end - 1);
      if (end == std::string::npos || end < at) break;
      option = labelled(text.substr(at, end - at));
    }
    if (option == nullptr) {
      rest = text.substr(at);
      break;
    }
    given.options.push_back(option->id);
    at = end + 2;
  }
  if (given.options.empty()) return {{}, text, std::nullopt};
  if (!rest.empty()) given.text = rest;
  return given;
}

}  // namespace

Said read_dialog_response(const json& params, const Dialog& dialog,
                          const std::set<std::string>& passed_over) {
  const Question* asked = next_question(dialog, passed_over);
  if (asked == nullptr) return Refused{"every question has its answer"};
  try {
    const Fields fields(params);
    const auto ids = selected_in(fields, params);
    const auto words = fields.optional_string("free_text");
    if (ids.empty() && (!words || words->empty())) {
      return Refused{"neither selected_option nor free_text is given"};
    }
    return read_selected(ids, words, dialog, *asked);
  } catch (const BadField& bad) {
    return Refused{bad.what()};
  }
}

Said read_ask_question_answer(const json& params, const Dialog& dialog) {
  const auto answers = params.find("answers");
  if (answers == params.end() || !answers->is_object() || answers->empty()) {
    return Refused{"answers: expected an object with an answer for each question's text"};
  }
  Answer all;
  for (const auto& [text, value] : answers->items()) {
    const auto& questions = dialog.content.questions;
    const auto question = std::find_if(questions.begin(), questions.end(), [&](const auto& each) {
      return each.text == text && !all.questions.contains(each.id);
    });
    if (question == questions.end()) return Refused{"no question has the text \"" + text + "\""};
    if (!value.is_string() || value.get<std::string>().empty()) {
      return Refused{"the answer to \"" + text + "\" is no text"};
    }
    const QuestionAnswer given = labels_in(*question, value.get<std::string>());
    const auto before = dialog.answers.questions.find(question->id);
    if (before == dialog.answers.questions.end() || !before->second.gives_something()) {
      all.questions.emplace(question->id, given);
    } else if (before->second.options != given.options || before->second.text != given.text) {
      return Refused{"\"" + text + "\" has its answer already"};
    }
  }
  if (all.questions.empty()) return Refused{"all of that was answered before"};
  return all;
}

Said read_permission(const json& params, const Dialog& dialog) {
  const auto behavior = params.find("behavior");
  const bool allow = behavior != params.end() && *behavior == "allow";
  if (!allow && (behavior == params.end() || *behavior != "deny")) {
    return Refused{"behavior: expected allow or deny"};
  }
  const auto& questions = dialog.content.questions;
  if (questions.empty()) return Refused{"it asks nothing"};
  return answer_to(questions.front(), {{allow ? "allow" : "deny"}, std::nullopt, std::nullopt});
}

std::optional<Said> read_words(const std::string& words, bool named, const Dialog& dialog,
                               const std::set<std::string>& passed_over) {
  const Question* asked = next_question(dialog, passed_over);
  if (asked == nullptr) return Refused{"every question has its answer"};
  if (named && words == "-" && !asked->required && dialog.content.questions.size() > 1) {
    return PassedOver{asked->id};
  }
  const auto read = read_typed(*asked, words);
  if (const auto* wrong = std::get_if<NotTyped>(&read)) {
    if (named) return Refused{wrong->why};
    return std::nullopt;
  }
  const auto& given = std::get<QuestionAnswer>(read);
  // Words of one's own are said to a dialog by its name; all else is talk.
  if (!named && (given.options.empty() || wants_name(dialog))) return std::nullopt;
  return answer_to(*asked, given);
}

bool is_accepted(const json& meta, const std::map<std::string, std::string>& accept) {
  if (accept.empty() || !meta.is_object()) return false;
  return std::all_of(accept.begin(), accept.end(), [&](const auto& wanted) {
    const auto found = meta.find(wanted.first);
    if (found == meta.end()) return false;
    if (found->is_string()) return *found == wanted.second;
    return found->is_number_integer() && found->dump() == wanted.second;
  });
}

}  // namespace afar::plugin
