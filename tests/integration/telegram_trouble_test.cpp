// Goal: whatever the network, the service and the machine do, each dialog is shown, each answer
// counts once, and what is wrong is said. Method: a strict stub that fails on order, and kill -9
// between commit and send and between send and its confirmation.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>

#include "tests/integration/command.h"
#include "tests/integration/telegram_stage.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

using TelegramTroubleTest = TelegramTest;

std::string text_of(const json& toast) { return toast.is_null() ? "" : toast.value("text", ""); }

TEST_F(TelegramTroubleTest, AFailingServiceIsTriedUntilItTakesTheCard) {
  stub_.control("fail", {{"method", "sendMessage"}, {"times", 2}, {"status", 502}, {"html", true}});
  stub_.control("fail", {{"method", "sendMessage"}, {"times", 1}, {"kind", "reset"}});
  start();
  Hook hook = ask();
  const json shown = card({"Which color?"});
  stub_.tap(kAnn, kAnn, shown, "Red");
  told(hook);
  EXPECT_EQ(stub_.count_calls("sendMessage"), 4u);
}

TEST_F(TelegramTroubleTest, ASlowedDownBotWaitsAsLongAsItWasTold) {
  stub_.control("fail", {{"method", "sendMessage"},
                         {"status", 429},
                         {"description", "Too Many Requests: retry after 1"},
                         {"parameters", {{"retry_after", 1}}}});
  start();
  Hook hook = ask();
  const json shown = card({"Which color?"});
  const auto calls = stub_.control("calls", {{"method", "sendMessage"}}).at("calls");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_GE(calls.at(1).at("at").get<std::int64_t>() - calls.at(0).at("at").get<std::int64_t>(),
            1000);
  EXPECT_EQ(status().at("slowed_down"), 1);
  stub_.tap(kAnn, kAnn, shown, "Red");
  told(hook);
}

TEST_F(TelegramTroubleTest, ManyCardsAtOnceStayWithinTheServicesPace) {
  stub_.control("limit_rates", {{"burst", 3}, {"per_second", 1.05}});
  start();
  std::vector<Hook> hooks;
  for (int i = 0; i < 6; ++i) {
    hooks.push_back(ask_with(asking(before("s-" + std::to_string(i), "toolu_" + std::to_string(i)),
                                    "Which size " + std::to_string(i) + "?")));
  }
  for (int i = 0; i < 6; ++i) card({"Which size " + std::to_string(i) + "?"});
  EXPECT_EQ(status().at("slowed_down"), 0);
}

TEST_F(TelegramTroubleTest, AnotherReaderOfTheBotIsNamedInTheStatus) {
  stub_.control("fail", {{"method", "getUpdates"},
                         {"times", 3},
                         {"status", 409},
                         {"description",
                          "Conflict: terminated by other getUpdates request; make sure that only "
                          "one bot instance is running"}});
  start();
  EXPECT_TRUE(until("the status says so", [&] { return status().at("conflicts") == 3; }));
  Hook hook = ask();
  const json shown = card({"Which color?"});
  stub_.tap(kAnn, kAnn, shown, "Red");
  told(hook);
  EXPECT_EQ(status().at("state"), "up");
}

TEST_F(TelegramTroubleTest, AWrongTokenIsSaidAndNotShown) {
  start([](json&) {});
  stage_.end_daemon(SIGTERM);
  std::ofstream(stage_.home() + "/telegram.token")
      << "7000000003:AAanotherTokenOfTheSameLength_0123456789";
  start_again();
  EXPECT_TRUE(until("the status says so", [&] {
    return !status().at("why").is_null() && status().at("why").get<std::string>().find(
                                                "no bot with this token") != std::string::npos;
  }));
  EXPECT_EQ(status().at("state"), "down");
}

TEST_F(TelegramTroubleTest, AWebhookMakesWayForPolling) {
  stub_.control("webhook", {{"url", "https://example.org/"}});
  start();
  Hook hook = ask();
  const json shown = card({"Which color?"});
  stub_.tap(kAnn, kAnn, shown, "Red");
  told(hook);
}

TEST_F(TelegramTroubleTest, AGroupThatMovedIsFollowed) {
  start([](json& config) {
    config["surfaces"]["telegram"]["chats"] = json::array({{{"id", kTeam}}});
  });
  constexpr std::int64_t kNew = -1009999;
  stub_.control("migrate", {{"chat", kTeam}, {"to", kNew}, {"silent", true}});
  Hook hook = ask();
  const json shown = card({"Which color?"}, kNew);
  stub_.tap(kNew, kAnn, shown, "Red");
  told(hook);
  stage_.end_daemon(SIGKILL);
  start_again();
  Hook second = ask("toolu_2");
  stub_.tap(kNew, kAnn, card({"Which color?", "1. Red"}, kNew), "Blue");
  told(second);
}

TEST_F(TelegramTroubleTest, ABlockedChatIsGivenUpAndTheOthersGoOn) {
  start([](json& config) {
    config["surfaces"]["telegram"]["chats"] = json::array({{{"id", kAnn}}, {{"id", kTeam}}});
  });
  stub_.control("block", {{"chat", kAnn}});
  Hook hook = ask();
  const json shown = card({"Which color?"}, kTeam);
  EXPECT_TRUE(
      until("the status says so", [&] { return status().at("closed_chats").contains("1001"); }));
  stub_.tap(kTeam, kAnn, shown, "Red");
  told(hook);
  stub_.control("unblock", {{"chat", kAnn}});
  Hook second = ask("toolu_2");
  card({"Which color?", "1. Red"}, kAnn);
}

TEST_F(TelegramTroubleTest, ACardThatSomebodyDeletedComesAgain) {
  start();
  Hook hook = ask_with(captured("claude-code-2.1.332", "PreToolUse-four-partial.json"));
  const json shown = card({"1 of 4"});
  stub_.control("forget", {{"chat", kAnn}, {"message_id", shown.at("message_id")}});
  stage_.connect().answer(only_open(), {"o1"});
  EXPECT_NE(card({"2 of 4"}).at("message_id"), shown.at("message_id"));
}

TEST_F(TelegramTroubleTest, KilledBeforeItSentTheCardIsShownAfterTheStart) {
  stub_.control("fail", {{"method", "sendMessage"}, {"kind", "silence"}});
  start();
  Hook hook = ask();
  const std::string id = only_open();
  stub_.control("calls", {{"method", "sendMessage"}, {"at_least", 1}});
  stage_.end_daemon(SIGKILL);
  start_again();
  const json shown = card({"Which color?", id});
  stub_.tap(kAnn, kAnn, shown, "Red");
  EXPECT_THAT(told(hook), HasSubstr("Red"));
}

TEST_F(TelegramTroubleTest, KilledBeforeTheCardWasConfirmedBothCopiesWorkAndCountOnce) {
  stub_.control("fail", {{"method", "sendMessage"}, {"kind", "silence"}, {"after", true}});
  start();
  Hook hook = ask();
  const std::string id = only_open();
  const json unconfirmed = card({"Which color?", id});
  stage_.end_daemon(SIGKILL);
  start_again();
  EXPECT_TRUE(until("the card came again", [&] { return stub_.count_calls("sendMessage") >= 2; }));
  const json confirmed = stub_.wait(kAnn, {{"has", id}});
  EXPECT_TRUE(until("it is confirmed", [&] { return status().at("cards").at("shown") == 1; }));
  EXPECT_EQ(text_of(stub_.tap(kAnn, kAnn, unconfirmed, "Blue")), "✅ " + id + ": Blue");
  EXPECT_THAT(told(hook), HasSubstr("Blue"));
  for (const json& copy : {unconfirmed, confirmed}) {
    stub_.wait(kAnn,
               {{"message_id", copy.at("message_id")}, {"has", "✅ Blue — ann"}, {"buttons", 0}});
  }
  EXPECT_EQ(stage_.connect().counter("answered"), 1u);
}

TEST_F(TelegramTroubleTest, KilledBeforeTheEndWasSentTheCardIsEndedAfterTheStart) {
  start();
  Hook hook = ask();
  const json shown = card({"Which color?"});
  stub_.control("fail", {{"method", "editMessageText"}, {"kind", "silence"}});
  const std::string blue =
      shown.at("reply_markup").at("inline_keyboard").at(1).at(0).at("callback_data");
  EXPECT_THAT(text_of(stub_.tap(kAnn, kAnn, shown, "Red")), HasSubstr("Red"));
  told(hook);
  stub_.control("calls", {{"method", "editMessageText"}, {"at_least", 1}});
  stage_.end_daemon(SIGKILL);
  start_again();
  stub_.wait(kAnn,
             {{"message_id", shown.at("message_id")}, {"has", "✅ Red — ann"}, {"buttons", 0}});
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, blue)), HasSubstr("answered already: Red"));
}

TEST_F(TelegramTroubleTest, AnUpdateThatComesTwiceCountsOnce) {
  start();
  Hook hook = ask_with(captured("claude-code-2.1.332", "PreToolUse-four-partial.json"));
  const std::string id = only_open();
  const json shown = card({"1 of 4"});
  const json said = stub_.control("say", {{"chat", kAnn}, {"from", kAnn}, {"text", "1"}});
  card({"2 of 4"});
  // Killed before the service heard that this was read: it comes again, as if it were new.
  const json update{{"update_id", said.at("update_id")},
                    {"message",
                     {{"message_id", said.at("message_id")},
                      {"date", 1},
                      {"text", "1"},
                      {"from", {{"id", kAnn}, {"is_bot", false}, {"first_name", "Ann"}}},
                      {"chat", {{"id", kAnn}, {"type", "private"}}}}}};
  stub_.until_read();
  stub_.control("repeat", {{"update", update}});
  stub_.until_read();
  EXPECT_EQ(stage_.connect().get(id).at("answers").size(), 1u);
  // After a week without updates the ids begin anew, and lower.
  stub_.control("ids_from", {{"id", 7}});
  stub_.say(kAnn, kAnn, "2");
  card({"3 of 4"});
  EXPECT_EQ(stage_.connect().get(id).at("answers").at("q2").at("options"), json::array({"o2"}));
}

TEST_F(TelegramTroubleTest, WhatWasDoneWhileNobodyWasThereCountsAfterTheStart) {
  start();
  Hook hook = ask();
  const json shown = card({"Which color?"});
  stage_.end_daemon(SIGKILL);
  const json tapped = stub_.control(
      "press",
      {{"chat", kAnn}, {"from", kAnn}, {"message_id", shown.at("message_id")}, {"label", "Blue"}});
  EXPECT_FALSE(tapped.is_null());
  start_again();
  EXPECT_THAT(told(hook), HasSubstr("Blue"));
}

TEST_F(TelegramTroubleTest, ATestIsAnsweredByATap) {
  start();
  Command probe(stage_, {"test", "telegram"});
  const json message = stub_.wait(kAnn, {{"has", "A test of afar"}, {"button", "It works"}});
  EXPECT_EQ(text_of(stub_.tap(kAnn, kAnn, message, "It works")), "It works.");
  const auto end = probe.end();
  EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
  EXPECT_THAT(end.out, HasSubstr("ann"));
}

}  // namespace
}  // namespace afar::test
