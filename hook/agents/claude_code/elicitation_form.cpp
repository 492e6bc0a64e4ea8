#include "hook/agents/claude_code/elicitation_form.h"

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/elicitation_fields.h"
#include "shared/dialog/expected.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/message.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

Option decline_option() {
  Option option{std::string(kDeclineForm), "Decline", "nothing is sent", "", false};
  option.closes = true;
  return option;
}

Question action_question(std::string text, const char* label, const char* description) {
  Question question;
  question.id = kAction;
  question.text = std::move(text);
  question.allow_free_text = false;
  if (*label != '\0') {
    question.options.push_back({std::string(kAcceptForm), label, description, "", false});
  }
  question.options.push_back(decline_option());
  question.required = question.options.size() > 1;
  return question;
}

std::variant<std::string, NotGiven> value_of(const FormField& field, const QuestionAnswer& given) {
  const Question& question = field.question;
  const auto refuse = [&](const std::string& why) {
    return NotGiven{question.header + ": " + why};
  };
  if (const auto why = misfit_of(question, given)) return refuse(*why);
  if (question.options.empty()) {
    if (!given.text || !given.options.empty()) return refuse("expected a text");
    if (field.is_text) return rpc::dump(json(*given.text));
    return std::string(without_blanks(*given.text));
  }
  if (given.text) return refuse("it takes no text");
  std::string values;
  for (const auto& id : given.options) {
    const Option* option = question.find_option(id);
    if (option == nullptr) return refuse("there is no option " + id);
    values += values.empty() ? "" : ",";
    values += field.values[static_cast<std::size_t>(option - question.options.data())];
  }
  if (values.empty()) return refuse("nothing is chosen");
  if (question.multi_select) return "[" + values + "]";
  if (given.options.size() > 1) return refuse("only one option can be chosen");
  return values;
}

}  // namespace

std::vector<Question> form_questions(std::string_view schema) {
  std::vector<Question> questions;
  bool all_required = true;
  for (auto& field : form_fields(schema)) {
    all_required = all_required && field.question.required;
    questions.push_back(std::move(field.question));
  }
  if (questions.empty()) {
    questions.push_back(action_question("Accept?", "Accept", "the server goes on"));
  } else if (all_required) {
    questions.push_back(action_question("Or decline?", "", ""));
  } else {
    questions.push_back(action_question("Send the form?", "Send", "with what is filled in"));
  }
  return questions;
}

std::variant<std::string, NotGiven> form_content(std::string_view schema, const Answer& answer) {
  std::string content = "{";
  for (const auto& field : form_fields(schema)) {
    const auto given = answer.questions.find(field.question.id);
    if (given == answer.questions.end() || !given->second.gives_something()) {
      if (field.question.required) return NotGiven{field.question.header + " has no answer"};
      continue;
    }
    auto value = value_of(field, given->second);
    if (auto* not_given = std::get_if<NotGiven>(&value)) return *not_given;
    if (content.size() > 1) content += ",";
    content.append(field.key).append(":").append(std::get<std::string>(value));
  }
  return content + "}";
}

Question link_question(const std::string& url) {
  const std::size_t start = url.find("://");
  const std::size_t host = start == std::string::npos ? 0 : start + 3;
  const std::string shown = url.substr(host, url.find_first_of("/?#", host) - host);
  if (url.rfind("https://", 0) != 0 && url.rfind("http://", 0) != 0) {
    throw BadField("url: expected a link that begins with https:// or http://");
  }
  Question question = action_question("Open the link, and go on?", "Accept",
                                      "the server goes on; you open the link yourself");
  question.links.push_back({shown, url});
  return question;
}

}  // namespace afar::hook::claude_code
