// Goal: where people are in a card survives us, and the next question is the right one.
#include "daemon/surfaces/telegram/view.h"

#include <gtest/gtest.h>

#include "tests/unit/telegram/sample.h"

namespace afar::telegram {
namespace {

TEST(Handle, IsReadBackAsItWas) {
  CardHandle handle;
  ChatCard& chat = handle.chats[-1001234567890];
  chat.messages = {7, 9};
  chat.revision = 3;
  chat.file_sent = true;
  chat.view.at = 2;
  chat.view.skipped = {"q3"};
  chat.view.ticked["q1"] = {"o1", "o2"};
  chat.view.writing = Writing{1, "deny"};
  handle.chats[1001].gave_up = "Forbidden: bot was blocked by the user";
  EXPECT_EQ(handle_from(to_text(handle)), handle);
}

TEST(Handle, ThatCannotBeReadIsACardThatNobodyHasSeen) {
  for (const std::string text : {"", "{", "[]", "{\"chats\":{\"x\":{}}}", "{\"chats\":[1]}"}) {
    EXPECT_EQ(handle_from(text), CardHandle{}) << text;
  }
}

TEST(CurrentQuestion, IsTheFirstWithoutAnAnswer) {
  Dialog dialog = dialog_of(
      {question("q1", "A?", {"a"}), question("q2", "B?", {"b"}), question("q3", "C?", {"c"})});
  View view;
  EXPECT_EQ(current_question(dialog, view), 0u);
  dialog.answers.questions["q1"].options = {"o1"};
  EXPECT_EQ(current_question(dialog, view), 1u);
  dialog.content.questions[1].required = false;
  view.skipped = {"q2"};
  EXPECT_EQ(current_question(dialog, view), 2u);
  view.at = 0;
  EXPECT_EQ(current_question(dialog, view), 0u);
  view.at = 17;
  EXPECT_EQ(current_question(dialog, view), 2u);
  EXPECT_FALSE(current_question(dialog_of({}), view));
}

TEST(CurrentQuestion, PassesOverTheOneThatOnlyDeclines) {
  Dialog dialog =
      dialog_of({question("q1", "A?", {"a"}), question("action", "Or decline?", {"no"})});
  auto& decline = dialog.content.questions[1];
  decline.required = false;
  decline.allow_free_text = false;
  decline.options[0].closes = true;
  dialog.answers.questions["q1"].options = {"o1"};
  EXPECT_EQ(current_question(dialog, {}), 0u);
  EXPECT_EQ(step_of(dialog, 0).of, 1u);
}

}  // namespace
}  // namespace afar::telegram
