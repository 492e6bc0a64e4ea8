#include "daemon/config/node.h"

#include <gtest/gtest.h>

namespace afar::config {
namespace {

Node parsed(const std::string& text) {
  auto result = parse(text);
  if (const auto* error = std::get_if<SyntaxError>(&result)) {
    ADD_FAILURE() << error->line << ": " << error->what;
    return {};
  }
  return std::get<Node>(std::move(result));
}

SyntaxError refused(const std::string& text) {
  auto result = parse(text);
  const auto* error = std::get_if<SyntaxError>(&result);
  return error != nullptr ? *error : SyntaxError{-1, "taken"};
}

TEST(Node, EveryKindOfValueKnowsItsLine) {
  const Node top = parsed(
      "{\n"
      "  \"text\":\n"
      "    \"a\",\n"
      "  \"yes\": true, \"no\": false,\n"
      "  \"nothing\": null,\n"
      "  \"one\": 1\n"
      "  ,\n"
      "  \"list\": [\n"
      "    1\n"
      "    ,\n"
      "    -2,\n"
      "    1.5\n"
      "    , 99999999999999999999\n"
      "    , [\n"
      "    ]\n"
      "  ],\n"
      "  \"end\": {}\n"
      "}\n");
  const auto line_of = [&](const char* name) { return find_member(top, name)->line; };
  EXPECT_EQ(top.line, 1);
  EXPECT_EQ(top.members.at(0).line, 2);
  EXPECT_EQ(line_of("text"), 3);
  EXPECT_EQ(line_of("yes"), 4);
  EXPECT_EQ(line_of("no"), 4);
  EXPECT_EQ(line_of("nothing"), 5);
  EXPECT_EQ(line_of("one"), 6);
  EXPECT_EQ(line_of("list"), 8);
  std::vector<int> lines;
  for (const auto& element : find_member(top, "list")->elements) lines.push_back(element.line);
  EXPECT_EQ(lines, (std::vector<int>{9, 11, 12, 13, 14}));
  EXPECT_EQ(line_of("end"), 17);
}

TEST(Node, ANumberAtTheEndOfItsLineIsOnThatLine) {
  EXPECT_EQ(parsed("1\n").line, 1);
  EXPECT_EQ(parsed("\n1").line, 2);
  EXPECT_EQ(parsed("[1\n,\n2\n]").elements.at(1).line, 3);
}

TEST(Node, CommentsAreNotRead) {
  const Node top = parsed(
      "// don't { [ \"\n"
      "{ /* [ [ [\n"
      "   \" */ \"a\": // one\n"
      "   1, \"b\": \"// no comment /* \" }\n"
      "/* the end */");
  EXPECT_EQ(top.members.at(0).line, 3);
  EXPECT_EQ(top.members.at(0).value.line, 4);
  EXPECT_EQ(find_member(top, "b")->text, "// no comment /* ");
}

TEST(Node, WindowsLinesAndAByteOrderMark) {
  const Node top = parsed("\xEF\xBB\xBF{\r\n\"a\": 1,\r\n\"b\": 2}\r\n");
  EXPECT_EQ(top.members.at(0).line, 2);
  EXPECT_EQ(top.members.at(1).value.line, 3);
}

TEST(Node, ANameThatStandsTwiceIsSeenTwice) {
  const Node top = parsed("{\"a\":1,\n\"a\":2}");
  ASSERT_EQ(top.members.size(), 2u);
  EXPECT_EQ(top.members.at(1).line, 2);
  EXPECT_EQ(find_member(top, "a")->integer, 2);
}

TEST(Node, NumbersThatAreNoWholeNumbers) {
  EXPECT_EQ(parsed("9223372036854775807").type, Node::Type::kInteger);
  EXPECT_EQ(parsed("9223372036854775808").type, Node::Type::kFraction);
  EXPECT_EQ(parsed("-9223372036854775809").type, Node::Type::kFraction);
  EXPECT_EQ(parsed("1e3").type, Node::Type::kFraction);
}

TEST(Node, WhatIsNoJsonIsRefusedWithItsLine) {
  struct Case {
    std::string text;
    int line;
    std::string what;
  };
  for (const auto& each : {
           Case{"", 1, "unexpected end of input"},
           Case{"// only this\n", 2, "unexpected end of input"},
           Case{"{\n\"a\": 1,\n}", 3, "unexpected '}'"},
           Case{"{\n\"a\": tru\n}", 2, "invalid literal"},
           Case{"{\n\"a\" 1\n}", 2, "expected ':'"},
           Case{"{}\n{}", 2, "expected end of input"},
           Case{"{\n\"a\": \"b\n\"}", 2, "invalid string"},
           Case{"{\n\n/* ", 3, "comment"},
           Case{"[1,\n\"\xff\"]", 2, "UTF-8"},
           Case{"[1,\n\"\\ud800\"]", 2, "surrogate"},
           Case{std::string("{}\n\0{", 5), 2, "NUL"},
           Case{"[\n01]", 2, "unexpected number"},
       }) {
    const SyntaxError error = refused(each.text);
    EXPECT_EQ(error.line, each.line) << each.text << "\n" << error.what;
    EXPECT_NE(error.what.find(each.what), std::string::npos) << each.text << "\n" << error.what;
  }
}

TEST(Node, WhatStandsWhereTheErrorIsMayBeASecretAndIsNotRepeated) {
  const SyntaxError error = refused("{\"token\": \"s3cr3t\n\"}");
  EXPECT_EQ(error.what.find("s3cr3t"), std::string::npos) << error.what;
  EXPECT_EQ(refused("{\"token\": s3cr3t}").what.find("s3"), std::string::npos);
}

TEST(Node, DepthIsBounded) {
  EXPECT_NE(refused(std::string(200'000, '[')).what.find("deeper than 32"), std::string::npos);
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":\n";
  EXPECT_EQ(refused(objects).line, 33);
  EXPECT_EQ(parsed(std::string(32, '[') + std::string(32, ']')).type, Node::Type::kArray);
  EXPECT_EQ(refused(std::string(33, '[') + std::string(33, ']')).line, 1);
  // In a comment it is no depth.
  EXPECT_EQ(parsed("//" + std::string(100, '[') + "\n1").integer, 1);
}

}  // namespace
}  // namespace afar::config
