// Goal: plugins with less than claude/channel/dialog carry what they can, each in its own form.
// Method: the test takes the plugin's place.
#include <gmock/gmock.h>

#include "tests/integration/plugin_stage.h"
#include "tests/integration/wait.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kAskRequest[] = "notifications/claude/channel/ask_question_request";
constexpr char kPermissionRequest[] = "notifications/claude/channel/permission_request";
constexpr char kClosed[] = "notifications/claude/channel/dialog_closed";

const HookTerms kRelayed{{"--permissions"}, {}};
const std::vector<Asking> kTwo{{"Color?", false, {"Red", "Blue"}},
                               {"Toppings?", true, {"Ham, smoked", "Egg", "Leek"}}};

class PluginFormsTest : public PluginTest {};

TEST_F(PluginFormsTest, QuestionsComeAllAtOnceAndAPartIsKept) {
  PluginRun plugin = started({{"claude/channel", "claude/channel/ask_question"}});
  Hook hook = ask(asking_all(kTwo));
  const json request = plugin.notified(kAskRequest);
  const std::string id = request.at("request_id");
  EXPECT_EQ(request.at("questions").size(), 2u);
  EXPECT_EQ(request.at("questions").at(1).at("multiSelect"), true);
  const auto answer = [&](const json& answers) {
    plugin.notify("/ask_question_answer", {{"request_id", id}, {"answers", answers}});
  };
  answer({{"Color?", "Blue"}});
  ASSERT_TRUE(until("a part is kept", [&] { return get(id).at("answers").contains("q1"); }));
  EXPECT_EQ(get(id).at("state"), "open");
  answer({{"Color?", "Red"}});     // once more, and another one
  answer({{"Weather?", "Fine"}});  // was not asked
  until_recorded(id, "refused_answer", 2);
  answer({{"Color?", "Blue"}, {"Toppings?", "Ham, smoked, Leek"}});
  const json answers = until_closed(id).at("answers");
  EXPECT_EQ(answers.at("q1").at("options"), json({"o2"}));
  EXPECT_EQ(answers.at("q2").at("options"), json({"o1", "o3"}));
  EXPECT_EQ(plugin.notified(kClosed).at("request_id"), id);
  hook.end();
}

TEST_F(PluginFormsTest, OtherIsFreeText) {
  PluginRun plugin = started({{"claude/channel", "claude/channel/ask_question"}});
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.notified(kAskRequest).at("request_id");
  plugin.notify("/ask_question_answer",
                {{"request_id", id}, {"answers", {{"Which color?", "  a warm one "}}}});
  EXPECT_EQ(hook.end().out,
            allowed_before(before("s-1", "toolu_1"), {{"Which color?", "  a warm one "}}));
}

TEST_F(PluginFormsTest, PermissionsGoByTheFormThatExists) {
  PluginRun plugin = started({{"claude/channel", "claude/channel/permission"}});
  Hook hook = agent().hook(permission_for("make " + std::string(5000, 'x') + " end"), kRelayed);
  const json request = plugin.notified(kPermissionRequest);
  EXPECT_EQ(request.at("tool_name"), "Bash");
  EXPECT_THAT(request.at("input_preview").get<std::string>(),
              AllOf(HasSubstr("make x"), HasSubstr("end"),
                    HasSubstr("[... 1,518 characters are left out here ...]")));
  const std::string id = request.at("request_id");
  plugin.notify("/permission", {{"request_id", id}, {"behavior", "maybe"}});
  until_recorded(id, "refused_answer", 1);
  plugin.notify("/permission", {{"request_id", id}, {"behavior", "deny"}});
  EXPECT_EQ(until_closed(id).at("answers").at("q1").at("options"), json({"deny"}));
  EXPECT_THAT(hook.end().out, HasSubstr(R"("behavior":"deny")"));
}

TEST_F(PluginFormsTest, APermissionIsAllowedFromAway) {
  PluginRun plugin = started({{"claude/channel", "claude/channel/permission"}});
  Hook hook = agent().hook(permission_for("make one"), kRelayed);
  const json request = plugin.notified(kPermissionRequest);
  EXPECT_THAT(request.at("input_preview").get<std::string>(), HasSubstr("make one"));
  plugin.notify("/permission", {{"request_id", request.at("request_id")}, {"behavior", "allow"}});
  EXPECT_THAT(hook.end().out, HasSubstr(R"("behavior":"allow")"));
}

TEST_F(PluginFormsTest, WhatItHasNoFormForIsGivenUp) {
  PluginRun plugin = started({{"claude/channel", "claude/channel/permission"}});
  Hook hook = ask(before("s-1", "toolu_1"));
  ASSERT_TRUE(until("it is given up", [&] { return status().at("cards").at("given_up") == 1; }));
  stage_.connect().answer(stage_.connect().until_open(1).at(0).at("id"), {"o1"});
  hook.end();
}

class PlainPluginTest : public PluginTest {
 protected:
  PluginRun begin() {
    start({{"chat_id", "web"}});
    return until_started({{"claude/channel"}, reply_tool()});
  }
};

TEST_F(PlainPluginTest, AQuestionIsTextAndANumberIsItsAnswer) {
  PluginRun plugin = begin();
  Hook hook = ask(before("s-1", "toolu_1"));
  const json reply = plugin.replied();
  EXPECT_EQ(reply.at("chat_id"), "web");
  const std::string text = reply.at("text");
  EXPECT_THAT(text, AllOf(HasSubstr("Which color?"), HasSubstr("1. Red — Red thing\n2. Blue")));
  const std::string id = text.substr(0, 5);
  plugin.write("good morning");                   // talk
  plugin.write("1", {{"chat_id", "elsewhere"}});  // somebody else
  plugin.write("1", nullptr);
  plugin.write("2");
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
  EXPECT_THAT(plugin.replied().at("text").get<std::string>(), HasSubstr(id + " ✅ Blue — ann"));
}

TEST_F(PlainPluginTest, WordsAreAnAnswerByTheName) {
  PluginRun plugin = begin();
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.replied().at("text").get<std::string>().substr(0, 5);
  plugin.write(id + " 7");
  EXPECT_THAT(plugin.replied().at("text").get<std::string>(), HasSubstr("1. Red"));
  plugin.write(id + " a warm one");
  EXPECT_EQ(hook.end().out,
            allowed_before(before("s-1", "toolu_1"), {{"Which color?", "a warm one"}}));
}

TEST_F(PlainPluginTest, WhereTwoAreOpenANumberNeedsAName) {
  PluginRun plugin = begin();
  Hook one = ask(asking(before("s-1", "toolu_1"), "Which animal?"));
  const std::string animal = plugin.replied().at("text").get<std::string>().substr(0, 5);
  Hook two = ask(asking(before("s-2", "toolu_2"), "Which plant?"));
  const std::string plant = plugin.replied().at("text").get<std::string>().substr(0, 5);
  plugin.write("2");
  EXPECT_THAT(plugin.replied().at("text").get<std::string>(),
              AllOf(HasSubstr("Which one is meant?"), HasSubstr(animal), HasSubstr(plant)));
  plugin.write(plant + " 2");
  EXPECT_THAT(two.end().out, HasSubstr(R"("Which plant?":"Blue")"));
  EXPECT_EQ(get(animal).at("state"), "open");
  stage_.connect().answer(animal, {"o1"});
  one.end();
}

TEST_F(PlainPluginTest, AStrangerIsTurnedAwayOnRecord) {
  PluginRun plugin = begin();
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.replied().at("text").get<std::string>().substr(0, 5);
  plugin.write(id + " 1", {{"chat_id", "elsewhere"}});
  until_recorded(id, "refused_answer", 1);
  EXPECT_EQ(get(id).at("state"), "open");
  stage_.connect().answer(id, {"o2"});
  EXPECT_THAT(plugin.replied().at("text").get<std::string>(), HasSubstr("Blue — owner"));
  plugin.write(id + " 1");
  EXPECT_THAT(plugin.replied().at("text").get<std::string>(), HasSubstr("is answered already"));
  hook.end();
}

TEST_F(PlainPluginTest, APermissionIsAnsweredByItsNameAlone) {
  PluginRun plugin = begin();
  Hook hook = agent().hook(permission_for("make one"), kRelayed);
  const std::string text = plugin.replied().at("text");
  EXPECT_THAT(text, AllOf(HasSubstr("make one"), Not(HasSubstr("or just"))));
  const std::string id = text.substr(0, 5);
  plugin.write("1");
  plugin.write(id + " deny use pnpm");
  const json answer = until_closed(id).at("answers").at("q1");
  EXPECT_EQ(answer.at("options"), json({"deny"}));
  EXPECT_EQ(answer.at("text"), "use pnpm");
  hook.end();
}

TEST_F(PlainPluginTest, AReplyThatFailsIsTriedAgain) {
  PluginRun plugin = begin();
  Hook hook = ask(before("s-1", "toolu_1"));
  const json failed = plugin.replied(/*fails=*/true);
  EXPECT_EQ(plugin.replied(), failed);
  plugin.write("1");
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Red"}}));
}

}  // namespace
}  // namespace afar::test
