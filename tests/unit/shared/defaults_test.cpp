#include "shared/dialog/defaults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace afar {
namespace {

using ::testing::ElementsAre;
using Kind = DefaultChoice::Kind;

Question with_options(bool multi_select, std::vector<bool> recommended) {
  Question question{"q1", "", "Which?", multi_select, true, true, {}, {}};
  int number = 0;
  for (const bool each : recommended) {
    const std::string label(1, static_cast<char>('A' + number));
    question.options.push_back({"o" + std::to_string(++number), label, "", "", each});
  }
  return question;
}

std::optional<Answer> of(const Question& question, const DefaultChoice& choice,
                         DialogKind kind = DialogKind::kUserQuestion) {
  Content content;
  content.questions = {question};
  return default_answer(kind, content, choice);
}

TEST(Defaults, ForEveryChoice) {
  struct Case {
    bool multi_select;
    std::vector<bool> recommended;
    DefaultChoice choice;
    std::vector<std::string> chosen;  // empty: no default
  };
  for (const auto& each : {
           Case{false, {false, true, false}, {Kind::kRecommended, ""}, {"o2"}},
           Case{false, {false, true, true}, {Kind::kRecommended, ""}, {"o2"}},
           Case{false, {false, false}, {Kind::kRecommended, ""}, {"o1"}},
           Case{true, {false, true, true}, {Kind::kRecommended, ""}, {"o2", "o3"}},
           Case{true, {false, false}, {Kind::kRecommended, ""}, {"o1"}},
           Case{false, {false, true}, {Kind::kFirst, ""}, {"o1"}},
           Case{false, {false, true}, {Kind::kLabel, "B"}, {"o2"}},
           Case{false, {false, true}, {Kind::kLabel, "b"}, {}},
           Case{false, {true}, {Kind::kNone, ""}, {}},
           Case{false, {}, {Kind::kFirst, ""}, {}},
       }) {
    const auto answer = of(with_options(each.multi_select, each.recommended), each.choice);
    if (each.chosen.empty()) {
      EXPECT_EQ(answer, std::nullopt);
    } else {
      ASSERT_TRUE(answer.has_value());
      EXPECT_EQ(answer->questions.at("q1").options, each.chosen);
    }
  }
}

TEST(Defaults, NeverAPart) {
  Content content;
  content.questions = {with_options(false, {true}), with_options(false, {})};
  content.questions[1].id = "q2";
  EXPECT_EQ(default_answer(DialogKind::kUserQuestion, content, {}), std::nullopt);
  content.questions[1].required = false;
  EXPECT_TRUE(default_answer(DialogKind::kUserQuestion, content, {}).has_value());
}

TEST(Defaults, APermissionIsNeverAllowedForBeingFirst) {
  const Question question = with_options(false, {true, false});
  EXPECT_EQ(of(question, {Kind::kRecommended, ""}, DialogKind::kPermission), std::nullopt);
  for (const auto kind : {DialogKind::kPermission, DialogKind::kElicitation}) {
    EXPECT_EQ(of(question, {Kind::kFirst, ""}, kind), std::nullopt);
    EXPECT_THAT(of(question, {Kind::kLabel, "B"}, kind)->questions.at("q1").options,
                ElementsAre("o2"));
  }
}

// A form of an enum, a text and an action.
Content form(std::vector<bool> marked, std::optional<std::string> suggestion, bool sends) {
  Content content;
  Question text{"q2", "", "Name?", false, true, true, {}, {}};
  text.expects = Expected{};
  text.expects->suggestion = std::move(suggestion);
  Question action{"action", "", "Send?", false, false, sends, {}, {}};
  if (sends) action.options.push_back({"accept", "Send", "", "", false});
  action.options.push_back({"decline", "Decline", "", "", false, true});
  content.questions = {with_options(false, std::move(marked)), text, action};
  return content;
}

std::optional<Answer> of_form(const Content& content, const DefaultChoice& choice = {}) {
  return default_answer(DialogKind::kElicitation, content, choice);
}

TEST(Defaults, AFormIsSentWithWhatItFillsInByItself) {
  for (const bool sends : {true, false}) {
    const auto answer = of_form(form({false, true}, "Ann", sends));
    ASSERT_TRUE(answer.has_value());
    EXPECT_THAT(answer->questions.at("q1").options, ElementsAre("o2"));
    EXPECT_EQ(answer->questions.at("q2").text, "Ann");
    EXPECT_EQ(answer->questions.contains("action"), sends);
  }
}

TEST(Defaults, AFormHasNoneWhereItFillsInLessThanItRequires) {
  EXPECT_EQ(of_form(form({false, false}, "Ann", true)), std::nullopt);
  EXPECT_EQ(of_form(form({true, false}, std::nullopt, true)), std::nullopt);
  Content optional = form({false, false}, std::nullopt, true);
  optional.questions[0].required = optional.questions[1].required = false;
  EXPECT_EQ(of_form(optional), std::nullopt) << "nothing is filled in";
}

TEST(Defaults, ALinkOrABareYesIsNeverAcceptedByItself) {
  Content content = form({true}, "Ann", true);
  content.questions.erase(content.questions.begin(), content.questions.begin() + 2);
  EXPECT_EQ(of_form(content), std::nullopt);
  EXPECT_EQ(of_form(content, {Kind::kFirst, ""}), std::nullopt);
}

TEST(Defaults, AFormIsDeclinedByTheLabelOfThat) {
  const auto answer = of_form(form({false, false}, std::nullopt, true), {Kind::kLabel, "Decline"});
  ASSERT_TRUE(answer.has_value());
  EXPECT_THAT(answer->questions.at("action").options, ElementsAre("decline"));
  EXPECT_EQ(answer->questions.size(), 1u);
}

}  // namespace
}  // namespace afar
