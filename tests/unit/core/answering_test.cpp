#include "daemon/core/answering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace afar {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Content two_questions() {
  Content content;
  content.questions = {
      {"q1",
       "",
       "One?",
       false,
       true,
       true,
       {{"o1", "A", "", "", false}, {"o2", "B", "", "", false}},
       {}},
      {"q2",
       "",
       "Many?",
       true,
       true,
       true,
       {{"o1", "X", "", "", false}, {"o2", "Y", "", "", false}, {"o3", "Z", "", "", false}},
       {}}};
  return content;
}

Answer given(const std::string& question, std::vector<std::string> options,
             std::optional<std::string> text = {}, std::optional<std::string> note = {}) {
  Answer answer;
  answer.questions[question] = {std::move(options), std::move(text), std::move(note)};
  return answer;
}

AnswerTaken taken(const Answer& answer, const Answer& so_far = {}) {
  auto result = take_answer(two_questions(), so_far, answer);
  if (const auto* refused = std::get_if<AnswerRefused>(&result)) ADD_FAILURE() << refused->why;
  return std::get<AnswerTaken>(std::move(result));
}

std::string refused(const Answer& answer, const Content& content = two_questions()) {
  auto result = take_answer(content, {}, answer);
  EXPECT_TRUE(std::holds_alternative<AnswerRefused>(result));
  return std::get<AnswerRefused>(result).why;
}

TEST(Answering, APartIsKeptAndTheRestIsNamed) {
  const auto first = taken(given("q1", {"o2"}));
  EXPECT_THAT(first.missing, ElementsAre("q2"));
  const auto second = taken(given("q2", {"o1"}), first.answers);
  EXPECT_TRUE(second.complete());
  EXPECT_THAT(second.answers.questions.at("q1").options, ElementsAre("o2"));
}

TEST(Answering, AnAnswerGivenAgainReplacesTheEarlierOne) {
  const auto first = taken(given("q1", {"o2"}));
  EXPECT_THAT(taken(given("q1", {"o1"}), first.answers).answers.questions.at("q1").options,
              ElementsAre("o1"));
}

TEST(Answering, SeveralOptionsComeInTheQuestionsOrder) {
  EXPECT_THAT(taken(given("q2", {"o3", "o1"})).answers.questions.at("q2").options,
              ElementsAre("o1", "o3"));
}

TEST(Answering, TextsAreKeptByteForByte) {
  const std::string odd = " line one\r\nline \"two\"\t\xF0\x9F\xA6\x8A " + std::string(1, '\0');
  EXPECT_EQ(taken(given("q1", {}, odd)).answers.questions.at("q1").text, odd);
  EXPECT_EQ(taken(given("q1", {"o1"}, {}, odd)).answers.questions.at("q1").note, odd);
  EXPECT_EQ(taken(given("q2", {"o1"}, odd)).answers.questions.at("q2").text, odd);
}

TEST(Answering, AResponseAnswersEveryQuestionStillOpen) {
  Answer whole;
  whole.response = "do as you like";
  const auto first = taken(given("q1", {"o2"}));
  const auto all = taken(whole, first.answers);
  EXPECT_TRUE(all.complete());
  EXPECT_EQ(all.answers.questions.at("q1").text, std::nullopt);
  EXPECT_EQ(all.answers.questions.at("q2").text, "do as you like");
  EXPECT_EQ(all.answers.response, "do as you like");
}

TEST(Answering, WhatDoesNotFitIsRefusedWithAReason) {
  EXPECT_THAT(refused({}), HasSubstr("empty"));
  EXPECT_THAT(refused(given("q9", {"o1"})), HasSubstr("no question \"q9\""));
  EXPECT_THAT(refused(given("q1", {"o9"})), HasSubstr("no option \"o9\" (the options are o1, o2)"));
  EXPECT_THAT(refused(given("q1", {"o1", "o2"})), HasSubstr("only one option"));
  EXPECT_THAT(refused(given("q2", {"o1", "o1"})), HasSubstr("twice"));
  EXPECT_THAT(refused(given("q1", {})), HasSubstr("neither an option nor a text"));
  EXPECT_THAT(refused(given("q1", {}, "")), HasSubstr("the text is empty"));
  EXPECT_THAT(refused(given("q1", {}, " \n\t ")), HasSubstr("the text is empty"));
  EXPECT_THAT(refused(given("q1", {}, {}, "note")), HasSubstr("a note goes with"));
  EXPECT_THAT(refused(given("q1", {"o1"}, "and more")), HasSubstr("either an option or a text"));
  EXPECT_THAT(refused(given("q1", {}, std::string(kAnswerTextBytesMax + 1, 'x'))),
              HasSubstr("longer than"));
  Answer whole;
  whole.response = "";
  EXPECT_THAT(refused(whole), HasSubstr("the response is empty"));
}

TEST(Answering, AReasonGoesWithANo) {
  Content permission;
  permission.questions = {{"q1",
                           "",
                           "May it?",
                           false,
                           false,
                           true,
                           {{"allow", "Allow", "", "", false}, {"deny", "Deny", "", "", false}},
                           {}}};
  EXPECT_TRUE(std::holds_alternative<AnswerTaken>(
      take_answer(permission, {}, given("q1", {"deny"}, "use the staging key"))));
  EXPECT_THAT(refused(given("q1", {"allow"}, "why not"), permission), HasSubstr("no text"));
  EXPECT_THAT(refused(given("q1", {}, "no"), permission), HasSubstr("no text"));
  Answer whole;
  whole.response = "no";
  EXPECT_THAT(refused(whole, permission), HasSubstr("choose one of allow, deny"));
}

TEST(Answering, ABodyIsEditedOnlyWithAnOptionThatEdits) {
  Content plan;
  plan.questions = {{"q1",
                     "",
                     "Approve?",
                     false,
                     false,
                     true,
                     {{"accept", "Approve", "", "", false}, {"reject", "No", "", "", false}},
                     {}}};
  plan.questions[0].options[0].edits = true;
  const auto with = [](const std::string& option, const std::string& edited) {
    Answer answer = given("q1", {option});
    answer.questions["q1"].edited = edited;
    return answer;
  };
  const auto taken = take_answer(plan, {}, with("accept", "# Another\n"));
  EXPECT_EQ(std::get<AnswerTaken>(taken).answers.questions.at("q1").edited, "# Another\n");
  EXPECT_THAT(refused(with("reject", "# Another"), plan), HasSubstr("nothing can be edited"));
  EXPECT_THAT(refused(with("accept", " \n"), plan), HasSubstr("empty"));
  EXPECT_THAT(refused(with("accept", std::string(kAnswerTextBytesMax + 1, 'x')), plan),
              HasSubstr("longer"));
}

TEST(Answering, AQuestionThatIsNotRequiredMayStayOpen) {
  Content content = two_questions();
  content.questions[1].required = false;
  const auto result = take_answer(content, {}, given("q1", {"o1"}));
  EXPECT_THAT(std::get<AnswerTaken>(result).missing, IsEmpty());
}

// A form: a number, a choice of two, and an action.
Content form() {
  Content content;
  Question age{"q1", "Age", "How old?", false, true, true, {}, {}};
  age.expects = Expected{};
  age.expects->type = Expected::Type::kInteger;
  age.expects->minimum = 0;
  age.expects->maximum = 150;
  Question tags{"q2",
                "Tags",
                "Which?",
                true,
                false,
                false,
                {{"o1", "A", "", "", false}, {"o2", "B", "", "", false}},
                {}};
  tags.expects = Expected{};
  tags.expects->max_items = 1;
  Question action{"action", "", "Send?", false, false, true, {}, {}};
  action.options = {{"accept", "Send", "", "", false}, {"decline", "Decline", "", "", false, true}};
  content.questions = {age, tags, action};
  return content;
}

TEST(Answering, AWrongTypeIsRefusedByTheFieldsName) {
  EXPECT_EQ(refused(given("q1", {}, "abc"), form()),
            "Age: expected a whole number from 0 to 150, found \"abc\"");
  EXPECT_EQ(refused(given("q2", {"o1", "o2"}), form()),
            "Tags: expected at most 1 of the options, found 2");
}

TEST(Answering, AResponseMustFitTheFieldsThatItFills) {
  Content content = form();
  content.questions.pop_back();
  content.questions.pop_back();
  Answer answer;
  answer.response = "quite old";
  EXPECT_EQ(refused(answer, content),
            "Age: expected a whole number from 0 to 150, found \"quite old\"");
}

TEST(Answering, AnOptionThatClosesNeedsNothingElse) {
  const auto result = take_answer(form(), {}, given("action", {"decline"}));
  EXPECT_TRUE(std::get<AnswerTaken>(result).complete());
}

TEST(Answering, AFormIsWholeOnceItIsSent) {
  const auto sent = take_answer(form(), {}, given("action", {"accept"}));
  EXPECT_THAT(std::get<AnswerTaken>(sent).missing, ElementsAre("q1"));
  const auto filled =
      take_answer(form(), std::get<AnswerTaken>(sent).answers, given("q1", {}, "42"));
  EXPECT_TRUE(std::get<AnswerTaken>(filled).complete());
}

}  // namespace
}  // namespace afar
