// Goal: what people type in a chat means the same everywhere, and never becomes an option by
// accident. Method: tables of texts.
#include "daemon/surfaces/typed.h"

#include <gmock/gmock.h>

namespace afar {
namespace {

using ::testing::ElementsAre;

Question caches() {
  Question question;
  question.id = "q1";
  question.text = "Which cache?";
  question.options = {{"o1", "Redis", "", "", false}, {"o2", "SQLite file cache", "", "", true}};
  return question;
}

QuestionAnswer typed(const Question& question, const std::string& text) {
  const auto read = read_typed(question, text);
  if (const auto* answer = std::get_if<QuestionAnswer>(&read)) return *answer;
  ADD_FAILURE() << std::get<NotTyped>(read).why;
  return {};
}

TEST(Typed, ANameStandsBeforeTheWords) {
  EXPECT_EQ(read_named("tbxkq 2")->words, "2");
  EXPECT_EQ(read_named("  TBXKQ:  use pnpm\nplease ")->words, "use pnpm\nplease ");
  EXPECT_EQ(read_named("Tbxkq")->id, "tbxkq");
  EXPECT_FALSE(read_named("hello world"));  // an l is in no name
  EXPECT_FALSE(read_named("tbxkqs 2"));
  EXPECT_FALSE(read_named(""));
}

TEST(Typed, NumbersAndLabelsAreChoices) {
  EXPECT_THAT(typed(caches(), "2").options, ElementsAre("o2"));
  EXPECT_THAT(typed(caches(), " redis ").options, ElementsAre("o1"));
  EXPECT_THAT(typed(caches(), "sqlite FILE cache").options, ElementsAre("o2"));
}

TEST(Typed, OtherWordsAreTheirOwnAnswerByteForByte) {
  const QuestionAnswer answer = typed(caches(), " keep  Redis\nfor now ");
  EXPECT_EQ(answer.text, " keep  Redis\nfor now ");
  EXPECT_TRUE(answer.options.empty());
}

TEST(Typed, ANumberThatIsNoOptionIsNoAnswer) {
  for (const std::string text : {"7", "1,3", "0"}) {
    EXPECT_TRUE(std::holds_alternative<NotTyped>(read_typed(caches(), text))) << text;
  }
}

TEST(Typed, WordsGoWithADeny) {
  Question question = caches();
  question.allow_free_text = false;
  question.options = {{"allow", "Allow once", "", "", false}, {"deny", "Deny", "", "", false}};
  const QuestionAnswer answer = typed(question, "deny use pnpm instead");
  EXPECT_THAT(answer.options, ElementsAre("deny"));
  EXPECT_EQ(answer.text, "use pnpm instead");
  EXPECT_TRUE(std::holds_alternative<NotTyped>(read_typed(question, "allow it please")));
}

}  // namespace
}  // namespace afar
