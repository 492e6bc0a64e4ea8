// What comes by ntfy's reply topic, from whomever.
#include "daemon/surfaces/ntfy/ntfy_reply.h"

#include <gtest/gtest.h>

namespace afar::ntfy {
namespace {

TEST(NtfyReply, OfAButtonComesBackAsItWasSent) {
  const auto read = read_reply(button_body({"tbxkq", "accept_edits", "aB3dE5fG7hJ9kL1m"}));
  const auto& reply = std::get<ButtonReply>(read);
  EXPECT_EQ(reply.dialog, "tbxkq");
  EXPECT_EQ(reply.option, "accept_edits");
  EXPECT_EQ(reply.nonce, "aB3dE5fG7hJ9kL1m");
}

TEST(NtfyReply, OfAPersonNamesADialogAndKeepsTheWords) {
  const auto read = read_reply(" tbxkq  use  memcached,\n\"please\" \n");
  const auto& reply = std::get<WrittenReply>(read);
  EXPECT_EQ(reply.dialog, "tbxkq");
  EXPECT_EQ(reply.text, "use  memcached,\n\"please\"");
}

TEST(NtfyReply, IsNoneWhereItIsNeither) {
  for (const std::string& text :
       {std::string(), std::string("hello"), std::string("tbxkq"), std::string("tbxkq  "),
        std::string("v1"), std::string("v1 tbxkq o1"), std::string("v1 tbxkq o1 n more"),
        std::string("v1  tbxkq o1 n"), "v1 tbxkq o1 " + std::string(65, 'x'),
        std::string("v2 tbxkq o1 n"), std::string("v1\ntbxkq o1 n"), std::string(4096, 'x'),
        std::string("tbxkql words"), std::string("\0\0\0", 3), std::string("\xff\xfe")}) {
    EXPECT_TRUE(std::holds_alternative<NoReply>(read_reply(text))) << text;
  }
}

TEST(NtfyReply, StandsInAButtonWhereItsOptionIsOneWord) {
  EXPECT_TRUE(fits_button("o1"));
  EXPECT_TRUE(fits_button("allow_always:npm-test"));
  for (const std::string& id : {std::string(), std::string("two words"), std::string("tab\there"),
                                std::string("\xc3\xa4"), std::string(65, 'x')}) {
    EXPECT_FALSE(fits_button(id)) << id;
  }
}

TEST(NtfyEvent, IsReadFromItsLine) {
  const auto event = read_event(
      R"({"id":"hwQ2YpKdmg","time":1,"event":"message","topic":"t","message":"v1 x","new":[1]})");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->event, "message");
  EXPECT_EQ(event->id, "hwQ2YpKdmg");
  EXPECT_EQ(event->text, "v1 x");
}

TEST(NtfyEvent, IsNoneWhereTheLineIsSomethingElse) {
  for (const std::string& line :
       {std::string(), std::string("{"), std::string("[]"), std::string("null"), std::string("3"),
        std::string(R"({"id":5,"event":"message"})"), std::string(R"({"event":{}})"),
        std::string(R"({"event":"message","message":["x"]})"),
        R"({"event":"message","x":)" + std::string(1000, '[') + std::string(1000, ']') + "}"}) {
    EXPECT_FALSE(read_event(line)) << line;
  }
}

}  // namespace
}  // namespace afar::ntfy
