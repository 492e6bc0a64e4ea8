// Goal: a plugin with claude/channel/dialog is shown every dialog and answers it, and can do
// nothing else. Method: the test takes the plugin's place.
#include <gmock/gmock.h>

#include <csignal>
#include <thread>

#include "tests/integration/plugin_stage.h"
#include "tests/integration/wait.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr char kRequest[] = "notifications/claude/channel/dialog_request";
constexpr char kClosed[] = "notifications/claude/channel/dialog_closed";

class PluginDialogTest : public PluginTest {
 protected:
  const PluginKind kind_{{"claude/channel", "claude/channel/permission", "claude/channel/dialog"}};
};

json chosen(const std::string& id, const json& option) {
  return {{"request_id", id}, {"selected_option", option}};
}

TEST_F(PluginDialogTest, AQuestionGoesToThePhoneAndTheAnswerBack) {
  PluginRun plugin = started(kind_);
  EXPECT_EQ(plugin.initialize().at("params").at("protocolVersion"), "2025-06-18");
  Hook hook = ask(before("s-1", "toolu_1"));
  const json request = plugin.notified(kRequest);
  EXPECT_EQ(request.at("dialog_type"), "user_question");
  EXPECT_EQ(request.at("title"), "Which color?");
  EXPECT_EQ(request.at("options"),
            json::parse(R"([{"id":"o1","label":"Red","description":"Red thing"},
                            {"id":"o2","label":"Blue","description":"Blue thing"}])"));
  EXPECT_EQ(request.at("allows_free_text"), true);
  plugin.notify("/dialog_response", chosen(request.at("request_id"), "o2"));
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
  const json closed = plugin.notified(kClosed);
  EXPECT_EQ(closed.at("request_id"), request.at("request_id"));
  EXPECT_EQ(closed.at("outcome"), "answered");
  EXPECT_EQ(closed.at("by").at("name"), "ann");
  EXPECT_EQ(closed.at("by").at("surface"), "plugin:chat");
  EXPECT_THAT(closed.at("text").get<std::string>(), HasSubstr("Blue"));
}

TEST_F(PluginDialogTest, FourQuestionsComeOneAfterTheOtherAndALateTapAnswersNone) {
  PluginRun plugin = started(kind_);
  const Event event = asking_all({{"Color?", false, {"Red", "Blue"}},
                                  {"Size?", false, {"S", "M"}},
                                  {"Toppings?", true, {"A", "B", "C"}},
                                  {"Name?", false, {"X", "Y"}}});
  Hook hook = ask(event);
  json request = plugin.notified(kRequest);
  const std::string id = request.at("request_id");
  EXPECT_EQ(request.at("metadata").at("question"),
            json({{"index", 1}, {"count", 4}, {"id", "q1"}}));
  EXPECT_EQ(request.at("options").at(0).at("id"), "q1:o1");
  plugin.notify("/dialog_response", chosen(id, "q1:o2"));
  request = plugin.notified(kRequest);
  EXPECT_EQ(request.at("request_id"), id);
  EXPECT_EQ(request.at("title"), "Size?");
  plugin.notify("/dialog_response", chosen(id, "q1:o1"));  // late
  plugin.notify("/dialog_response",
                {{"request_id", id}, {"selected_option", "q2:o1"}, {"free_text", "if it fits"}});
  request = plugin.notified(kRequest);
  EXPECT_EQ(request.at("metadata").at("multi_select"), true);
  plugin.notify("/dialog_response", chosen(id, {"q3:o3", "q3:o1"}));
  request = plugin.notified(kRequest);
  EXPECT_EQ(request.at("metadata").at("question").at("index"), 4);
  plugin.notify("/dialog_response", {{"request_id", id}, {"free_text", "something else"}});
  const json answers = until_closed(id).at("answers");
  EXPECT_EQ(answers.at("q1").at("options"), json({"o2"}));
  EXPECT_EQ(answers.at("q2").at("options"), json({"o1"}));
  EXPECT_EQ(answers.at("q2").at("note"), "if it fits");
  EXPECT_EQ(answers.at("q3").at("options"), json({"o1", "o3"}));
  EXPECT_EQ(answers.at("q4").at("text"), "something else");
  EXPECT_THAT(hook.end().out, HasSubstr(R"("Color?":"Blue","Size?":"S")"));
  until_recorded(id, "refused_answer", 1);
}

TEST_F(PluginDialogTest, APlanIsApprovedWithFeedback) {
  PluginRun plugin = started(kind_);
  Hook hook = ask(plan_of_headless());
  const json request = plugin.notified(kRequest);
  EXPECT_EQ(request.at("dialog_type"), "plan_approval");
  EXPECT_EQ(request.at("content_preview"), "## Cache\n1. Write tests");
  const std::string id = request.at("request_id");
  plugin.notify("/dialog_response", {{"request_id", id},
                                     {"selected_option", "accept_with_feedback"},
                                     {"free_text", "but the tests first"}});
  const json answer = until_closed(id).at("answers").at("q1");
  EXPECT_EQ(answer.at("options"), json({"accept_with_feedback"}));
  EXPECT_EQ(answer.at("text"), "but the tests first");
  EXPECT_THAT(hook.end().out, HasSubstr("but the tests first"));
}

TEST_F(PluginDialogTest, WhatFitsNothingIsRefusedAndOnRecord) {
  PluginRun plugin = started(kind_);
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.notified(kRequest).at("request_id");
  plugin.notify("/dialog_response", chosen("zzzzz", "o1"));
  plugin.notify("/dialog_response", chosen(id, "o9"));
  plugin.notify("/dialog_response", chosen(id, 1));
  plugin.notify("/dialog_response", {{"request_id", id}, {"free_text", ""}});
  plugin.notify("/dialog_response", {{"selected_option", "o1"}});
  plugin.notify("/ask_question_answer",
                {{"request_id", id}, {"answers", {{"Which color?", "Red"}}}});
  plugin.run().print("junk\n{\n[]\n" + std::string(2'000'000, 'x') + "\n");
  until_recorded(id, "refused_answer", 4);
  EXPECT_EQ(get(id).at("state"), "open");
  plugin.notify("/dialog_response", chosen(id, "o1"));
  plugin.notified(kClosed);
  plugin.notify("/dialog_response", chosen(id, "o2"));  // once more
  until_recorded(id, "refused_answer", 5);
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Red"}}));
  EXPECT_EQ(get(id).at("answers").at("q1").at("options"), json({"o1"}));
  EXPECT_EQ(status().at("dropped").at("junk"), 4);
  EXPECT_EQ(status().at("dropped").at("too_long"), 1);
}

TEST_F(PluginDialogTest, ItLearnsOfAnEndElsewhere) {
  PluginRun plugin = started(kind_);
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.notified(kRequest).at("request_id");
  stage_.connect().answer(id, {"o1"});
  const json closed = plugin.notified(kClosed);
  EXPECT_EQ(closed.at("request_id"), id);
  EXPECT_EQ(closed.at("by").at("name"), "owner");
  hook.end();
}

TEST_F(PluginDialogTest, ARunAfterACrashGoesOnWithTheNextQuestion) {
  start();
  PluginRun plugin = until_started(kind_);
  Hook hook = ask(asking_all({{"Color?", false, {"Red", "Blue"}}, {"Size?", false, {"S", "M"}}}));
  const std::string id = plugin.notified(kRequest).at("request_id");
  plugin.notify("/dialog_response", chosen(id, "q1:o2"));
  plugin.notified(kRequest);
  plugin.run().crash();
  PluginRun next = until_started(kind_);
  const json request = next.notified(kRequest);
  EXPECT_EQ(request.at("request_id"), id);
  EXPECT_EQ(request.at("title"), "Size?");
  next.notify("/dialog_response", chosen(id, "q2:o1"));
  const json answers = until_closed(id).at("answers");
  EXPECT_EQ(answers.at("q1").at("options"), json({"o2"}));
  EXPECT_EQ(answers.at("q2").at("options"), json({"o1"}));
  hook.end();
}

TEST_F(PluginDialogTest, ADaemonThatWasKilledTellsItsPluginAgain) {
  PluginRun plugin = started(kind_);
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.notified(kRequest).at("request_id");
  until_recorded(id, "shown", 1);
  stage_.end_daemon(SIGKILL);
  EXPECT_TRUE(plugin.run().ends());
  // The hook that waits starts another one.
  PluginRun next = until_started(kind_);
  EXPECT_EQ(next.notified(kRequest).at("request_id"), id);
  next.notify("/dialog_response", chosen(id, "o2"));
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
}

TEST_F(PluginDialogTest, AFormIsFilledInFieldByField) {
  PluginRun plugin = started(kind_);
  Hook hook = ask(captured("claude-code-2.1.332", "Elicitation-every-field.json"));
  json request = plugin.notified(kRequest);
  const std::string id = request.at("request_id");
  EXPECT_EQ(request.at("dialog_type"), "elicitation");
  plugin.notify("/dialog_response", {{"request_id", id}, {"free_text", "Bea"}});
  request = plugin.notified(kRequest);
  while (request.at("metadata").at("question").at("id") != "q6") {
    EXPECT_EQ(request.at("options").back().at("id"), "action:decline");
    const std::string question = request.at("metadata").at("question").at("id");
    plugin.notify("/dialog_response", chosen(id, question + ":none"));
    request = plugin.notified(kRequest);
  }
  EXPECT_EQ(request.at("metadata").at("expected"), "a whole number from 0 to 150");
  plugin.notify("/dialog_response", {{"request_id", id}, {"free_text", "151"}});
  request = plugin.notified(kRequest);
  EXPECT_THAT(request.at("metadata").at("refused").get<std::string>(), HasSubstr("found \"151\""));
  plugin.notify("/dialog_response", {{"request_id", id}, {"free_text", "42"}});
  request = plugin.notified(kRequest);
  EXPECT_EQ(request.at("metadata").at("question").at("id"), "q7");
  while (request.at("metadata").at("question").at("id") != "action") {
    const std::string question = request.at("metadata").at("question").at("id");
    const bool color = question == "q9";  // is required
    plugin.notify("/dialog_response", chosen(id, question + (color ? ":o2" : ":none")));
    request = plugin.notified(kRequest);
  }
  plugin.notify("/dialog_response", chosen(id, "action:accept"));
  EXPECT_THAT(hook.end().out,
              HasSubstr(R"("action":"accept","content":{"name":"Bea","age":42,"color":"blue"})"));
}

TEST_F(PluginDialogTest, AFloodIsDroppedAndTheAnswerAfterItIsTaken) {
  PluginRun plugin = started(kind_);
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.notified(kRequest).at("request_id");
  std::string flood;
  for (int i = 0; i < 50'000; ++i) flood += "{\"method\":\"noise\"}\n";
  plugin.run().print(flood);
  ASSERT_TRUE(
      until("it was dropped", [&] { return status().at("dropped").at("too_many") > 1000; }));
  ASSERT_TRUE(until("it is answered", [&] {
    plugin.notify("/dialog_response", chosen(id, "o2"));
    return get(id).at("state") == "answered";
  }));
  EXPECT_EQ(hook.end().out, allowed_before(before("s-1", "toolu_1"), {{"Which color?", "Blue"}}));
}

TEST_F(PluginDialogTest, ItsRequestsAreAnswered) {
  PluginRun plugin = started(kind_);
  plugin.run().print(R"({"jsonrpc":"2.0","id":"a","method":"ping"})"
                     "\n"
                     R"({"jsonrpc":"2.0","id":2,"method":"roots/list"})"
                     "\n");
  EXPECT_EQ(plugin.run().line(), json::parse(R"({"jsonrpc":"2.0","id":"a","result":{}})"));
  EXPECT_EQ(plugin.run().line().at("error").at("code"), -32601);
}

TEST_F(PluginDialogTest, ItMayNoMoreThanItsResponder) {
  start(json::object(), {{"may", {"plan_approval"}}});
  PluginRun plugin = until_started(kind_);
  Hook hook = ask(before("s-1", "toolu_1"));
  const std::string id = plugin.notified(kRequest).at("request_id");
  plugin.notify("/dialog_response", chosen(id, "o1"));
  until_recorded(id, "refused_answer", 1);
  EXPECT_EQ(get(id).at("state"), "open");
  stage_.connect().answer(id, {"o2"});
  hook.end();
}

TEST_F(PluginDialogTest, OneThatDeclaresNothingIsDownAndSaysWhy) {
  start();
  PluginRun plugin = until_started({{"claude/channel"}});
  ASSERT_TRUE(until("it is down", [&] {
    return status().at("why") == "it declares no form in which it could be shown a dialog";
  }));
  EXPECT_EQ(status().at("state"), "down");
}

TEST_F(PluginDialogTest, ATestOfItEndsWithAnAnswer) {
  PluginRun plugin = started(kind_);
  ASSERT_TRUE(until("it is up", [&] { return status().at("state") == "up"; }));
  std::thread phone([&] {
    const json request = plugin.notified(kRequest);
    EXPECT_EQ(request.at("title"), "Does this reach you?");
    plugin.notify("/dialog_response", chosen(request.at("request_id"), "o1"));
  });
  EXPECT_EQ(stage_.connect().call("surface.probe", {{"surface", "plugin:chat"}}).at("ok"), true);
  phone.join();
}

}  // namespace
}  // namespace afar::test
