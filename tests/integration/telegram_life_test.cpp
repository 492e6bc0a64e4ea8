// Goal: a card in Telegram lives as its dialog does: shown, partly answered, answered here or
// elsewhere, defaulted, cancelled, expired, late; and never says anything else. Method: the real
// hook and daemon, a strict stub of the Bot API, every kind of dialog.
#include <gmock/gmock.h>

#include "tests/integration/telegram_stage.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kRelease[] = "claude-code-2.1.332";

std::string text_of(const json& toast) { return toast.is_null() ? "" : toast.value("text", ""); }

using TelegramLifeTest = TelegramTest;

TEST_F(TelegramLifeTest, AQuestionIsShownAndAnsweredByATap) {
  start();
  Hook hook = ask();
  const std::string id = only_open();
  const json shown = card({"Which color?", id, "1. Red", "2. Blue"});
  EXPECT_THAT(shown.at("labels"), ElementsAre("1. Red", "2. Blue", "✏️ Other"));
  EXPECT_EQ(shown.at("link_preview_options").at("is_disabled"), true);
  EXPECT_EQ(text_of(stub_.tap(kAnn, kAnn, shown, "Blue")), "✅ " + id + ": Blue");
  EXPECT_EQ(told(hook), allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
  const json ended = stub_.wait(kAnn, {{"message_id", shown.at("message_id")}, {"buttons", 0}});
  EXPECT_THAT(ended.at("text").get<std::string>(), HasSubstr("✅ Blue — ann, Telegram, "));
  EXPECT_EQ(
      stage_.connect().get(id).at("outcome").at("by"),
      (json{{"kind", "person"}, {"name", "ann"}, {"surface", "telegram"}, {"rule", nullptr}}));
}

TEST_F(TelegramLifeTest, SeveralQuestionsGoStepByStepInTheSameMessage) {
  start();
  const Event event = captured(kRelease, "PreToolUse-four-partial.json");
  Hook hook = ask_with(event);
  const json first = card({"1 of 4", "Which color?"});
  const json same{{"message_id", first.at("message_id")}};
  const auto step = [&](const std::string& has) {
    json fits = same;
    fits["has"] = has;
    return stub_.wait(kAnn, fits);
  };
  EXPECT_EQ(text_of(stub_.tap(kAnn, kAnn, first, "1. Red")), "Noted.");
  json now = step("2 of 4");
  EXPECT_THAT(now.at("text").get<std::string>(), HasSubstr(": Red"));
  stub_.tap(kAnn, kAnn, now, "◀ back");
  now = step("1 of 4");
  stub_.tap(kAnn, kAnn, now, "2. Blue");
  now = step("2 of 4");
  EXPECT_THAT(now.at("text").get<std::string>(), HasSubstr(": Blue"));
  stub_.tap(kAnn, kAnn, now, "1. ");
  now = step("3 of 4");
  EXPECT_THAT(now.at("labels").at(0).get<std::string>(), HasSubstr("☐ "));
  stub_.tap(kAnn, kAnn, now, "☐ 2. ");
  json ticked = same;
  ticked["button"] = "Done (1)";
  now = stub_.wait(kAnn, ticked);
  stub_.tap(kAnn, kAnn, now, "☐ 3. ");
  ticked["button"] = "Done (2)";
  now = stub_.wait(kAnn, ticked);
  stub_.tap(kAnn, kAnn, now, "☑ 2. ");
  ticked["button"] = "Done (1)";
  now = stub_.wait(kAnn, ticked);
  stub_.tap(kAnn, kAnn, now, "Done");
  now = step("4 of 4");
  EXPECT_FALSE(hook.has_ended());
  stub_.tap(kAnn, kAnn, now, "✏️ Other");
  now = step("Reply to this message");
  stub_.say(kAnn, kAnn, "Not <b>yet</b> 😀 & _later_", now);
  const auto& questions = event.at("tool_input").at("questions");
  const std::string feature = questions.at(2).at("options").at(2).at("label").get<std::string>();
  EXPECT_EQ(
      told(hook),
      allowed_before(
          event, {{"Which color?", "Blue"},
                  {questions.at(1).at("question"), questions.at(1).at("options").at(0).at("label")},
                  {questions.at(2).at("question"), feature},
                  {questions.at(3).at("question"), "Not <b>yet</b> 😀 & _later_"}}));
  EXPECT_THAT(step("✅").at("text").get<std::string>(), HasSubstr("Not <b>yet</b> 😀 & _later_"));
}

TEST_F(TelegramLifeTest, APermissionShowsTheCommandFirstAndTakesTheReasonOfADenial) {
  start();
  Hook hook = ask_with(captured(kRelease, "PermissionRequest-bash-rule.json"));
  const json shown = card({"🔐", "Allow this call of Bash?"});
  const std::string command =
      captured(kRelease, "PermissionRequest-bash-rule.json").at("tool_input").at("command");
  EXPECT_THAT(shown.at("text").get<std::string>(), HasSubstr("\n\n" + command + "\n"));
  bool marked = false;
  for (const auto& mark : shown.at("entities")) marked = marked || mark.at("type") == "pre";
  EXPECT_TRUE(marked);
  EXPECT_THAT(shown.at("labels").at(0), "Allow once");
  EXPECT_THAT(shown.at("labels").at(1).get<std::string>(), HasSubstr("Always"));
  stub_.tap(kAnn, kAnn, shown, "Deny…");
  const json writing = card({"your words (Deny)"});
  EXPECT_THAT(writing.at("labels"), ElementsAre("◀ back", "Deny without words"));
  stub_.say(kAnn, kAnn, "yes, but use pnpm");
  EXPECT_THAT(told(hook), HasSubstr(R"("message":"yes, but use pnpm")"));
  card({"⚪", "Deny", "ann, Telegram"});
}

TEST_F(TelegramLifeTest, APermissionIsAllowedOnlyByItsOwnButtonOrLabel) {
  start();
  Hook hook = ask_with(captured(kRelease, "PermissionRequest-bash-rule.json"));
  const json shown = card({"Allow this call of Bash?"});
  stub_.say(kAnn, kAnn, "yes");
  stub_.wait(kAnn, {{"has", "Nothing changed"}});
  EXPECT_FALSE(hook.has_ended());
  stub_.tap(kAnn, kAnn, shown, "Allow once");
  EXPECT_THAT(told(hook), HasSubstr(R"("behavior":"allow")"));
}

TEST_F(TelegramLifeTest, APlanIsSentBackWithWhatToChange) {
  start();
  Hook hook = ask_with(captured(kRelease, "PermissionRequest-plan-ExitPlanMode.json"));
  const json shown = card({"📋"});
  EXPECT_THAT(shown.at("labels").at(0), "Approve");
  stub_.tap(kAnn, kAnn, shown, "Say what to change…");
  const json writing = card({"Reply to this message"});
  stub_.say(kAnn, kAnn, "tests first", writing);
  EXPECT_THAT(told(hook), HasSubstr("tests first"));
}

// What somebody does at each field of the form, until it is sent.
void fill_in(TelegramStub& stub, const json& now) {
  const std::string text = now.at("text");
  const auto asks = [&](const std::string& field) {
    return text.find(" of 13 " + field) != std::string::npos;
  };
  if (asks("Name")) {
    stub.say(1001, 1001, "Bea", now);
  } else if (asks("Age")) {
    stub.say(1001, 1001, "old", now);
    stub.wait(1001, {{"has", {"expected a whole number from 0 to 150", "Nothing changed"}}});
    stub.say(1001, 1001, "42", now);
  } else if (asks("Color")) {
    stub.tap(1001, 1001, now, "2. Blue one");
  } else {
    stub.tap(1001, 1001, now, text.find("Send the form?") != std::string::npos ? "Send" : "Skip");
  }
}

TEST_F(TelegramLifeTest, AFormIsFilledInFieldByFieldAndSent) {
  start();
  Hook hook = ask_with(captured(kRelease, "Elicitation-every-field.json"));
  json now = card({"📝", "1 of 13"});
  EXPECT_THAT(now.at("labels"), ElementsAre("Use Ann", "Decline"));
  for (int step = 1; step <= 13; ++step) {
    now = stub_.wait(
        kAnn, {{"message_id", now.at("message_id")}, {"has", std::to_string(step) + " of 13"}});
    fill_in(stub_, now);
  }
  EXPECT_THAT(told(hook),
              HasSubstr(R"("action":"accept","content":{"name":"Bea","age":42,"color":"blue"})"));
}

TEST_F(TelegramLifeTest, AFormIsDeclinedAtAnyField) {
  start();
  Hook hook = ask_with(captured(kRelease, "Elicitation-every-field.json"));
  const std::string id = only_open();
  stage_.connect().call("dialog.answer", {{"id", id}, {"answers", {{"q1", {{"text", "Bea"}}}}}});
  stub_.tap(kAnn, kAnn, card({"📝", "2 of 13"}), "Decline");
  EXPECT_THAT(told(hook), HasSubstr(R"("action":"decline")"));
}

TEST_F(TelegramLifeTest, AnsweredElsewhereTheCardSaysSo) {
  start();
  Hook hook = ask();
  const std::string id = only_open();
  const json shown = card({"Which color?"});
  stage_.connect().answer(id, {"o1"});
  const json ended = stub_.wait(kAnn, {{"message_id", shown.at("message_id")}, {"buttons", 0}});
  EXPECT_THAT(ended.at("text").get<std::string>(), HasSubstr("✅ Red — owner, "));
  told(hook);
}

TEST_F(TelegramLifeTest, ADefaultACancelAndALateAnswerAreSaid) {
  start([](json& config) {
    config["rules"] = json::array(
        {{{"name", "night"},
          {"when", {{"question", "color"}}},
          {"do",
           {{"mode", "block"}, {"wait", "2s"}, {"on_timeout", "default"}, {"default", "first"}}}}});
  });
  Hook defaulted = ask();
  const json shown = card({"Which color?"});
  const std::string id = shown.at("text").get<std::string>().substr(0, 200);
  EXPECT_THAT(told(defaulted), HasSubstr("Red"));
  const json ended = stub_.wait(kAnn, {{"message_id", shown.at("message_id")}, {"buttons", 0}});
  EXPECT_THAT(ended.at("text").get<std::string>(), HasSubstr("⏱ default: Red — rule \"night\""));
  // Late: by a reply to the card that has no buttons any more.
  stub_.say(kAnn, kAnn, "blue", ended);
  const json late =
      stub_.wait(kAnn, {{"message_id", shown.at("message_id")}, {"has", "✅ Blue — ann"}});
  EXPECT_TRUE(late.at("labels").empty());

  Hook cancelled = ask_with(asking(before("s-2", "toolu_2"), "Which size?"));
  const json second = card({"Which size?"});
  cancelled.signal(SIGTERM);
  cancelled.end();
  stub_.wait(kAnn,
             {{"message_id", second.at("message_id")}, {"has", "🚫 cancelled"}, {"buttons", 0}});
}

TEST_F(TelegramLifeTest, AnExpiredOneHasNoButtons) {
  start([](json& config) {
    config["rules"] = json::array(
        {{{"name", "short"},
          {"do", {{"mode", "block"}, {"expires", "2s"}, {"wait", "1s"}, {"on_timeout", "park"}}}}});
  });
  Hook hook = ask();
  const json shown = card({"Which color?"});
  told(hook);
  stub_.wait(kAnn, {{"message_id", shown.at("message_id")}, {"has", "⌛"}, {"buttons", 0}});
}

TEST_F(TelegramLifeTest, WordsNameTheirDialogOrAreAskedWhichOne) {
  start();
  Hook first = ask();
  const std::string color = only_open();
  Hook second = ask_with(asking(before("s-2", "toolu_2"), "Which size?"));
  const json size_card = card({"Which size?"});
  card({"Which color?"});
  stub_.say(kAnn, kAnn, "2");
  const json which = stub_.wait(kAnn, {{"has", {"Which one", color}}});
  EXPECT_FALSE(first.has_ended());
  EXPECT_FALSE(second.has_ended());
  std::string capital = color;
  capital[0] = static_cast<char>(capital[0] - 'a' + 'A');
  stub_.say(kAnn, kAnn, capital + " 2");
  EXPECT_THAT(told(first), HasSubstr(R"("Which color?":"Blue")"));
  stub_.say(kAnn, kAnn, "something in between", size_card);
  EXPECT_THAT(told(second), HasSubstr(R"("Which size?":"something in between")"));
  stub_.wait(kAnn, {{"message_id", size_card.at("message_id")}, {"buttons", 0}});
  stub_.say(kAnn, kAnn, "2");
  stub_.wait(kAnn, {{"has", "Nothing waits"}});
  stub_.say(kAnn, kAnn, color + " 1");
  stub_.wait(
      kAnn,
      {{"has", {color + " is answered already: Blue, by ann on Telegram", "Nothing changed"}}});
}

TEST_F(TelegramLifeTest, AnEditedMessageNeverChangesAnAnswer) {
  start();
  Hook hook = ask();
  const json shown = card({"Which color?"});
  const json said = stub_.control(
      "say",
      {{"chat", kAnn}, {"from", kAnn}, {"text", "what now"}, {"reply_to", shown.at("message_id")}});
  EXPECT_THAT(told(hook), HasSubstr("what now"));
  stub_.control(
      "edit",
      {{"chat", kAnn}, {"from", kAnn}, {"message_id", said.at("message_id")}, {"text", "1"}});
  stub_.until_read();
  EXPECT_EQ(stage_.connect().counter("answered"), 1u);
}

TEST_F(TelegramLifeTest, ALongCommandIsCutOnTheCardAndWholeInAFile) {
  start();
  Event event = captured(kRelease, "PermissionRequest-bash-rule.json");
  const std::string command = "echo " + std::string(9000, 'x') + " && rm -rf /the/end";
  event["tool_input"]["command"] = command;
  Hook hook = ask_with(event);
  const json shown = card({"characters left out", "rm -rf /the/end", "Allow this call"});
  const json file = stub_.wait(kAnn, {{"document", true}});
  EXPECT_THAT(file.at("document").at("content").get<std::string>(), HasSubstr(command));
  EXPECT_EQ(file.at("reply_to_message").at("message_id"), shown.at("message_id"));
  stub_.tap(kAnn, kAnn, shown, "Deny and stop");
  told(hook);
}

TEST_F(TelegramLifeTest, AGroupHasATopicForEachSession) {
  start([](json& config) {
    config["surfaces"]["telegram"]["chats"] = json::array({{{"id", kTeam}, {"topics", true}}});
  });
  Hook first = ask();
  const json one = card({"Which color?"}, kTeam);
  Hook second = ask_with(asking(before("s-1", "toolu_2"), "Which size?"));
  const json two = card({"Which size?"}, kTeam);
  Hook third = ask_with(asking(before("s-2", "toolu_3"), "Which shape?"));
  const json three = card({"Which shape?"}, kTeam);
  EXPECT_EQ(one.at("message_thread_id"), two.at("message_thread_id"));
  EXPECT_NE(one.at("message_thread_id"), three.at("message_thread_id"));
  stub_.control("forget", {{"chat", kTeam}, {"topic", one.at("message_thread_id")}});
  Hook fourth = ask_with(asking(before("s-1", "toolu_4"), "Which weight?"));
  EXPECT_NE(card({"Which weight?"}, kTeam).at("message_thread_id"), one.at("message_thread_id"));
  stub_.tap(kTeam, kAnn, three, "1. ");
  EXPECT_THAT(told(third), HasSubstr("Which shape?"));
}

}  // namespace
}  // namespace afar::test
