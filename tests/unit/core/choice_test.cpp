// Goal: what people type means the option they meant, or is refused; it never turns into some other
// option. Method: one table of questions and typed words, with the ids expected or a part of the
// refusal.
#include "daemon/core/choice.h"

#include <gtest/gtest.h>

#include <ostream>

namespace afar {
namespace {

Question question_of(std::vector<std::string> labels, bool multi_select = false) {
  Question question;
  question.id = "q1";
  question.text = "Which?";
  question.multi_select = multi_select;
  int number = 0;
  for (auto& label : labels) {
    Option option;
    option.id = "o" + std::to_string(++number);
    option.label = std::move(label);
    question.options.push_back(std::move(option));
  }
  return question;
}

Question many_of(std::vector<std::string> labels) { return question_of(std::move(labels), true); }

struct Case {
  const char* name;
  Question question;
  std::vector<std::string> words;
  std::vector<std::string> ids;  // empty: refused
  std::string refusal;           // a part of it
};
std::ostream& operator<<(std::ostream& out, const Case& each) { return out << each.name; }

class ReadChoice : public ::testing::TestWithParam<Case> {};

TEST_P(ReadChoice, MeansWhatWasTyped) {
  const Case& each = GetParam();
  const auto read = read_choice(each.question, each.words);
  if (const auto* refused = std::get_if<NoChoice>(&read)) {
    EXPECT_TRUE(each.ids.empty()) << refused->why;
    EXPECT_NE(refused->why.find(each.refusal), std::string::npos) << refused->why;
    return;
  }
  EXPECT_EQ(std::get<std::vector<std::string>>(read), each.ids) << each.refusal;
}

const std::vector<std::string> kCaches{"Redis cache", "In-memory, fast", "SQLite"};

INSTANTIATE_TEST_SUITE_P(
    One, ReadChoice,
    ::testing::Values(
        Case{"number", question_of(kCaches), {"2"}, {"o2"}, ""},
        Case{"number_with_spaces", question_of(kCaches), {" 2 "}, {"o2"}, ""},
        Case{"zero", question_of(kCaches), {"0"}, {}, "there is no option \"0\""},
        Case{"past_the_end", question_of(kCaches), {"4"}, {}, "1. Redis cache  2. In-memory"},
        Case{"huge_number", question_of(kCaches), {"99999999999999999999999"}, {}, "no option"},
        Case{"id", question_of(kCaches), {"o3"}, {"o3"}, ""},
        Case{"label", question_of(kCaches), {"SQLite"}, {"o3"}, ""},
        Case{"label_any_case", question_of(kCaches), {"sqlITE"}, {"o3"}, ""},
        Case{"label_as_two_words", question_of(kCaches), {"redis", "cache"}, {"o1"}, ""},
        Case{"label_as_one_word", question_of(kCaches), {"Redis  cache"}, {"o1"}, ""},
        Case{"label_with_comma", question_of(kCaches), {"in-memory, fast"}, {"o2"}, ""},
        Case{"part_of_a_label", question_of(kCaches), {"Redis"}, {}, "\"Redis\" is no option"},
        Case{"free_text", question_of(kCaches), {"use", "both"}, {}, "\"use both\" is no option"},
        Case{"text_with_an_option_in_it",
             question_of(kCaches),
             {"SQLite", "please"},
             {},
             "no option"},
        Case{"two_choices", question_of(kCaches), {"1", "2"}, {}, "only one option"},
        Case{"two_choices_comma", question_of(kCaches), {"1,2"}, {}, "only one option"},
        Case{"the_same_twice", question_of(kCaches), {"3", "SQLite"}, {"o3"}, ""},
        Case{"nothing", question_of(kCaches), {}, {}, "nothing is chosen"},
        Case{"empty_word", question_of(kCaches), {""}, {}, "nothing is chosen"},
        Case{"only_a_comma", question_of(kCaches), {","}, {}, "no option"},
        Case{"no_options", question_of({}), {"yes"}, {}, "has no options, only a text"}));

INSTANTIATE_TEST_SUITE_P(
    NumbersAsLabels, ReadChoice,
    ::testing::Values(
        Case{"a_number_is_a_position", question_of({"3", "2", "1"}), {"3"}, {"o3"}, ""},
        Case{"equals_is_the_label", question_of({"3", "2", "1"}), {"=3"}, {"o1"}, ""},
        Case{"no_such_position", question_of({"10", "20"}), {"20"}, {}, "=20 means the label"},
        Case{"equals_a_word", question_of(kCaches), {"=sqlite"}, {"o3"}, ""},
        Case{"equals_two_words", question_of(kCaches), {"=Redis", "cache"}, {"o1"}, ""},
        Case{"equals_nothing", question_of(kCaches), {"="}, {}, "no option"},
        Case{"equals_is_never_a_position", question_of(kCaches), {"=1"}, {}, "no option"},
        Case{"equals_is_never_an_id", question_of(kCaches), {"=o1"}, {}, "no option"},
        Case{"label_that_begins_so", question_of({"=3", "3"}), {"=3"}, {"o1"}, ""},
        Case{"label_is_anothers_id", question_of({"o2", "x"}), {"o2"}, {}, "more than one"},
        Case{"the_label_of_it", question_of({"o2", "x"}), {"=o2"}, {"o1"}, ""},
        Case{"its_own_id", question_of({"o1", "x"}), {"o1"}, {"o1"}, ""}));

INSTANTIATE_TEST_SUITE_P(
    SpellingAndCase, ReadChoice,
    ::testing::Values(
        Case{"exact_case_wins", question_of({"Go", "GO"}), {"GO"}, {"o2"}, ""},
        Case{"no_exact_one", question_of({"Go", "GO"}), {"go"}, {}, "more than one option"},
        Case{"equal_labels", question_of({"Yes", "Yes"}), {"Yes"}, {}, "use a number"},
        Case{"equal_labels_number", question_of({"Yes", "Yes"}), {"2"}, {"o2"}, ""},
        Case{"umlaut", question_of({"Ändern", "Löschen"}), {"ändern"}, {"o1"}, ""},
        Case{"cyrillic", question_of({"Да", "Нет"}), {"нет"}, {"o2"}, ""},
        Case{"greek", question_of({"ΝΑΙ", "ΌΧΙ"}), {"όχι"}, {"o2"}, ""},
        Case{"polish", question_of({"Łódź", "Żary"}), {"ŻARY"}, {"o2"}, ""},
        Case{"emoji", question_of({"🚀 ship it", "wait"}), {"🚀", "SHIP", "it"}, {"o1"}, ""},
        Case{"broken_utf8", question_of({"\xC3", "b"}), {"\xC3"}, {"o1"}, ""},
        Case{
            "label_with_newline", question_of({"two\nlines", "b"}), {"two", "lines"}, {"o1"}, ""}));

INSTANTIATE_TEST_SUITE_P(
    Several, ReadChoice,
    ::testing::Values(
        Case{"words", many_of(kCaches), {"1", "3"}, {"o1", "o3"}, ""},
        Case{"commas", many_of(kCaches), {"1,3"}, {"o1", "o3"}, ""},
        Case{"commas_and_spaces", many_of(kCaches), {"1,", "3"}, {"o1", "o3"}, ""},
        Case{"one_string", many_of(kCaches), {"1 3"}, {"o1", "o3"}, ""},
        Case{"question_order", many_of(kCaches), {"3,1"}, {"o1", "o3"}, ""},
        Case{"each_once", many_of(kCaches), {"1,1", "Redis cache"}, {"o1"}, ""},
        Case{"one", many_of(kCaches), {"2"}, {"o2"}, ""},
        Case{"comma_label_alone", many_of(kCaches), {"In-memory, fast"}, {"o2"}, ""},
        Case{"comma_label_among", many_of(kCaches), {"in-memory, fast,3"}, {"o2", "o3"}, ""},
        Case{"labels_of_two_words",
             many_of(kCaches),
             {"Redis", "cache,", "SQLite"},
             {"o1", "o3"},
             ""},
        Case{"equals_among", many_of({"3", "b", "c"}), {"=3,3"}, {"o1", "o3"}, ""},
        Case{"longest_label", many_of({"a", "b", "a b"}), {"a", "b"}, {"o3"}, ""},
        Case{"shorter_labels", many_of({"a", "b", "a b"}), {"a,b"}, {"o1", "o2"}, ""},
        Case{"stray_commas", many_of(kCaches), {",1,,3,"}, {"o1", "o3"}, ""},
        Case{"one_part_is_wrong", many_of(kCaches), {"1,Redsi"}, {}, "\"Redsi\" is no option"},
        Case{"one_number_is_wrong", many_of(kCaches), {"1,9"}, {}, "no option \"9\""}));

TEST(ReadChoiceLimits, RefusesAPasteAndQuotesOnlyItsBeginning) {
  const auto paste = read_choice(many_of(kCaches), {std::string(1 << 20, 'x')});
  EXPECT_NE(std::get<NoChoice>(paste).why.find("too long"), std::string::npos);
  const auto line = read_choice(question_of(kCaches), {std::string(59, 'x') + "äöü"});
  EXPECT_NE(std::get<NoChoice>(line).why.find("x…\""), std::string::npos)
      << std::get<NoChoice>(line).why;
}

TEST(ReadChoiceLimits, ManyPartsAreReadInReasonableTime) {
  std::string list;
  for (int i = 0; i < 2000; ++i) list += "1,";
  const auto read = read_choice(many_of({std::string(3000, 'y'), "b"}), {list});
  EXPECT_EQ(std::get<std::vector<std::string>>(read), std::vector<std::string>{"o1"});
}

}  // namespace
}  // namespace afar
