#include "daemon/core/choice.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

namespace afar {
namespace {

// A choice is a few words; a longer text is something else (a paste), and is not searched.
constexpr std::size_t kChoiceBytesMax = 4 * 1024;
// How much of the person's text an error repeats.
constexpr std::size_t kQuotedBytesMax = 60;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Runs of white space become one space, none at the ends: how a label looks when it is typed.
std::string collapse(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (!is_space(c)) {
      result.push_back(c);
    } else if (!result.empty() && result.back() != ' ') {
      result.push_back(' ');
    }
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

// The small letter of a letter that is two bytes in UTF-8: Latin with accents, Greek, Cyrillic.
// Such a small letter is two bytes too.
unsigned small_letter(unsigned c) {
  if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3AB) ||
      (c >= 0x410 && c <= 0x42F)) {
    return c + 0x20;
  }
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  if (c >= 0x388 && c <= 0x38A) return c + 0x25;
  switch (c) {
    case 0x130:  // I with a dot has no partner here that works in every language
    case 0x131:
    case 0x138:
    case 0x149:
      return c;
    case 0x178:
      return 0xFF;
    case 0x386:
      return 0x3AC;
    case 0x38C:
      return 0x3CC;
    case 0x38E:
    case 0x38F:
      return c + 0x3F;
    case 0x3C2:  // a final sigma is the same letter
      return 0x3C3;
    default:
      break;
  }
  const bool capital_is_odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
  if (capital_is_odd) return c + (c & 1U);
  if (c >= 0x100 && c <= 0x177) return c | 1U;
  return c;
}

std::string fold_case(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 'A' && byte <= 'Z') {
      text[i] = static_cast<char>(byte + 0x20);
    } else if (byte >= 0xC2 && byte <= 0xDF && i + 1 < text.size()) {
      const auto next = static_cast<unsigned char>(text[i + 1]);
      if ((next & 0xC0U) != 0x80) continue;
      const unsigned small = small_letter(((byte & 0x1FU) << 6U) | (next & 0x3FU));
      text[i] = static_cast<char>(0xC0U | (small >> 6U));
      text[++i] = static_cast<char>(0x80U | (small & 0x3FU));
    }
  }
  return text;
}

std::string quoted(std::string_view text) {
  if (text.size() <= kQuotedBytesMax) return "\"" + std::string(text) + "\"";
  std::size_t end = kQuotedBytesMax;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return "\"" + std::string(text.substr(0, end)) + "…\"";
}

// The options whose label or id is `text`, any case; where several are, only those spelled exactly
// so.
std::vector<std::size_t> matches(const Question& question, const std::string& text,
                                 std::string Option::*field) {
  std::vector<std::size_t> found;
  std::vector<std::size_t> exact;
  const std::string wanted = fold_case(text);
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const std::string name = collapse(question.options[i].*field);
    if (name.empty() || fold_case(name) != wanted) continue;
    found.push_back(i);
    if (name == text) exact.push_back(i);
  }
  return exact.empty() ? found : exact;
}

std::string with_options(const std::string& why, const Question& question) {
  if (question.options.empty()) return why + "; this question has no options, only a text";
  return why + "; the options are " + options_in_words(question);
}

// One choice: its index, or why it is none. `text` is collapsed and not empty.
std::variant<std::size_t, NoChoice> read_one(const Question& question, const std::string& text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    std::size_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc() && number >= 1 && number <= question.options.size()) {
      return number - 1;
    }
    std::string why = "there is no option " + quoted(text);
    if (!matches(question, text, &Option::label).empty()) {
      why += " (a number is a position; =" + text + " means the label)";
    }
    return NoChoice{with_options(why, question)};
  }
  std::vector<std::size_t> found = matches(question, text, &Option::label);
  for (const std::size_t index : matches(question, text, &Option::id)) {
    if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
  }
  if (found.empty() && text[0] == '=') {
    found = matches(question, collapse(text.substr(1)), &Option::label);
  }
  if (found.size() == 1) return found[0];
  if (found.empty()) return NoChoice{with_options(quoted(text) + " is no option", question)};
  return NoChoice{
      with_options(quoted(text) + " may mean more than one option: use a number", question)};
}

// Where the words and comma-separated parts of a text begin and end.
std::vector<std::pair<std::size_t, std::size_t>> parts_of(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  std::size_t begin = std::string::npos;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool between = i == text.size() || text[i] == ' ' || text[i] == ',';
    if (!between && begin == std::string::npos) begin = i;
    if (between && begin != std::string::npos) {
      parts.emplace_back(begin, i);
      begin = std::string::npos;
    }
  }
  return parts;
}

// How long a text may be that names an option: folding case changes no length.
std::set<std::size_t> lengths_of_names(const Question& question) {
  std::set<std::size_t> lengths;
  for (const auto& option : question.options) {
    const std::size_t label = collapse(option.label).size();
    lengths.insert({label, label + 1, collapse(option.id).size()});  // + 1: with "=" before it
  }
  return lengths;
}

// Several choices in one text. The longest run of parts that is an option wins, so a label with
// spaces or commas in it is never taken apart.
std::variant<std::set<std::size_t>, NoChoice> read_several(const Question& question,
                                                           const std::string& text) {
  const auto parts = parts_of(text);
  const auto lengths = lengths_of_names(question);
  std::set<std::size_t> chosen;
  for (std::size_t first = 0; first < parts.size();) {
    const auto length = [&](std::size_t last) { return parts[last].second - parts[first].first; };
    std::size_t last = parts.size() - 1;
    std::variant<std::size_t, NoChoice> one;
    for (;; --last) {
      if (last > first && lengths.count(length(last)) == 0) continue;
      one = read_one(question, text.substr(parts[first].first, length(last)));
      if (last == first || std::holds_alternative<std::size_t>(one)) break;
    }
    if (const auto* none = std::get_if<NoChoice>(&one)) return *none;
    chosen.insert(std::get<std::size_t>(one));
    first = last + 1;
  }
  return chosen;
}

}  // namespace

std::variant<std::vector<std::string>, NoChoice> read_choice(
    const Question& question, const std::vector<std::string>& words) {
  std::string joined;
  for (const auto& word : words) joined.append(word).push_back(' ');
  const std::string text = collapse(joined);
  if (text.empty()) return NoChoice{with_options("nothing is chosen", question)};
  if (text.size() > kChoiceBytesMax) {
    return NoChoice{with_options("the text is too long for a choice", question)};
  }
  const auto whole = read_one(question, text);
  if (const auto* index = std::get_if<std::size_t>(&whole)) {
    return std::vector<std::string>{question.options[*index].id};
  }
  const auto several = read_several(question, text);
  const auto* chosen = std::get_if<std::set<std::size_t>>(&several);
  if (chosen == nullptr || chosen->empty()) {
    // In a multi-select the part that is wrong says more than the whole.
    if (chosen == nullptr && question.multi_select) return std::get<NoChoice>(several);
    return std::get<NoChoice>(whole);
  }
  if (!question.multi_select && chosen->size() > 1) {
    return NoChoice{with_options("only one option can be chosen", question)};
  }
  std::vector<std::string> ids;
  for (const std::size_t index : *chosen) ids.push_back(question.options[index].id);
  return ids;
}

std::string options_in_words(const Question& question) {
  std::string words;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    if (i > 0) words += "  ";
    words += std::to_string(i + 1) + ". " + question.options[i].label;
  }
  return words;
}

}  // namespace afar
