// Goal: only what a person did by their own account is read, and nothing in an update breaks us.
// Method: updates as the service sends them, and every part of them with another type.
#include "daemon/surfaces/telegram/updates.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace afar::telegram {
namespace {

using nlohmann::json;

json message() {
  return json::parse(R"({"update_id":1,"message":{"message_id":5,"date":1,
    "from":{"id":1001,"is_bot":false,"first_name":"Ann","last_name":"Smith","username":"ann"},
    "chat":{"id":1001,"type":"private"},"text":"2",
    "reply_to_message":{"message_id":4,"from":{"id":7,"is_bot":true},"text":"card tbxkq"}}})");
}

json tap() {
  return json::parse(R"({"update_id":2,"callback_query":{"id":"99","data":"n:c0.0",
    "from":{"id":1001,"is_bot":false,"first_name":"Ann"},
    "message":{"message_id":4,"date":0,"chat":{"id":-5,"type":"group"}}}})");
}

template <typename Kind>
const Kind* read(const json& update) {
  static Update last;
  last = read_update(update);
  return std::get_if<Kind>(&last);
}

TEST(Updates, AreWhatPeopleSayAndTap) {
  const auto* said = read<Said>(message());
  ASSERT_NE(said, nullptr);
  EXPECT_EQ(said->from.id, 1001);
  EXPECT_EQ(said->from.in_words(), "Ann Smith (@ann, 1001)");
  EXPECT_TRUE(said->is_private);
  EXPECT_EQ(said->text, "2");
  EXPECT_EQ(said->replies_to, "card tbxkq");
  const auto* tapped = read<Tapped>(tap());
  ASSERT_NE(tapped, nullptr);
  EXPECT_EQ(tapped->chat, -5);
  EXPECT_EQ(tapped->message, 4);
  EXPECT_EQ(tapped->query, "99");
}

TEST(Updates, OfBotsAnonymousAdminsAndChannelsAreNothing) {
  for (const char* name : {"message", "callback_query"}) {
    json update = std::string(name) == "message" ? message() : tap();
    update[name]["from"]["is_bot"] = true;
    EXPECT_NE(read<Ignored>(update), nullptr);
    update[name]["from"].erase("is_bot");
    EXPECT_NE(read<Ignored>(update), nullptr);
    update[name].erase("from");
    EXPECT_NE(read<Ignored>(update), nullptr);
  }
  json update = message();
  update["message"]["sender_chat"] = {{"id", -5}};
  EXPECT_NE(read<Ignored>(update), nullptr);
}

TEST(Updates, ThatEditAreNothing) {
  json update = message();
  update["edited_message"] = update["message"];
  update.erase("message");
  EXPECT_NE(read<Ignored>(update), nullptr);
}

TEST(Updates, SayThatAGroupHasMovedAndThatWeAreBlocked) {
  json update = message();
  update["message"] = {{"chat", {{"id", -5}}}, {"migrate_to_chat_id", -1005}};
  ASSERT_NE(read<Moved>(update), nullptr);
  EXPECT_EQ(read<Moved>(update)->to, -1005);
  update["message"] = {{"chat", {{"id", -1005}}}, {"migrate_from_chat_id", -5}};
  EXPECT_EQ(read<Moved>(update)->from, -5);
  const json blocked{
      {"my_chat_member", {{"chat", {{"id", 1001}}}, {"new_chat_member", {{"status", "kicked"}}}}}};
  ASSERT_NE(read<Membership>(blocked), nullptr);
  EXPECT_FALSE(read<Membership>(blocked)->may_write);
}

void try_every_part(const json& whole, json& part) {
  const json before = part;
  for (const json& other : {json(), json(1), json("x"), json::array(), json::object(), json(1.5)}) {
    part = other;
    read_update(whole);
  }
  part = before;
  if (!part.is_structured()) return;
  for (auto& inner : part) try_every_part(whole, inner);
}

TEST(Updates, OfAnyOtherShapeBreakNothing) {
  for (json update : {message(), tap()}) try_every_part(update, update);
}

}  // namespace
}  // namespace afar::telegram
