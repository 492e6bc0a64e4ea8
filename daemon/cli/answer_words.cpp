#include "daemon/cli/answer_words.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "daemon/cli/failure.h"
#include "daemon/text/printable.h"
#include "daemon/text/utf8.h"
#include "daemon/core/answering.h"
#include "daemon/core/choice.h"

namespace afar::cli {
namespace {

using Words = std::vector<std::string>;

[[noreturn]] void refuse(const std::string& why) {
  throw Failure(ExitCode::kWrongUsage, printable_line(why));
}

// "2" as a number from 1 to `most`.
std::optional<std::size_t> position_from(const std::string& text, std::size_t most) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number < 1 || number > most) return std::nullopt;
  return number - 1;
}

std::size_t question_named(const std::vector<Question>& questions, const std::string& name) {
  if (const auto position = position_from(name, questions.size())) return *position;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].id == name) return i;
  }
  refuse("there is no question " + name + "; this dialog has " + std::to_string(questions.size()));
}

// The one that a list without a number goes to.
std::size_t first_unanswered(const Dialog& dialog) {
  const auto& questions = dialog.content.questions;
  // What policy chose is not the person's answer: they begin at the beginning.
  if (dialog.state == DialogState::kDefaulted) return 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto found = dialog.answers.questions.find(questions[i].id);
    if (found == dialog.answers.questions.end() || !found->second.gives_something()) return i;
  }
  return 0;
}

bool can_close(const Question& question) {
  return std::any_of(question.options.begin(), question.options.end(),
                     [](const Option& each) { return each.closes; });
}

// Where a list without a number goes: "decline" and "accept" alone are a form's last question,
// whatever comes first, unless they are an option there too.
std::size_t target_of(const Dialog& dialog, const Words& choices) {
  const auto& questions = dialog.content.questions;
  const std::size_t first = first_unanswered(dialog);
  const auto names = [&](const Question& question) {
    return std::holds_alternative<std::vector<std::string>>(read_choice(question, choices));
  };
  if (choices.size() != 1 || names(questions[first])) return first;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (can_close(questions[i]) && questions[i].find_option(choices[0]) != nullptr) return i;
  }
  return first;
}

// "2=1,3" as the question's number and the rest; nullopt where it does not look so.
struct Numbered {
  std::string number;
  std::string rest;
};
std::optional<Numbered> numbered(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == 0 || equals == std::string::npos) return std::nullopt;
  const std::string number = word.substr(0, equals);
  if (number.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return Numbered{number, word.substr(equals + 1)};
}

// The words of each question. A word without a number belongs to the question named before it.
std::map<std::size_t, Words> by_question(const Dialog& dialog, const Words& words,
                                         const Question& target) {
  std::map<std::size_t, Words> lists;
  std::optional<std::size_t> current;
  for (const auto& word : words) {
    const auto split = numbered(word);
    if (!split && !current) {
      refuse("\"" + word + "\" stands before the first N=CHOICE: name its question too");
    }
    if (!split) {
      lists[*current].push_back(word);
      continue;
    }
    if (std::holds_alternative<std::vector<std::string>>(read_choice(target, {word}))) {
      refuse("\"" + word + "\" is an option as well as a question's number: use --question");
    }
    current = question_named(dialog.content.questions, split->number);
    lists[*current].push_back(split->rest);
  }
  return lists;
}

std::vector<std::string> choice_of(const Question& question, const Words& words) {
  const auto read = read_choice(question, words);
  if (const auto* none = std::get_if<NoChoice>(&read)) {
    std::string why = none->why;
    if (question.allow_free_text) why += ". Words of your own: --text \"...\"";
    refuse(why);
  }
  return std::get<std::vector<std::string>>(read);
}

// Which question has which words; texts without a choice go to `target`.
std::map<std::size_t, Words> lists_of(const Dialog& dialog, const AnswerWords& words,
                                      std::size_t target) {
  const bool any_text = words.text || words.note;
  if (words.choices.empty()) {
    if (any_text) return {{target, {}}};
    return {};
  }
  const Question& question = dialog.content.questions[target];
  const bool has_numbers =
      std::any_of(words.choices.begin(), words.choices.end(),
                  [](const std::string& word) { return numbered(word).has_value(); });
  // A label may look like N=CHOICE: what is an option of the question as it stands is that option.
  const auto plain = read_choice(question, words.choices);
  if (!has_numbers || std::holds_alternative<std::vector<std::string>>(plain)) {
    return {{target, words.choices}};
  }
  if (words.question) refuse("N=CHOICE names the question already: leave --question out");
  return by_question(dialog, words.choices, question);
}

// Bytes that are not UTF-8 could not arrive as they are.
void check_text(const std::string& option, const std::optional<std::string>& text) {
  if (!text) return;
  if (text->empty()) refuse(option + " is empty");
  if (!is_utf8(*text)) refuse(option + " is not UTF-8 text");
}

[[noreturn]] void refuse_nothing(const Dialog& dialog, const Question& question) {
  std::string why = "nothing to answer " + dialog.id + " with";
  if (!question.options.empty()) why += "; the options are " + options_in_words(question);
  if (question.allow_free_text) why += ". Words of your own: --text \"...\"";
  refuse(why);
}

}  // namespace

Answer read_answer(const Dialog& dialog, const AnswerWords& words) {
  check_text("--text", words.text);
  check_text("--note", words.note);
  check_text("--edited", words.edited);
  check_text("--response", words.response);
  const auto& questions = dialog.content.questions;
  if (questions.empty()) refuse(dialog.id + " asks no question");
  const std::size_t target = words.question ? question_named(questions, *words.question)
                                            : target_of(dialog, words.choices);
  const auto lists = lists_of(dialog, words, target);
  if (lists.empty() && !words.response) refuse_nothing(dialog, questions[target]);
  if (lists.size() > 1 && (words.text || words.note || words.edited)) {
    refuse("--text, --note and --edited belong to one question: answer that one by itself");
  }
  Answer answer;
  for (const auto& [index, list] : lists) {
    QuestionAnswer& given = answer.questions[questions[index].id];
    if (!list.empty()) given.options = choice_of(questions[index], list);
    given.text = words.text;
    given.note = words.note;
    given.edited = words.edited;
  }
  answer.response = words.response;
  // The daemon judges by the same rules; what it would refuse is not sent at all.
  const Answer so_far = dialog.state == DialogState::kDefaulted ? Answer{} : dialog.answers;
  const auto judged = take_answer(dialog.content, so_far, answer);
  if (const auto* refused = std::get_if<AnswerRefused>(&judged)) refuse(refused->why);
  return answer;
}

}  // namespace afar::cli
