// Goal: a card says all that is needed to decide, in one message, whatever is asked. Method: one
// dialog of each kind, and texts far over every limit.
#include "daemon/surfaces/telegram/card_text.h"

#include <gmock/gmock.h>

#include "tests/unit/telegram/sample.h"

namespace afar::telegram {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const WallTime kNow{std::chrono::hours(500'000)};

Outcome by_ann(const std::string& surface) {
  Outcome outcome;
  outcome.state = OutcomeState::kAnswered;
  outcome.by = {Decider::Kind::kPerson, "ann", surface, ""};
  outcome.at = kNow;
  return outcome;
}

CardText card(const Dialog& dialog, const View& view = {}, const std::string& url = "") {
  CardText made = card_text(dialog, view, url, kNow);
  EXPECT_LE(made.text.units(), kTextUnitsMax);
  std::size_t end = 0;
  for (const auto& mark : made.text.marks()) {
    EXPECT_GE(mark.offset, end) << "marks stand in order, none in another";
    EXPECT_GT(mark.length, 0u);
    end = mark.offset + mark.length;
  }
  EXPECT_LE(end, made.text.units());
  EXPECT_LE(made.text.marks().size(), 100u);
  return made;
}

// The marked parts of a type; the sample texts in question are ASCII up to there.
std::string marked(const CardText& card, const std::string& type) {
  for (const auto& mark : card.text.marks()) {
    if (mark.type != type) continue;
    std::size_t bytes = 0;
    while (units_of(card.text.text().substr(0, bytes)) < mark.offset) ++bytes;
    return card.text.text().substr(bytes, mark.length);
  }
  return "";
}

TEST(CardText, AsksAQuestion) {
  const CardText text = card(cache_question());
  EXPECT_EQ(text.text.text(),
            "🔵 claude-code · shop-api · 0f3a2b1c tbxkq\n\n"
            "Cache — Which approach do you prefer?\n"
            "1. Redis-based cache — shared between workers\n"
            "2. In-memory with LRU\n"
            "3. SQLite file cache (recommended)");
  EXPECT_FALSE(text.cut);
  EXPECT_EQ(dialog_named_in(text.text.text()), "tbxkq");
}

TEST(CardText, QuotesWhatTheAgentSaidBefore) {
  Dialog dialog = cache_question();
  dialog.content.context = "I looked at the cache.";
  const CardText text = card(dialog);
  EXPECT_EQ(marked(text, "expandable_blockquote"), "I looked at the cache.");
  dialog.content.context = std::string(5000, 'x') + " the end";
  EXPECT_THAT(card(dialog).text.text(), HasSubstr("x the end"));
  EXPECT_FALSE(card(dialog).cut) << "the last words are enough";
}

TEST(CardText, SaysWhichOfSeveralQuestionsItIsAndWhatWasChosen) {
  Dialog dialog = dialog_of(
      {question("q1", "Which color?", {"Red", "Blue"}), question("q2", "Which size?", {"S", "L"})});
  EXPECT_THAT(card(dialog).text.text(), HasSubstr("1 of 2 Which color?"));
  dialog.answers.questions["q1"].options = {"o2"};
  const std::string second = card(dialog).text.text();
  EXPECT_THAT(second, HasSubstr("2 of 2 Which size?"));
  EXPECT_THAT(second, HasSubstr("✓ Which color?: Blue"));
  View back;
  back.at = 0;
  EXPECT_THAT(card(dialog, back).text.text(), HasSubstr("1 of 2 Which color?"));
}

TEST(CardText, ShowsThePermissionsCommandFirstAndWhole) {
  Dialog dialog = permission_to_run("npm test -- --watch=false");
  dialog.content.context = "I run the tests.";
  const CardText text = card(dialog);
  EXPECT_EQ(marked(text, "pre"), "npm test -- --watch=false");
  EXPECT_THAT(
      text.text.text(),
      StartsWith("🔐 claude-code · shop-api · 0f3a2b1c tbxkq\n\nnpm test -- --watch=false\n"));
  EXPECT_FALSE(text.cut);
}

TEST(CardText, CutsACommandThatHasNoRoomInItsMiddleAndSaysSo) {
  Dialog dialog = permission_to_run("start " + std::string(6000, 'x') + " rm -rf /the/end");
  dialog.content.context = std::string(3000, 'c');
  const CardText text = card(dialog);
  EXPECT_TRUE(text.cut);
  EXPECT_THAT(text.text.text(), HasSubstr("start xxx"));
  EXPECT_THAT(text.text.text(), HasSubstr("characters left out"));
  EXPECT_THAT(text.text.text(), HasSubstr("x rm -rf /the/end"));
  EXPECT_THAT(whole_text(dialog), HasSubstr(std::string(6000, 'x')));
}

TEST(CardText, HidesNothingOfACommandBehindMarksOfDirection) {
  const CardText text = card(permission_to_run("echo \u202egnirts \x1b[2K"));
  EXPECT_THAT(text.text.text(), HasSubstr("echo \\u202egnirts \\x1b[2K"));
}

TEST(CardText, StaysWithinAMessageWhateverIsAsked) {
  for (const std::string letter : {"x", "😀", "`", "\n", "_*[]()~>#+-=|{}.!<b>&amp;"}) {
    std::string big;
    while (big.size() < 20'000) big += letter;
    Dialog dialog = dialog_of({});
    for (int i = 0; i < 4; ++i) {
      Question asked = question("q" + std::to_string(i), big, {});
      asked.header = big;
      for (int j = 0; j < 40; ++j)
        asked.options.push_back({"o" + std::to_string(j), big, big, big, true});
      dialog.content.questions.push_back(asked);
    }
    dialog.content.title = big;
    dialog.content.body = big;
    dialog.content.context = big;
    dialog.origin.project = big;
    EXPECT_TRUE(card(dialog, {}, "https://box.example/#tbxkq").cut);
    EXPECT_EQ(dialog_named_in(card(dialog).text.text()), "tbxkq");
    dialog.state = DialogState::kAnswered;
    dialog.outcome = by_ann("web");
    dialog.answers.questions["q1"].text = big;
    card(dialog);
  }
}

TEST(CardText, SaysHowItEndedAndByWhom) {
  Dialog dialog = cache_question();
  dialog.state = DialogState::kAnswered;
  dialog.answers.questions["q1"].options = {"o3"};
  dialog.outcome = by_ann("telegram");
  const std::string text = card(dialog).text.text();
  EXPECT_THAT(text, StartsWith("⚪ "));
  EXPECT_THAT(text, HasSubstr("Which approach do you prefer?"));
  EXPECT_THAT(text, HasSubstr("✅ SQLite file cache — ann, Telegram, "));
  EXPECT_THAT(text, Not(HasSubstr("Redis")));
}

TEST(CardText, AsksForWordsWhereNoButtonSaysThem) {
  Dialog dialog = dialog_of({question("q1", "Your name?", {})}, DialogKind::kElicitation);
  EXPECT_THAT(card(dialog).text.text(),
              HasSubstr("✏️ Reply to this message with your answer."));
  View writing;
  writing.writing = Writing{0, "deny"};
  EXPECT_THAT(card(permission_to_run("x"), writing).text.text(),
              HasSubstr("Allow this call of Bash?"));
  EXPECT_THAT(card(permission_to_run("x"), writing).text.text(), HasSubstr("your words (Deny)"));
}

TEST(DialogNamedIn, IsTheLastWordOfTheFirstLine) {
  EXPECT_EQ(dialog_named_in("All of it. tbxkq"), "tbxkq");
  EXPECT_EQ(dialog_named_in("tbxkq"), "tbxkq");
  EXPECT_EQ(dialog_named_in("Hello, friends\ntbxkq"), "");
  EXPECT_EQ(dialog_named_in(""), "");
}

}  // namespace
}  // namespace afar::telegram
