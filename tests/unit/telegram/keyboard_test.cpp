// Goal: each step of a dialog has the buttons that it needs, and a tap says what was meant. Method:
// the rows of each kind, as a person reads them.
#include "daemon/surfaces/telegram/keyboard.h"

#include <gmock/gmock.h>

#include "tests/unit/telegram/sample.h"

namespace afar::telegram {
namespace {

using ::testing::ElementsAre;

const std::string kNonce = "AbCdEfGh12345678";

std::vector<std::string> labels(const Dialog& dialog, const View& view = {}) {
  std::vector<std::string> all;
  for (const auto& row : keyboard_of(dialog, view, kNonce)) {
    std::string line;
    for (const auto& button : row) {
      line += (line.empty() ? "" : " | ") + button.text;
      EXPECT_LE(button.data.size(), 64u);
      const auto read = read_tap(button.data);
      EXPECT_TRUE(read && read->nonce == kNonce) << button.data;
    }
    all.push_back(line);
  }
  return all;
}

TEST(Keyboard, HasOneButtonForEachOption) {
  EXPECT_THAT(labels(cache_question()), ElementsAre("1. Redis-based cache", "2. In-memory with LRU",
                                                    "★ 3. SQLite file cache", "✏️ Other"));
}

TEST(Keyboard, SaysRecommendedOnce) {
  Dialog dialog = cache_question();
  dialog.content.questions[0].options[2].label = "SQLite (Recommended)";
  EXPECT_EQ(labels(dialog).at(2), "★ 3. SQLite");
}

TEST(Keyboard, TicksOfSeveral) {
  Dialog dialog = cache_question();
  dialog.content.questions[0].multi_select = true;
  View view;
  view.ticked["q1"] = {"o2"};
  EXPECT_THAT(labels(dialog, view),
              ElementsAre("☐ 1. Redis-based cache", "☑ 2. In-memory with LRU",
                          "☐ ★ 3. SQLite file cache", "Done (1)", "✏️ Other"));
  const auto rows = keyboard_of(dialog, view, kNonce);
  EXPECT_EQ(read_tap(rows[0][0].data)->tap, (Tap{Act::kTick, 0, 0}));
  EXPECT_EQ(read_tap(rows[1][0].data)->tap, (Tap{Act::kUntick, 0, 1}));
}

TEST(Keyboard, GoesBackFromTheSecondQuestionOn) {
  Dialog dialog = dialog_of({question("q1", "A?", {"a"}), question("q2", "B?", {"b"})});
  EXPECT_THAT(labels(dialog), ElementsAre("1. a", "✏️ Other"));
  dialog.answers.questions["q1"].options = {"o1"};
  EXPECT_THAT(labels(dialog), ElementsAre("1. b", "✏️ Other", "◀ back"));
}

TEST(Keyboard, OfAPermissionAsksForTheReasonOfADenial) {
  const Dialog dialog = permission_to_run("make");
  EXPECT_THAT(labels(dialog),
              ElementsAre("Allow once", "Always: Bash(npm test:*)", "Deny…", "Deny and stop"));
  View writing;
  writing.writing = Writing{0, "deny"};
  EXPECT_THAT(labels(dialog, writing), ElementsAre("◀ back | Deny without words"));
}

TEST(Keyboard, OfAPlanCanBeRejectedWithAndWithoutWords) {
  Dialog dialog = dialog_of({question("q1", "Approve the plan?", {})}, DialogKind::kPlanApproval);
  auto& asked = dialog.content.questions[0];
  asked.allow_free_text = false;
  asked.options = {{"accept", "Approve", "", "", false},
                   {"accept_edits", "Approve, accept edits", "", "", false},
                   {"accept_with_feedback", "Approve, with feedback", "", "", false},
                   {"reject", "Say what to change", "", "", false}};
  EXPECT_THAT(labels(dialog),
              ElementsAre("Approve", "Approve, accept edits", "Approve, with feedback…",
                          "Say what to change…", "Reject"));
  View writing;
  writing.writing = Writing{0, "accept_with_feedback"};
  EXPECT_THAT(labels(dialog, writing), ElementsAre("◀ back")) << "approving has its own button";
}

TEST(Keyboard, OfAFormSkipsSuggestsAndDeclines) {
  Dialog dialog = dialog_of({question("q1", "Name?", {}), question("action", "Or decline?", {})},
                            DialogKind::kElicitation);
  auto& questions = dialog.content.questions;
  questions[0].required = false;
  questions[0].expects = Expected{};
  questions[0].expects->suggestion = "Bea";
  questions[1].required = false;
  questions[1].allow_free_text = false;
  questions[1].options = {{"decline", "Decline", "", "", false}};
  questions[1].options[0].closes = true;
  EXPECT_THAT(labels(dialog), ElementsAre("Use Bea", "Skip", "Decline"));
}

TEST(Keyboard, IsEmptyOnceItHasEnded) {
  Dialog dialog = cache_question();
  for (const auto state : {DialogState::kAnswered, DialogState::kDefaulted, DialogState::kLeft,
                           DialogState::kCancelled, DialogState::kExpired, DialogState::kDenied}) {
    dialog.state = state;
    EXPECT_TRUE(keyboard_of(dialog, {}, kNonce).empty());
  }
}

TEST(Keyboard, TakesNoMoreThanTheServiceDoes) {
  std::vector<std::string> many(500, std::string(300, 'x'));
  Dialog dialog = dialog_of({question("q1", "A?", many)});
  EXPECT_LE(labels(dialog).size(), 100u);
}

TEST(TapData, ReadsBackWhatItWrote) {
  for (const auto act : {Act::kChoose, Act::kTick, Act::kUntick, Act::kDone, Act::kWrite,
                         Act::kSuggest, Act::kSkip, Act::kBack}) {
    const Tap tap{act, 12, 345};
    const auto read = read_tap(tap_data(kNonce, tap));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->nonce, kNonce);
    EXPECT_EQ(read->tap, tap);
  }
}

TEST(TapData, IsNothingWhereItIsNotOurs) {
  for (const std::string data :
       {"", ":", "x", "AbCdEfGh12345678", "n:", "n:c", "n:c1", "n:c1.", "n:c.1", "n:c1.2x",
        "n:z1.2", "n:c-1.2", "n:c99999999999999999999999.1", ":c1.2"}) {
    EXPECT_FALSE(read_tap(data)) << data;
  }
  EXPECT_FALSE(read_tap(std::string(100, 'n') + ":c1.2"));
}

}  // namespace
}  // namespace afar::telegram
