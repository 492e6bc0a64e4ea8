// Goal: a card says who asks and how it ended, the same on every surface. Method: one dialog
// through every end.
#include "daemon/surfaces/card_words.h"

#include <gmock/gmock.h>

#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

class CardWords : public CliTest {};  // for its time zone

TEST_F(CardWords, SayWhoAsks) {
  Dialog dialog = sample_dialog();
  dialog.origin.session = "0f3a2b1c-8d2e-4c55-9a01-000000000000";
  dialog.origin.subagent = "explorer";
  EXPECT_EQ(who_asks_line(dialog), "claude-code · shop-api · 0f3a2b1c · subagent explorer");
}

TEST_F(CardWords, SayHowItEnded) {
  const WallTime now = test_now();
  EXPECT_EQ(ending_line(sample_dialog(), now), "");
  Dialog dialog = answered(sample_dialog(), {"o3"});
  EXPECT_EQ(ending_line(dialog, now), "✅ SQLite file cache — ann, Telegram, 14:02");
  dialog.outcome->delivery = Delivery::kStale;
  EXPECT_EQ(ending_line(dialog, now),
            "⌛ stale: the session moved on; SQLite file cache — ann, Telegram, 14:02");
  dialog.outcome->by = {Decider::Kind::kTerminal, "", "terminal", ""};
  EXPECT_EQ(ending_line(dialog, now), "💻 answered in the terminal: SQLite file cache");
  dialog.state = DialogState::kDefaulted;
  dialog.outcome->by = {Decider::Kind::kPolicy, "", "", "night"};
  EXPECT_EQ(ending_line(dialog, now), "⏱ default: SQLite file cache — rule \"night\"");
  dialog.state = DialogState::kDenied;
  EXPECT_EQ(ending_line(dialog, now), "⏱ nobody answered: refused — rule \"night\"");
  dialog.state = DialogState::kLeft;
  EXPECT_EQ(ending_line(dialog, now), "💻 left to the terminal");
  dialog.outcome->by = {Decider::Kind::kAgent, "claude-code", "", ""};
  EXPECT_EQ(ending_line(dialog, now), "💤 its agent is gone");
  dialog.state = DialogState::kCancelled;
  dialog.outcome->by = {Decider::Kind::kPerson, "ann", "web", ""};
  EXPECT_EQ(ending_line(dialog, now), "🚫 cancelled — ann, web page, 14:02");
  dialog.state = DialogState::kExpired;
  EXPECT_EQ(ending_line(dialog, now), "⌛ expired: nobody answered");
}

TEST_F(CardWords, StayOnOneLineWhateverThePersonWrote) {
  Dialog dialog = answered(sample_dialog(), {});
  dialog.answers.questions["q1"].text = "one\ntwo\x1b[2J";
  const std::string line = ending_line(dialog, test_now());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace afar::cli
