#include "hook/json/raw.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace afar::raw {
namespace {

TEST(Raw, FindsTheBytesOfAMember) {
  const std::string text =
      R"( { "a" : 1 , "b" : [ 1, {"c":"]}"} ] , "n":12345678901234567890123 } )";
  EXPECT_EQ(member(text, "a"), "1");
  EXPECT_EQ(member(text, "b"), R"([ 1, {"c":"]}"} ])");
  EXPECT_EQ(member(text, "n"), "12345678901234567890123");
  EXPECT_EQ(member(text, "c"), std::nullopt);
}

TEST(Raw, ComparesKeysByWhatTheySay) {
  EXPECT_EQ(member(R"({"tool\u005finput":1})", "tool_input"), "1");
  EXPECT_EQ(member(R"({"a\"b":1})", "a\"b"), "1");
}

TEST(Raw, TakesTheLastOfEqualKeysAsParsersDo) {
  const std::string text = R"({"a":1,"a":2})";
  EXPECT_EQ(member(text, "a"), "2");
  EXPECT_EQ(nlohmann::json::parse(text)["a"], 2);
}

TEST(Raw, CutsAnArray) {
  EXPECT_EQ(*elements(R"([ "a,b" , [1,2], {"x":[3]} ,null])"),
            (std::vector<std::string_view>{R"("a,b")", "[1,2]", R"({"x":[3]})", "null"}));
  EXPECT_TRUE(elements("[ ]")->empty());
}

TEST(Raw, TextThatIsNoJsonGivesNothingAndIsNeverReadBeyondItsEnd) {
  for (const std::string text : {"",          " ",
                                 "{",         "[",
                                 "}",         "{\"",
                                 "{\"a",      "{\"a\"",
                                 "{\"a\":",   "{\"a\":1",
                                 "{\"a\":1,", "{\"a\":}",
                                 "{\"a\":[",  "{\"a\":\"\\",
                                 "{a:1}",     "{\"a\":1}x",
                                 "{\"a\" 1}", "{,}",
                                 "nul",       "\"\\",
                                 "\\",        "{\"a\":{\"b\":}",
                                 "{1:2}"}) {
    const std::string exact(
        text);  // an allocation of just this size: sanitizers see a read behind it
    EXPECT_EQ(members(exact), std::nullopt) << text;
    EXPECT_EQ(elements(exact), std::nullopt) << text;
  }
  EXPECT_EQ(text_of("\"a"), std::nullopt);
  EXPECT_EQ(text_of("12"), std::nullopt);
}

TEST(Raw, EveryCutOfAnObjectIsHarmless) {
  const std::string text = R"({"a":[{"b":"\ud83d\ude00 \ud83d"},"x"],"c":{"d":null}})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::string cut = text.substr(0, size);
    EXPECT_EQ(members(cut), std::nullopt) << cut;
    (void)without_lone_surrogates(cut);
    (void)json_inside(cut);
  }
}

struct Surrogates {
  std::string text;
  std::string repaired;  // empty: nothing to repair
};

TEST(Raw, ReplacesLoneSurrogatesOnly) {
  const std::vector<Surrogates> cases{
      {R"("plain")", ""},
      {R"("\ud83d\ude00")", ""},
      {R"("\\ud83d")", ""},  // an escaped backslash, then letters
      {R"("\ud83d")", R"("\ufffd")"},
      {R"("\ude00")", R"("\ufffd")"},
      {R"("\uDE00\uD83D")", R"("\ufffd\ufffd")"},
      {R"("\ud83d\ud83d\ude00")", R"("\ufffd\ud83d\ude00")"},
      {R"("\ud83d\n")", R"("\ufffd\n")"},
      {R"("\\\ud83d")", R"("\\\ufffd")"},
      {R"({"k\ud83d":["\ude00"]})", R"({"k\ufffd":["\ufffd"]})"},
  };
  for (const auto& each : cases) {
    const auto repaired = without_lone_surrogates(each.text);
    EXPECT_EQ(repaired.value_or(""), each.repaired) << each.text;
    EXPECT_FALSE(
        nlohmann::json::parse(repaired.value_or(each.text), nullptr, false).is_discarded());
  }
}

TEST(Raw, KeepsLoneSurrogatesOfJsonInsideAString) {
  EXPECT_EQ(json_inside(R"("[\"a\ud83d\",\"\\ude00\"]")"), R"(["a\ud83d","\ude00"])");
}

}  // namespace
}  // namespace afar::raw
