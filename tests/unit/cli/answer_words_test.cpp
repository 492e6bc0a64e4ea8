// Goal: the words after `afar answer ID` become exactly the answer they mean, or a refusal, before
// anything is sent. Method: a table of command words against dialogs, with the answer as JSON or a
// part of the refusal.
#include "daemon/cli/answer_words.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/failure.h"
#include "shared/dialog/dialog_json.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

using nlohmann::json;

struct Case {
  const char* name;
  Dialog dialog;
  AnswerWords words;
  std::string expected;  // {"q1":{..}} without nulls; or what the refusal says after "refused: "
};
std::ostream& operator<<(std::ostream& out, const Case& each) { return out << each.name; }

AnswerWords choices(std::vector<std::string> words) {
  AnswerWords made;
  made.choices = std::move(words);
  return made;
}

AnswerWords with_text(std::vector<std::string> words, std::string text) {
  AnswerWords made = choices(std::move(words));
  made.text = std::move(text);
  return made;
}

AnswerWords with_note(std::vector<std::string> words, std::string note) {
  AnswerWords made = choices(std::move(words));
  made.note = std::move(note);
  return made;
}

AnswerWords with_response(std::vector<std::string> words, std::string response) {
  AnswerWords made = choices(std::move(words));
  made.response = std::move(response);
  return made;
}

AnswerWords at_question(std::string question, AnswerWords words) {
  words.question = std::move(question);
  return words;
}

std::string outcome_of(const Case& each) {
  try {
    const Answer answer = read_answer(each.dialog, each.words);
    json answers = to_json(answer.questions);
    for (auto& question : answers) {
      for (const char* name : {"text", "note"}) {
        if (question[name].is_null()) question.erase(name);
      }
      if (question["options"].empty()) question.erase("options");
    }
    if (answer.response) answers["response"] = *answer.response;
    return answers.dump();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::kWrongUsage);
    return std::string("refused: ") + failure.what();
  }
}

class ReadAnswer : public ::testing::TestWithParam<Case> {};

TEST_P(ReadAnswer, MeansWhatWasTyped) {
  const Case& each = GetParam();
  const std::string outcome = outcome_of(each);
  if (each.expected.rfind("refused: ", 0) == 0) {
    EXPECT_EQ(outcome.rfind("refused: ", 0), 0u) << outcome;
    EXPECT_NE(outcome.find(each.expected.substr(9)), std::string::npos) << outcome;
  } else {
    EXPECT_EQ(outcome, each.expected);
  }
}

INSTANTIATE_TEST_SUITE_P(
    OneQuestion, ReadAnswer,
    ::testing::Values(
        Case{"number", sample_dialog(), choices({"3"}), R"({"q1":{"options":["o3"]}})"},
        Case{"label_in_words", sample_dialog(), choices({"sqlite", "file", "cache"}),
             R"({"q1":{"options":["o3"]}})"},
        Case{"named", sample_dialog(), choices({"1=2"}), R"({"q1":{"options":["o2"]}})"},
        Case{"named_then_word", sample_dialog(), choices({"1=", "2"}),
             R"({"q1":{"options":["o2"]}})"},
        Case{"named_empty", sample_dialog(), choices({"1="}), "refused: nothing is chosen"},
        Case{"text", sample_dialog(), with_text({}, " as it is\n"),
             R"({"q1":{"text":" as it is\n"}})"},
        Case{"text_that_is_a_number", sample_dialog(), with_text({}, "3"),
             R"({"q1":{"text":"3"}})"},
        Case{"note", sample_dialog(), with_note({"3"}, "but small"),
             R"({"q1":{"note":"but small","options":["o3"]}})"},
        Case{"response", sample_dialog(), with_response({}, "do both"),
             R"({"response":"do both"})"},
        Case{"nothing", sample_dialog(), choices({}), "refused: the options are 1. Redis-based"},
        Case{"unknown_word", sample_dialog(), choices({"Postgres"}),
             "refused: Words of your own: --text"},
        Case{"choice_and_text", sample_dialog(), with_text({"3"}, "x"),
             "refused: either an option or a text"},
        Case{"empty_text", sample_dialog(), with_text({}, ""), "refused: --text is empty"},
        Case{"empty_note", sample_dialog(), with_note({"3"}, ""), "refused: --note is empty"},
        Case{"empty_response", sample_dialog(), with_response({}, ""),
             "refused: --response is empty"},
        Case{"not_utf8", sample_dialog(), with_text({}, "\xff"), "refused: --text is not UTF-8"},
        Case{"long_text", sample_dialog(), with_text({}, std::string(300000, 'x')),
             "refused: longer than"},
        Case{"only_a_note", sample_dialog(), with_note({}, "x"), "refused: a note goes with"},
        Case{"no_such_question", sample_dialog(), at_question("2", choices({"1"})),
             "refused: there is no question 2"},
        Case{"question_zero", sample_dialog(), choices({"0=1"}),
             "refused: there is no question 0"}));

INSTANTIATE_TEST_SUITE_P(
    SeveralQuestions, ReadAnswer,
    ::testing::Values(Case{"first_unanswered", dialog_of_three_questions(), choices({"2"}),
                           R"({"q1":{"options":["o2"]}})"},
                      Case{"the_next_one",
                           [] {
                             Dialog dialog = dialog_of_three_questions();
                             dialog.answers.questions["q1"].options = {"o1"};
                             return dialog;
                           }(),
                           choices({"1", "3"}), R"({"q2":{"options":["o1","o3"]}})"},
                      Case{"a_default_is_no_answer",
                           [] {
                             Dialog dialog = dialog_of_three_questions();
                             dialog.state = DialogState::kDefaulted;
                             dialog.answers.questions["q1"].options = {"o3"};
                             return dialog;
                           }(),
                           choices({"1"}), R"({"q1":{"options":["o1"]}})"},
                      Case{"by_number", dialog_of_three_questions(),
                           at_question("2", choices({"1,3"})), R"({"q2":{"options":["o1","o3"]}})"},
                      Case{"by_id", dialog_of_three_questions(),
                           at_question("q2", choices({"safe"})), R"({"q2":{"options":["o3"]}})"},
                      Case{"several_named", dialog_of_three_questions(), choices({"1=2", "2=1,3"}),
                           R"({"q1":{"options":["o2"]},"q2":{"options":["o1","o3"]}})"},
                      Case{"named_with_words", dialog_of_three_questions(),
                           choices({"2=small,", "cheap", "safe", "1=sqlite", "file", "cache"}),
                           R"({"q1":{"options":["o3"]},"q2":{"options":["o2","o3"]}})"},
                      Case{"a_question_twice", dialog_of_three_questions(), choices({"2=1", "2=3"}),
                           R"({"q2":{"options":["o1","o3"]}})"},
                      Case{"a_word_before", dialog_of_three_questions(), choices({"1", "2=3"}),
                           "refused: stands before the first N=CHOICE"},
                      Case{"named_twice", dialog_of_three_questions(),
                           at_question("1", choices({"2=1"})), "refused: leave --question out"},
                      Case{"too_high", dialog_of_three_questions(), choices({"4=1"}),
                           "refused: there is no question 4"},
                      Case{"text_of_a_question", dialog_of_three_questions(),
                           at_question("3", with_text({}, "Bo")), R"({"q3":{"text":"Bo"}})"},
                      Case{"text_beside_several", dialog_of_three_questions(),
                           at_question("2", with_text({"fast"}, "and green")),
                           R"({"q2":{"options":["o1"],"text":"and green"}})"},
                      Case{"text_for_one_named", dialog_of_three_questions(),
                           with_text({"2=1"}, "and green"),
                           R"({"q2":{"options":["o1"],"text":"and green"}})"},
                      Case{"text_for_two", dialog_of_three_questions(),
                           with_text({"1=1", "2=1"}, "x"), "refused: belong to one question"},
                      Case{"note_for_two", dialog_of_three_questions(),
                           with_note({"1=1", "2=1"}, "x"), "refused: belong to one question"},
                      Case{"choice_and_response", dialog_of_three_questions(),
                           with_response({"1=1"}, "rest is yours"),
                           R"({"q1":{"options":["o1"]},"response":"rest is yours"})"}));

Dialog dialog_with_labels(std::vector<std::string> labels) {
  Dialog dialog = dialog_of_three_questions();
  auto& options = dialog.content.questions[0].options;
  for (std::size_t i = 0; i < labels.size(); ++i) options[i].label = labels[i];
  return dialog;
}

INSTANTIATE_TEST_SUITE_P(
    LabelsWithEquals, ReadAnswer,
    ::testing::Values(Case{"whole_label", dialog_with_labels({"a=b"}), choices({"a=b"}),
                           R"({"q1":{"options":["o1"]}})"},
                      Case{"label_like_named", dialog_with_labels({"2=fast"}), choices({"2=fast"}),
                           R"({"q1":{"options":["o1"]}})"},
                      Case{"label_of_words", dialog_with_labels({"2=1 or more"}),
                           choices({"2=1", "or", "more"}), R"({"q1":{"options":["o1"]}})"},
                      Case{"could_be_both", dialog_with_labels({"2=1"}), choices({"2=1", "1=3"}),
                           "refused: is an option as well"},
                      Case{"label_of_a_number", dialog_with_labels({"3"}), choices({"1==3"}),
                           R"({"q1":{"options":["o1"]}})"},
                      Case{"equals_alone", dialog_with_labels({"3"}), choices({"=3"}),
                           R"({"q1":{"options":["o1"]}})"}));

INSTANTIATE_TEST_SUITE_P(
    Plans, ReadAnswer,
    ::testing::Values(
        Case{"accept", sample_plan(), choices({"1"}), R"({"q1":{"options":["accept"]}})"},
        Case{"reject_in_words", sample_plan(), with_text({"reject"}, "use Redis"),
             R"({"q1":{"options":["reject"],"text":"use Redis"}})"},
        Case{"accept_with_remark", sample_plan(), with_text({"3"}, "but test it"),
             R"({"q1":{"options":["accept_with_feedback"],"text":"but test it"}})"},
        Case{"accept_takes_none", sample_plan(), with_text({"accept"}, "x"),
             "refused: no text of your own"},
        Case{"text_alone", sample_plan(), with_text({}, "x"), "refused: no text of your own"},
        Case{"no_text_offered", sample_plan(), choices({"maybe"}),
             "refused: \"maybe\" is no option"},
        Case{"response", sample_plan(), with_response({}, "x"), "refused: no text of your own"}));

INSTANTIATE_TEST_SUITE_P(
    Forms, ReadAnswer,
    ::testing::Values(
        Case{"decline", sample_form(), choices({"decline"}),
             R"({"action":{"options":["decline"]}})"},
        Case{"accept", sample_form(), choices({"accept"}), R"({"action":{"options":["accept"]}})"},
        Case{"an_option_there_too",
             [] {
               Dialog dialog = sample_form();
               dialog.content.questions[0].options = dialog.content.questions[1].options;
               dialog.content.questions[0].options[1].label = "Decline";
               return dialog;
             }(),
             choices({"decline"}), R"({"q1":{"options":["o2"]}})"},
        Case{"a_label_is_no_shortcut", sample_form(), choices({"Send"}), "refused: only a text"},
        Case{"a_field_that_fits", sample_form(), at_question("1", with_text({}, "42")),
             R"({"q1":{"text":"42"}})"},
        Case{"a_field_that_does_not", sample_form(), at_question("1", with_text({}, "abc")),
             "refused: Age: expected a whole number from 0 to 150, found \"abc\""},
        Case{"another_field", sample_form(), choices({"2=blue", "3=accept"}),
             R"({"action":{"options":["accept"]},"q2":{"options":["o2"]}})"}));

TEST(ReadAnswerRefusal, ShowsHostileLabels) {
  Dialog dialog = sample_dialog();
  dialog.content.questions[0].options[0].label = "a\x1b[2J";
  const std::string outcome = outcome_of({"", dialog, choices({"x"}), ""});
  EXPECT_NE(outcome.find("1. a\\x1b[2J"), std::string::npos) << outcome;
}

}  // namespace
}  // namespace afar::cli
