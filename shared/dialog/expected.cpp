#include "shared/dialog/expected.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "shared/dialog/time.h"

namespace afar {
namespace {

using Type = Expected::Type;

// How much of the person's text an error repeats.
constexpr std::size_t kQuotedBytesMax = 60;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string quoted(std::string_view text) {
  if (text.size() <= kQuotedBytesMax) return "\"" + std::string(text) + "\"";
  std::size_t end = kQuotedBytesMax;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return "\"" + std::string(text.substr(0, end)) + "…\"";
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// A number as JSON writes it, so that it can be passed on as it is. `whole`: without fraction and
// exponent.
bool is_json_number(std::string_view text, bool whole) {
  std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
  const std::size_t first = at;
  at = skip_digits(text, at);
  if (at == first || (text[first] == '0' && at > first + 1)) return false;
  if (at < text.size() && text[at] == '.' && !whole) {
    const std::size_t fraction = at + 1;
    at = skip_digits(text, fraction);
    if (at == fraction) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E') && !whole) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = at;
    at = skip_digits(text, exponent);
    if (at == exponent) return false;
  }
  return at == text.size();
}

bool is_email(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
         text.find('@', at + 1) == std::string_view::npos &&
         std::none_of(text.begin(), text.end(), is_blank);
}

bool is_uri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::string_view scheme = text.substr(0, colon);
  return is_letter(scheme[0]) &&
         std::all_of(scheme.begin(), scheme.end(),
                     [&](char c) {
                       return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
                     }) &&
         std::none_of(text.begin(), text.end(), is_blank);
}

bool is_date_time(std::string_view text) {
  return text.size() > 10 && text[10] == 'T' && from_rfc3339(text).has_value();
}

bool is_date(std::string_view text) {
  return text.size() == 10 && is_date_time(std::string(text) + "T00:00:00Z");
}

struct Format {
  std::string_view name;
  std::string_view words;
  bool (*fits)(std::string_view text);
};

constexpr Format kFormats[] = {
    {"email", "an email address", is_email},
    {"uri", "a link like https://example.org/", is_uri},
    {"date", "a date like 2026-11-30", is_date},
    {"date-time", "a time like 2026-11-30T14:02:00Z", is_date_time},
};

// nullptr: any text, as for a format that nobody here knows.
const Format* find_format(std::string_view name) {
  const auto found = std::find_if(std::begin(kFormats), std::end(kFormats),
                                  [&](const Format& each) { return each.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

std::int64_t characters_in(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; });
}

std::string range_in_words(const std::string& least, const std::string& most) {
  if (!least.empty() && !most.empty()) return "from " + least + " to " + most;
  return least.empty() ? "of at most " + most : "of at least " + least;
}

std::string number_in_words(double number) {
  constexpr double kExactMax = 9007199254740992.0;  // beyond 2^53 not every whole number exists
  if (std::abs(number) <= kExactMax && number == std::floor(number)) {
    return std::to_string(static_cast<std::int64_t>(number));
  }
  char text[40];
  std::snprintf(text, sizeof text, "%.15g", number);
  return text;
}

template <typename Number>
std::string range_of(const std::optional<Number>& least, const std::optional<Number>& most) {
  if (!least && !most) return "";
  const auto word = [](const std::optional<Number>& limit) {
    if (!limit) return std::string();
    if constexpr (std::is_same_v<Number, double>) {
      return number_in_words(*limit);
    } else {
      return std::to_string(*limit);
    }
  };
  return range_in_words(word(least), word(most));
}

std::string joined(std::string first, const std::string& rest) {
  return rest.empty() ? first : first + " " + rest;
}

std::string items_in_words(const Expected& expects) {
  const auto count = [](std::int64_t number) { return std::to_string(number); };
  const auto& least = expects.min_items;
  const auto& most = expects.max_items;
  if (!least && !most) return "";
  std::string words;
  if (least && most) {
    words = *least == *most ? count(*least) : "from " + count(*least) + " to " + count(*most);
  } else {
    words = least ? "at least " + count(*least) : "at most " + count(*most);
  }
  return words + " of the options";
}

bool within(double value, const std::optional<double>& least, const std::optional<double>& most) {
  return (!least || value >= *least) && (!most || value <= *most);
}

bool within(std::int64_t value, const std::optional<std::int64_t>& least,
            const std::optional<std::int64_t>& most) {
  return (!least || value >= *least) && (!most || value <= *most);
}

bool number_fits(const Expected& expects, std::string_view text) {
  const std::string number(without_blanks(text));
  if (!is_json_number(number, expects.type == Type::kInteger)) return false;
  const double value = std::strtod(number.c_str(), nullptr);
  return std::isfinite(value) && within(value, expects.minimum, expects.maximum);
}

bool text_fits(const Expected& expects, std::string_view text) {
  if (expects.type != Type::kText) return number_fits(expects, text);
  const Format* format = find_format(expects.format);
  return (format == nullptr || format->fits(text)) &&
         within(characters_in(text), expects.min_length, expects.max_length);
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string expected_in_words(const Question& question) {
  if (!question.expects) return "";
  const Expected& expects = *question.expects;
  if (question.multi_select) return items_in_words(expects);
  if (!question.options.empty()) return "";
  const std::string numbers = range_of(expects.minimum, expects.maximum);
  if (expects.type == Type::kInteger) return joined("a whole number", numbers);
  if (expects.type == Type::kNumber) return joined("a number", numbers);
  std::string length = range_of(expects.min_length, expects.max_length);
  if (!length.empty()) length += " characters";
  const Format* format = find_format(expects.format);
  if (format != nullptr) return joined(std::string(format->words), length);
  return length.empty() ? "" : joined("a text", length);
}

std::optional<std::string> misfit_of(const Question& question, const QuestionAnswer& answer) {
  if (!question.expects) return std::nullopt;
  const Expected& expects = *question.expects;
  if (question.multi_select) {
    const auto chosen = static_cast<std::int64_t>(answer.options.size());
    if (within(chosen, expects.min_items, expects.max_items)) return std::nullopt;
    return "expected " + items_in_words(expects) + ", found " + std::to_string(chosen);
  }
  if (!answer.text || text_fits(expects, *answer.text)) return std::nullopt;
  return "expected " + expected_in_words(question) + ", found " + quoted(*answer.text);
}

}  // namespace afar
