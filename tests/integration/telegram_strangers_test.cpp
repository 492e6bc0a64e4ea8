// Goal: only a responder's word counts, only where the card stands, and only once; everybody else
// gets silence or the truth, and nothing changes. Method: the real daemon, a strict stub of the Bot
// API, people and buttons that should not be there.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>

#include "tests/integration/command.h"
#include "tests/integration/telegram_stage.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string text_of(const json& toast) { return toast.is_null() ? "" : toast.value("text", ""); }

class TelegramStrangersTest : public TelegramTest {
 protected:
  void until_refused(const std::string& id, std::size_t count) {
    EXPECT_TRUE(until("that is on record", [&] {
      const auto kinds = stage_.connect().audit_kinds(id);
      return static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), "refused_answer")) >=
             count;
    }));
  }
  // Open as before, unanswered.
  void expect_unchanged(const std::string& id) {
    const json dialog = stage_.connect().get(id);
    EXPECT_EQ(dialog.at("state"), "open");
    EXPECT_TRUE(dialog.at("answers").empty()) << dialog.at("answers");
  }
};

TEST_F(TelegramStrangersTest, GetSilenceAndAreOnRecord) {
  start([](json& config) {
    config["surfaces"]["telegram"]["chats"] = json::array({{{"id", kTeam}}, {{"id", kAnn}}});
  });
  Hook hook = ask();
  const std::string id = only_open();
  const json shown = card({"Which color?"}, kTeam);
  card({"Which color?"});
  const json tapped = stub_.control(
      "press",
      {{"chat", kTeam}, {"from", kBea}, {"message_id", shown.at("message_id")}, {"label", "Red"}});
  until_refused(id, 1);
  stub_.say(kTeam, kBea, "2", shown);
  until_refused(id, 2);
  stub_.say(kBea, kBea, "/start");
  stub_.say(kBea, kBea, id + " 1");
  for (const char* disguise : {"anonymous", "nobody", "as_bot"}) {
    stub_.control("say", {{"chat", kTeam},
                          {"from", kAnn},
                          {"text", "2"},
                          {"reply_to", shown.at("message_id")},
                          {disguise, true}});
  }
  stub_.control("say", {{"chat", kTeam},
                        {"from", kAnn},
                        {"text", "2"},
                        {"reply_to", shown.at("message_id")},
                        {"sender_chat", -100777}});
  stub_.until_read();
  expect_unchanged(id);
  EXPECT_TRUE(
      stub_.control("toast", {{"query", tapped.at("query")}, {"ms", 0}}).at("answer").is_null());
  EXPECT_EQ(stub_.count_calls("answerCallbackQuery"), 0u);
  EXPECT_EQ(stub_.count_calls("sendMessage"), 2u) << "the two cards, and nothing else";
  stub_.tap(kTeam, kAnn, shown, "Red");
  told(hook);
}

TEST_F(TelegramStrangersTest, TheRightPersonInTheWrongChatIsToldSo) {
  start();
  Hook hook = ask();
  const std::string id = only_open();
  const json shown = card({"Which color?"});
  const std::string data =
      shown.at("reply_markup").at("inline_keyboard").at(0).at(0).at("callback_data");
  stub_.control("me", {{"can_read_all_group_messages", true}});
  const json note = stub_.control("say", {{"chat", kTeam}, {"from", kAnn}, {"text", id + " 2"}});
  EXPECT_THAT(text_of(stub_.tap_with(kTeam, kAnn, note, data)),
              HasSubstr("takes no answers in this chat"));
  expect_unchanged(id);
  stub_.tap(kAnn, kAnn, shown, "Red");
  told(hook);
}

TEST_F(TelegramStrangersTest, AForgedButtonDoesNothing) {
  start();
  Hook hook = ask();
  const std::string id = only_open();
  const json shown = card({"Which color?"});
  const std::string data =
      shown.at("reply_markup").at("inline_keyboard").at(0).at(0).at("callback_data");
  const std::string nonce = data.substr(0, data.find(':'));
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, "rubbish")),
              HasSubstr("no button of afar's"));
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, "0000000000000000:c0.0")),
              HasSubstr("belongs to no card"));
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, nonce + ":c0.9")),
              HasSubstr("no such option"));
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, nonce + ":c7.0")), HasSubstr("moved on"));
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, nonce + ":d0.0")),
              HasSubstr("at least one"));
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, nonce + ":g0.0")),
              HasSubstr("does nothing here"));
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, nonce + ":s0.0")),
              HasSubstr("does nothing here"));
  expect_unchanged(id);
  stub_.tap(kAnn, kAnn, shown, "Red");
  told(hook);
}

TEST_F(TelegramStrangersTest, ASecondTapAndAnOldButtonAreToldTheTruth) {
  start();
  Hook hook = ask();
  const std::string id = only_open();
  const json shown = card({"Which color?"});
  const std::string blue =
      shown.at("reply_markup").at("inline_keyboard").at(1).at(0).at("callback_data");
  stub_.tap(kAnn, kAnn, shown, "Red");
  EXPECT_THAT(text_of(stub_.tap_with(kAnn, kAnn, shown, blue)),
              HasSubstr(id + " is answered already: Red, by ann on Telegram"));
  told(hook);
  EXPECT_EQ(stage_.connect().counter("answered"), 1u);
  EXPECT_EQ(stage_.connect().get(id).at("answers").at("q1").at("options"), json::array({"o1"}));
}

TEST_F(TelegramStrangersTest, ApproversAndKindsHoldHereToo) {
  start([](json& config) {
    config["responders"]["ann"]["may"] = json::array({"plan_approval"});
    config["responders"]["bea"] = {{"telegram", kBea}};
    config["surfaces"]["telegram"]["chats"] = json::array({{{"id", kTeam}}});
  });
  Hook hook = ask();
  const json shown = card({"Which color?"}, kTeam);
  EXPECT_THAT(text_of(stub_.tap(kTeam, kAnn, shown, "Red")), HasSubstr("ann may not answer"));
  stub_.tap(kTeam, kBea, shown, "Blue");
  EXPECT_THAT(told(hook), HasSubstr("Blue"));
}

class TelegramPairingTest : public TelegramStrangersTest {
 protected:
  void start_without_people() {
    start([](json& config) {
      config["responders"] = {{"bea", json::object()}};
      config["surfaces"]["telegram"].erase("chats");
    });
  }
  // The code, once `afar telegram pair` has one: a second one would make it void.
  json begin(const std::string& responder) {
    return stage_.connect().call("pairing.start",
                                 {{"surface", "telegram"}, {"responder", responder}});
  }
};

TEST_F(TelegramPairingTest, TheOperatorLetsSomebodyInByTheCodeTheySent) {
  start_without_people();
  Operator person = stage_.connect();
  const json code = begin("bea");
  EXPECT_EQ(code.at("link"),
            "https://t.me/afar_test_bot?start=" + code.at("code").get<std::string>());
  stub_.say(kBea, kBea, "/start");
  stub_.say(kBea, kBea, "/start wrong");
  stub_.until_read();
  EXPECT_EQ(stub_.count_calls("sendMessage"), 0u);
  stub_.say(kBea, kBea, "/start " + code.at("code").get<std::string>());
  const json which{{"surface", "telegram"}, {"code", code.at("code")}};
  const json who = person.call("pairing.wait", which);
  EXPECT_EQ(who.at("id"), "1002");
  EXPECT_EQ(who.at("name"), "Bea (1002)");
  Hook hook = ask();
  const std::string id = only_open();
  stub_.say(kBea, kBea, id + " 1");
  until_refused(id, 1);
  expect_unchanged(id);
  json yes = which;
  yes["accept"] = true;
  person.call("pairing.confirm", yes);
  EXPECT_EQ(person.error_of("pairing.confirm", yes), "not_found") << "a code is for one use";
  const json shown = card({"Which color?"}, kBea);
  stub_.tap(kBea, kBea, shown, "Red");
  told(hook);
  EXPECT_EQ(person.get(id).at("outcome").at("by").at("name"), "bea");

  stage_.end_daemon(SIGKILL);
  start_again();
  const auto list = Command(stage_, {"telegram", "list"}).end();
  EXPECT_THAT(list.out, HasSubstr("1002  Bea (1002) as bea"));
  EXPECT_THAT(Command(stage_, {"telegram", "revoke", "1002"}).end().out,
              HasSubstr("not paired any more"));
  Hook second = ask("toolu_2");
  const std::string other = only_open();
  stub_.say(kBea, kBea, other + " 1");
  until_refused(other, 1);
  stage_.connect().answer(other, {"o1"});
  told(second);
}

TEST_F(TelegramPairingTest, WithoutTheOperatorsWordNobodyIsPaired) {
  start_without_people();
  Command pair(stage_, {"telegram", "pair", "--as", "bea"});
  // Whoever reads the terminal reads the code; here its link does.
  const std::string out = pair.until_out("start=");
  const std::size_t at = out.find("start=") + 6;
  stub_.say(kBea, kBea, out.substr(at, out.find('\n', at) - at));
  const auto end = pair.end();
  EXPECT_EQ(end.exit, (Exit{1, 0})) << "no y on standard input";
  EXPECT_THAT(end.out, HasSubstr("Bea (1002) sent the code"));
  stub_.wait(kBea, {{"has", "you are not paired"}});
  EXPECT_THAT(Command(stage_, {"telegram", "list"}).end().out, HasSubstr("Nobody is paired"));
}

TEST_F(TelegramPairingTest, AnAgentCannotLetAnybodyIn) {
  start_without_people();
  const auto end = Command(stage_, {"telegram", "pair"}, {{"CLAUDECODE", "1"}}).end();
  EXPECT_EQ(end.exit, (Exit{6, 0}));
  EXPECT_THAT(end.err, HasSubstr("an agent may not say this"));
  EXPECT_EQ(
      stage_.connect().error_of("pairing.start", {{"surface", "telegram"}, {"responder", "zoe"}}),
      "invalid_params");
  EXPECT_EQ(stage_.connect().error_of("pairing.start", {{"surface", "fax"}}), "not_found");
}

}  // namespace
}  // namespace afar::test
