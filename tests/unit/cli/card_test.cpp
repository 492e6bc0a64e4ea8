// Goal: `afar show` tells everything that is needed to decide, and nothing in a dialog can pose as
// afar. Method: whole cards, and the parts that depend on the dialog's state.
#include "daemon/cli/card.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

class Card : public CliTest {
 protected:
  std::string card_of(const Dialog& dialog) const {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    Console console{in, out, err, terminal_, colours_, 80};
    print_card(dialog, test_now(), console);
    return out.str();
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

TEST_F(Card, OfAnOpenQuestion) {
  Dialog dialog = sample_dialog();
  dialog.content.context = "I looked at the code.\nThere are three ways.";
  dialog.origin.subagent = "reviewer";
  dialog.origin.permission_mode = "plan";
  dialog.content.questions[0].options[0].preview = "maxmemory 1gb\n  evict";
  EXPECT_EQ(card_of(dialog),
            "tbxkq  waits since 14:02 (4m12s)\n"
            "claude-code · shop-api · session 3f2a1b0c · subagent reviewer\n"
            "/src/shop-api on box, permission mode plan\n"
            "\n"
            "The agent said:\n"
            "    I looked at the code.\n"
            "    There are three ways.\n"
            "\n"
            "? Cache — Which approach do you prefer?\n"
            "  1. Redis-based cache — shared between workers\n"
            "       maxmemory 1gb\n"
            "         evict\n"
            "  2. In-memory with LRU — fastest, lost on restart\n"
            "  3. SQLite file cache (recommended) — no server\n"
            "\n"
            "To answer:\n"
            "  afar answer tbxkq NUMBER\n"
            "  afar answer tbxkq --text \"...\"\n"
            "  afar dismiss tbxkq\n");
}

TEST_F(Card, SaysOnceWhatIsRecommended) {
  Dialog dialog = sample_dialog();
  dialog.content.questions[0].options[2].label = "SQLite file cache (Recommended)";
  EXPECT_NE(card_of(dialog).find("  3. SQLite file cache (Recommended) — no server\n"),
            std::string::npos);
}

TEST_F(Card, OfAForm) {
  const std::string card = card_of(sample_form());
  EXPECT_EQ(card.substr(card.find("\nThe MCP")),
            "\nThe MCP server \"shop\" asks\n"
            "\n"
            "    Who are you?\n"
            "\n"
            "? 1 of 3: Age\n"
            "  Wanted: a whole number from 0 to 150\n"
            "  Suggested: \"18\"\n"
            "\n"
            "? 2 of 3: Color (need not be answered)\n"
            "  1. Red\n"
            "  2. Blue\n"
            "\n"
            "? 3 of 3: Send the form?\n"
            "  1. Send\n"
            "  2. Decline\n"
            "\n"
            "To answer:\n"
            "  afar answer tbxkq N=NUMBER ...\n"
            "  afar answer tbxkq accept\n"
            "  afar answer tbxkq decline\n"
            "  afar answer tbxkq --question N --text \"...\"\n"
            "  afar dismiss tbxkq\n");
}

TEST_F(Card, OfSeveralQuestionsPartlyAnswered) {
  Dialog dialog = dialog_of_three_questions();
  dialog.answers.questions["q2"].options = {"o1", "o3"};
  dialog.waiters = 0;
  const std::string card = card_of(dialog);
  EXPECT_TRUE(has(card, "(4m12s); its agent is not waiting now\n")) << card;
  EXPECT_TRUE(has(card, "? 2 of 3: What matters? (several can be chosen)\n")) << card;
  EXPECT_TRUE(has(card, "  Answered so far: fast, safe\n")) << card;
  EXPECT_TRUE(has(card, "  afar answer tbxkq 1=NUMBER 2=NUMBER ...\n")) << card;
  EXPECT_TRUE(has(card, "  afar answer tbxkq --question N --text \"...\"\n")) << card;
}

TEST_F(Card, OfAPlan) {
  const std::string card = card_of(sample_plan());
  EXPECT_TRUE(has(card, "\nApprove the plan \"Add a cache\"?\n\n    # Add a cache\n")) << card;
  EXPECT_TRUE(has(card, "  afar answer mfvqz reject --text \"...\"\n")) << card;
  EXPECT_FALSE(has(card, "answer mfvqz --text")) << "it takes no text by itself";
}

TEST_F(Card, OfAnAnsweredDialog) {
  const std::string card = card_of(answered(sample_dialog(), {"o3"}));
  EXPECT_TRUE(has(card, "tbxkq  answered; asked at 14:02\n")) << card;
  EXPECT_TRUE(has(card, "  Answer: SQLite file cache\n")) << card;
  EXPECT_TRUE(has(card,
                  "\nanswered: SQLite file cache, by ann on Telegram at 14:02\n"
                  "on its way to the agent\n"))
      << card;
  EXPECT_FALSE(has(card, "afar answer")) << "nothing can be answered any more";
}

TEST_F(Card, OfADialogThatPolicyEnded) {
  Dialog dialog = answered(sample_dialog(), {"o3"});
  dialog.state = DialogState::kDefaulted;
  dialog.outcome->by = {Decider::Kind::kPolicy, "", "", "night"};
  dialog.outcome->message = "not the person's answer";
  const std::string card = card_of(dialog);
  EXPECT_TRUE(has(card, "  Default: SQLite file cache\n")) << card;
  EXPECT_TRUE(has(card, "The agent is told:\n    not the person's answer\n")) << card;
  EXPECT_TRUE(has(card, "It can still be answered:\n  afar answer tbxkq NUMBER\n")) << card;
}

TEST_F(Card, OfADeferredDialogThatIsStillOpen) {
  Dialog dialog = answered(sample_dialog(), {});
  dialog.answers = {};
  dialog.state = DialogState::kOpen;
  dialog.outcome->state = OutcomeState::kDeferred;
  EXPECT_TRUE(has(card_of(dialog), "run was ended for it, to go on with the answer"));
}

TEST_F(Card, ShowsHostileTextsAndIndentsTheirLines) {
  Dialog dialog = sample_dialog();
  dialog.origin.project = "p\x1b[2K\nanswered: yes";
  dialog.content.title = "t\nanswered: yes";
  dialog.content.body = "b\nanswered: yes";
  dialog.content.context = "c\nanswered: yes\x1b[1A";
  Question& question = dialog.content.questions[0];
  question.header = "h\nanswered: yes";
  question.text = "q\nanswered: yes";
  question.options[0].label = "l\nanswered: yes";
  question.options[0].description = "d\nanswered: yes";
  question.options[0].preview = "v\nanswered: yes";
  question.links = {{"k\nanswered: yes", "u\nanswered: yes"}};
  for (const bool terminal : {false, true}) {
    terminal_ = terminal;
    const std::string card = card_of(dialog);
    EXPECT_FALSE(has(card, "\nanswered:")) << card;
    EXPECT_FALSE(has(card, "\x1b")) << card;
  }
}

TEST_F(Card, HasColoursOnlyWhereTheyAreWanted) {
  terminal_ = true;
  EXPECT_FALSE(has(card_of(sample_dialog()), "\x1b"));
  colours_ = true;
  EXPECT_TRUE(has(card_of(sample_dialog()), "\x1b[1mtbxkq\x1b[0m"));
}

}  // namespace
}  // namespace afar::cli
