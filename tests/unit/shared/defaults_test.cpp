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
  for (const auto kind : {DialogKind::kPermission, DialogKind::kElicitation}) {
    EXPECT_EQ(of(question, {Kind::kRecommended, ""}, kind), std::nullopt);
    EXPECT_EQ(of(question, {Kind::kFirst, ""}, kind), std::nullopt);
    EXPECT_THAT(of(question, {Kind::kLabel, "B"}, kind)->questions.at("q1").options,
                ElementsAre("o2"));
  }
}

}  // namespace
}  // namespace afar
