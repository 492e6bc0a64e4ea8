// Goal: what people write is the answer that they mean, or none. Method: words against each kind of
// question.
#include "daemon/surfaces/telegram/typed.h"

#include <gmock/gmock.h>

#include "tests/unit/telegram/sample.h"

namespace afar::telegram {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

QuestionAnswer read(const Dialog& dialog, const std::string& text, const View& view = {}) {
  const auto result = read_words(dialog, view, text);
  const auto* answer = std::get_if<Answer>(&result);
  EXPECT_TRUE(answer != nullptr) << std::get<NotTyped>(result).why;
  return answer == nullptr || answer->questions.empty() ? QuestionAnswer{}
                                                        : answer->questions.begin()->second;
}

std::string refused(const Dialog& dialog, const std::string& text) {
  const auto result = read_words(dialog, {}, text);
  const auto* none = std::get_if<NotTyped>(&result);
  EXPECT_TRUE(none != nullptr) << text;
  return none == nullptr ? "" : none->why;
}

TEST(Words, AreANumberOrALabel) {
  EXPECT_THAT(read(cache_question(), "2").options, ElementsAre("o2"));
  EXPECT_THAT(read(cache_question(), " sqlite file cache\n").options, ElementsAre("o3"));
  EXPECT_THAT(refused(cache_question(), "7"), HasSubstr("no option"));
}

TEST(Words, OfTheirOwnAreTakenAsTheyAre) {
  EXPECT_EQ(read(cache_question(), "Redis, but keep it optional").text,
            "Redis, but keep it optional");
  View writing;
  writing.writing = Writing{0, ""};
  EXPECT_EQ(read(cache_question(), "2", writing).text, "2") << "they said that words come";
}

TEST(Words, NeverAllowByThemselves) {
  EXPECT_THAT(refused(permission_to_run("make"), "yes"), HasSubstr("Allow once"));
  EXPECT_THAT(refused(permission_to_run("make"), "sure, go on"), HasSubstr("no option"));
  EXPECT_THAT(read(permission_to_run("make"), "allow once").options, ElementsAre("allow"));
}

TEST(Words, GoWithADenial) {
  const QuestionAnswer answer = read(permission_to_run("make"), "deny use pnpm instead");
  EXPECT_THAT(answer.options, ElementsAre("deny"));
  EXPECT_EQ(answer.text, "use pnpm instead");
  View writing;
  writing.writing = Writing{0, "deny"};
  EXPECT_EQ(read(permission_to_run("make"), "allow", writing).text, "allow");
  EXPECT_THAT(read(permission_to_run("make"), "allow", writing).options, ElementsAre("deny"));
}

TEST(Words, BesideTicksGoTogether) {
  Dialog dialog = cache_question();
  dialog.content.questions[0].multi_select = true;
  EXPECT_THAT(read(dialog, "1,3").options, ElementsAre("o1", "o3"));
  View view;
  view.ticked["q1"] = {"o1"};
  view.writing = Writing{0, ""};
  const QuestionAnswer both = read(dialog, "and a CDN", view);
  EXPECT_THAT(both.options, ElementsAre("o1"));
  EXPECT_EQ(both.text, "and a CDN");
}

}  // namespace
}  // namespace afar::telegram
