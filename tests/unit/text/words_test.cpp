// Goal: people read who decided what, where and when. Method: one dialog through every way to end.
#include "daemon/text/words.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

class Words : public CliTest {};  // for its time zone

Dialog ended(DialogState state, Decider by) {
  Dialog dialog = answered(sample_dialog(), {});
  dialog.answers = {};
  dialog.state = state;
  dialog.outcome->by = std::move(by);
  return dialog;
}

TEST_F(Words, SayHowADialogEnded) {
  const WallTime now = test_now();
  EXPECT_EQ(outcome_in_words(sample_dialog(), now), "open");
  EXPECT_EQ(outcome_in_words(answered(sample_dialog(), {"o3"}), now),
            "answered: SQLite file cache, by ann on Telegram at 14:02");
  Dialog defaulted = ended(DialogState::kDefaulted, {Decider::Kind::kPolicy, "", "", "night"});
  defaulted.answers.questions["q1"].options = {"o3"};
  EXPECT_EQ(outcome_in_words(defaulted, now),
            "defaulted: SQLite file cache, by the rule \"night\" at 14:02");
  EXPECT_EQ(outcome_in_words(
                ended(DialogState::kDenied, {Decider::Kind::kPolicy, "", "", "built-in"}), now),
            "denied, by the built-in rule at 14:02");
  EXPECT_EQ(outcome_in_words(
                ended(DialogState::kLeft, {Decider::Kind::kPolicy, "", "", "built-in"}), now),
            "left to the terminal, by the built-in rule at 14:02");
  EXPECT_EQ(outcome_in_words(ended(DialogState::kLeft, {Decider::Kind::kAgent, "", "", ""}), now),
            "left: its agent was gone at 14:02");
  EXPECT_EQ(outcome_in_words(
                ended(DialogState::kCancelled, {Decider::Kind::kPerson, "", "cli", ""}), now),
            "cancelled, on the command line at 14:02");
  Dialog terminal = ended(DialogState::kAnswered, {Decider::Kind::kTerminal, "", "terminal", ""});
  terminal.answers.questions["q1"].options = {"o1"};
  EXPECT_EQ(outcome_in_words(terminal, now),
            "answered: Redis-based cache, in the terminal at 14:02");
}

TEST_F(Words, SayWhoWasFirst) {
  const WallTime now = test_now();
  EXPECT_EQ(ended_already(answered(sample_dialog(), {"o3"}), now),
            "tbxkq is answered already: SQLite file cache, by ann on Telegram at 14:02.");
  EXPECT_EQ(ended_already(
                ended(DialogState::kCancelled, {Decider::Kind::kPerson, "ann", "web", ""}), now),
            "tbxkq is cancelled already, by ann on the web page at 14:02.");
  Dialog expired = sample_dialog();
  expired.state = DialogState::kExpired;
  expired.expires_at = at_14_02();
  EXPECT_EQ(ended_already(expired, now), "tbxkq expired at 14:02.");
}

TEST_F(Words, NameAnAnswer) {
  const Dialog dialog = dialog_of_three_questions();
  Answer answer;
  EXPECT_EQ(answer_in_words(dialog.content, answer), "");
  answer.questions["q2"] = {{"o1", "o2"}, "and\nmore", "soon"};
  EXPECT_EQ(answer_in_words(dialog.content, answer),
            "2: fast, small, cheap, \"and ⏎ more\" (note: \"soon\")");
  answer.questions["q1"].options = {"o1"};
  EXPECT_EQ(answer_in_words(dialog.content, answer).rfind("1: Redis-based cache; 2: fast", 0), 0u);
  Answer reply;
  reply.response = "as you like";
  EXPECT_EQ(answer_in_words(dialog.content, reply), "\"as you like\"");
}

TEST_F(Words, ShowHostileNames) {
  EXPECT_EQ(decider_in_words({Decider::Kind::kPerson, "an\x1bn", "te\x07le", ""}),
            "by an\\x1bn on te\\x07le");
  EXPECT_EQ(decider_in_words({Decider::Kind::kPolicy, "", "", "a\nb"}), "by the rule \"a ⏎ b\"");
}

}  // namespace
}  // namespace afar::cli
