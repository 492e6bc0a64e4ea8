#include "daemon/surfaces/typed.h"

#include <algorithm>
#include <vector>

#include "daemon/core/answering.h"
#include "daemon/core/choice.h"

namespace afar {
namespace {

constexpr std::size_t kIdLetters = 5;
constexpr char kBlanks[] = " \t\r\n";
constexpr char kAfterName[] = " \t\r\n:";

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string::npos;) {
    const std::size_t end = text.find_first_of(kBlanks, at);
    words.push_back(text.substr(at, end == std::string::npos ? end : end - at));
    at = text.find_first_not_of(kBlanks, end == std::string::npos ? text.size() : end);
  }
  return words;
}

// "7", "1,3": a choice, if it is anything.
bool is_numbers(const std::string& text) {
  return text.find_first_not_of("0123456789, \t\r\n") == std::string::npos;
}

std::optional<QuestionAnswer> option_with_words(const Question& question, const std::string& text) {
  const std::size_t start = text.find_first_not_of(kBlanks);
  const std::size_t end = text.find_first_of(kBlanks, start);
  const std::size_t words = end == std::string::npos ? end : text.find_first_not_of(kBlanks, end);
  if (words == std::string::npos) return std::nullopt;
  const auto chosen = read_choice(question, {text.substr(start, end - start)});
  const auto* ids = std::get_if<std::vector<std::string>>(&chosen);
  if (ids == nullptr || ids->size() != 1 || !option_takes_text(ids->front())) return std::nullopt;
  return QuestionAnswer{*ids, text.substr(words), std::nullopt};
}

}  // namespace

std::optional<NamedText> read_named(const std::string& text) {
  const std::size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string::npos) return std::nullopt;
  std::string id = text.substr(start, kIdLetters);
  std::transform(id.begin(), id.end(), id.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::size_t end = start + kIdLetters;
  if (!looks_like_dialog_id(id)) return std::nullopt;
  if (end >= text.size()) return NamedText{id, ""};
  if (std::string(kAfterName).find(text[end]) == std::string::npos) return std::nullopt;
  const std::size_t words = text.find_first_not_of(kAfterName, end);
  return NamedText{id, words == std::string::npos ? "" : text.substr(words)};
}

std::variant<QuestionAnswer, NotTyped> read_typed(const Question& question,
                                                  const std::string& text) {
  const QuestionAnswer own_words{{}, text, std::nullopt};
  if (question.options.empty()) return own_words;
  const auto choice = read_choice(question, words_of(text));
  if (const auto* chosen = std::get_if<std::vector<std::string>>(&choice)) {
    return QuestionAnswer{*chosen, std::nullopt, std::nullopt};
  }
  if (auto given = option_with_words(question, text)) return *given;
  if (question.allow_free_text && !is_numbers(text)) return own_words;
  return NotTyped{std::get<NoChoice>(choice).why};
}

}  // namespace afar
