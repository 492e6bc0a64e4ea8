#include "shared/dialog/dialog.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace afar {
namespace {

TEST(DialogTest, AnIdIsFiveSmallLettersWithoutL) {
  for (const char* id : {"tbxkq", "aaaaa", "zzzzz", "abcde"}) {
    EXPECT_TRUE(looks_like_dialog_id(id)) << id;
  }
  for (const char* id : {"", "tbxk", "tbxkqq", "tbxkl", "lllll", "Tbxkq", "tbxk1", "tbxk ", "tb kq",
                         "tbxk\n", "tb-kq", "\xC3\xA9\xC3\xA9z", "'; --"}) {
    EXPECT_FALSE(looks_like_dialog_id(id)) << id;
  }
  EXPECT_FALSE(looks_like_dialog_id(std::string_view("tbxk\0", 5)));
}

template <typename Enum, typename From>
void expect_words(std::initializer_list<Enum> values, From from) {
  std::set<std::string_view> words;
  for (const Enum value : values) {
    const auto word = to_word(value);
    EXPECT_FALSE(word.empty());
    EXPECT_TRUE(words.insert(word).second) << word << " stands for two values";
    EXPECT_EQ(from(word), value) << word;
  }
  for (const char* unknown : {"", "Open", "open ", "nothing"}) EXPECT_FALSE(from(unknown));
}

TEST(DialogTest, EveryValueHasAWordOfItsOwnThatIsReadBack) {
  expect_words({DialogKind::kUserQuestion, DialogKind::kPlanApproval, DialogKind::kPlanEntry,
                DialogKind::kPermission, DialogKind::kElicitation},
               dialog_kind_from);
  expect_words(
      {DialogState::kOpen, DialogState::kAnswered, DialogState::kDefaulted, DialogState::kDenied,
       DialogState::kLeft, DialogState::kCancelled, DialogState::kExpired},
      dialog_state_from);
  expect_words({OutcomeState::kAnswered, OutcomeState::kDefaulted, OutcomeState::kDenied,
                OutcomeState::kDeferred, OutcomeState::kLeft, OutcomeState::kCancelled,
                OutcomeState::kExpired},
               outcome_state_from);
  expect_words({Decider::Kind::kPerson, Decider::Kind::kPolicy, Decider::Kind::kTerminal,
                Decider::Kind::kAgent},
               decider_kind_from);
  expect_words({Delivery::kNone, Delivery::kPending, Delivery::kDelivered, Delivery::kUndelivered,
                Delivery::kStale},
               delivery_from);
}

TEST(DialogTest, ADeferredDialogStaysOpenAndTheRestEndsAsItSays) {
  EXPECT_EQ(state_after(OutcomeState::kDeferred), DialogState::kOpen);
  EXPECT_EQ(state_after(OutcomeState::kAnswered), DialogState::kAnswered);
  EXPECT_EQ(state_after(OutcomeState::kLeft), DialogState::kLeft);
  EXPECT_EQ(state_after(OutcomeState::kExpired), DialogState::kExpired);
}

TEST(DialogTest, QuestionsAndOptionsAreFoundById) {
  Content content;
  content.questions.resize(2);
  content.questions[0].id = "q1";
  content.questions[1].id = "q2";
  content.questions[1].options = {{"o1", "A", "", "", false}, {"o2", "B", "", "", false}};
  ASSERT_NE(content.find_question("q2"), nullptr);
  EXPECT_EQ(content.find_question("q2")->find_option("o2")->label, "B");
  EXPECT_EQ(content.find_question("q3"), nullptr);
  EXPECT_EQ(content.questions[0].find_option("o1"), nullptr);
  EXPECT_EQ(content.questions[1].find_option("B"), nullptr);
}

}  // namespace
}  // namespace afar
