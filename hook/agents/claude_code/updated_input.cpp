#include "hook/agents/claude_code/updated_input.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "hook/json/raw.h"
#include "shared/rpc/message.h"

namespace afar::hook::claude_code {
namespace {

// Fields of the tool's input that say how it was answered. What the model put there itself must not
// pass for the person's: the client would take `response` instead of the answers, and
// `afkTimeoutMs` as "nobody was there".
constexpr std::array<std::string_view, 5> kAnswerFields{"answers", "annotations", "response",
                                                        "followUp", "afkTimeoutMs"};

// A question's parts in the tool's input, as JSON text.
struct RawOption {
  std::string_view label;
  std::string_view preview;  // empty: none
};
struct RawQuestion {
  std::string_view text;
  std::vector<RawOption> options;
};

std::vector<RawQuestion> raw_questions(std::string_view input) {
  std::vector<RawQuestion> questions;
  const auto array = raw::elements(raw::member(input, "questions").value_or(""));
  if (!array) return questions;
  for (const auto each : *array) {
    RawQuestion question{raw::member(each, "question").value_or(""), {}};
    if (const auto options = raw::elements(raw::member(each, "options").value_or(""))) {
      for (const auto option : *options) {
        question.options.push_back({raw::member(option, "label").value_or(""),
                                    raw::member(option, "preview").value_or("")});
      }
    }
    questions.push_back(std::move(question));
  }
  return questions;
}

// A JSON string without its quotes.
std::string_view inside(std::string_view string) {
  return string.size() < 2 ? std::string_view() : string.substr(1, string.size() - 2);
}

// Text as the inside of a JSON string.
std::string escaped(const std::string& text) {
  const std::string string = rpc::dump(nlohmann::json(text));
  return std::string(inside(string));
}

// The other way: quotes around the inside of one.
std::string string_of(std::string_view inside_of_string) {
  std::string string(1, '"');
  string.append(inside_of_string).push_back('"');
  return string;
}

struct Choice {
  std::string answer;      // the inside of a JSON string
  std::string annotation;  // JSON text; empty: none
};

std::variant<Choice, NotGiven> choice_of(const Question& question, const RawQuestion& raw,
                                         const QuestionAnswer& given) {
  if (!question.multi_select && given.options.size() > 1) {
    return NotGiven{question.id + " takes one option, the answer has several"};
  }
  Choice choice;
  std::string_view preview;
  for (const auto& id : given.options) {
    const Option* option = question.find_option(id);
    if (option == nullptr) return NotGiven{question.id + " has no option " + id};
    const auto& raw_option = raw.options[static_cast<std::size_t>(option - &question.options[0])];
    if (!choice.answer.empty()) choice.answer += ", ";
    choice.answer += inside(raw_option.label);
    if (preview.empty()) preview = raw_option.preview;
  }
  if (given.text && !given.text->empty()) {
    if (!choice.answer.empty()) choice.answer += ", ";
    choice.answer += escaped(*given.text);
  }
  if (choice.answer.empty()) return NotGiven{question.id + " has no answer"};
  if (inside(preview).empty()) preview = {};
  const bool noted = given.note && !given.note->empty();
  if (preview.empty() && !noted) return choice;
  choice.annotation = "{";
  if (!preview.empty()) choice.annotation.append("\"preview\":").append(preview);
  if (!preview.empty() && noted) choice.annotation += ",";
  if (noted) choice.annotation.append("\"notes\":").append(string_of(escaped(*given.note)));
  choice.annotation += "}";
  return choice;
}

// The client ignores a reply to the whole dialog where it comes from a hook. It stands for every
// question that has no answer of its own; where all have one, it goes with the last as a note.
Answer with_response_spread(const Content& content, Answer answer) {
  if (!answer.response || answer.response->empty()) return answer;
  const std::string& response = *answer.response;
  bool stands_somewhere = false;
  for (const auto& question : content.questions) {
    QuestionAnswer& given = answer.questions[question.id];
    if (!given.gives_something()) given.text = response;
    stands_somewhere = stands_somewhere || given.text == response;
  }
  if (!stands_somewhere) {
    auto& note = answer.questions[content.questions.back().id].note;
    note = note ? *note + "\n" + response : response;
  }
  return answer;
}

void append_member(std::string& object, std::string_view key, std::string_view value) {
  if (object.size() > 1) object += ",";
  object.append(key).append(":").append(value);
}

}  // namespace

std::variant<std::string, NotGiven> updated_input(const Ask& ask, const Answer& answer) {
  const Content& content = ask.request.content;
  const auto raw = raw_questions(ask.input);
  const auto fields = raw::members(ask.input);
  if (!fields || raw.size() != content.questions.size()) {
    return NotGiven{"the tool's input cannot be echoed"};
  }
  for (const auto& [id, given] : answer.questions) {
    if (content.find_question(id) == nullptr) return NotGiven{"there is no question " + id};
  }
  const Answer spread = with_response_spread(content, answer);
  std::string answers = "{";
  std::string annotations = "{";
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const Question& question = content.questions[i];
    const auto given = spread.questions.find(question.id);
    if (given == spread.questions.end()) return NotGiven{question.id + " has no answer"};
    auto chosen = choice_of(question, raw[i], given->second);
    if (auto* not_given = std::get_if<NotGiven>(&chosen)) return *not_given;
    const auto& choice = std::get<Choice>(chosen);
    append_member(answers, raw[i].text, string_of(choice.answer));
    if (!choice.annotation.empty()) append_member(annotations, raw[i].text, choice.annotation);
  }
  std::string result = "{";
  for (const auto& [key, value] : *fields) {
    const auto is_key = [&key = key](std::string_view name) { return raw::says(key, name); };
    if (std::none_of(kAnswerFields.begin(), kAnswerFields.end(), is_key)) {
      append_member(result, key, value);
    }
  }
  append_member(result, "\"answers\"", answers + "}");
  if (annotations.size() > 1) append_member(result, "\"annotations\"", annotations + "}");
  return result + "}";
}

}  // namespace afar::hook::claude_code
