#include "hook/json/gap.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace afar::raw {
namespace {

TEST(Gap, CommentsAndTrailingCommasBecomeBlanksOfTheSameLength) {
  const struct {
    std::string text;
    std::string strict;
  } cases[] = {
      {"{} // a", "{}     "},
      {"/* {\n\" */ {}", "    \n     {}"},
      {"[1, // \"x\r\n2,\r\n]", "[1,       \n2 \r\n]"},
      {R"({"a//b": "/* c */, ]",})", R"({"a//b": "/* c */, ]" })"},
      {R"(["\",]", /*,*/ 1 , /*,*/ ])", R"(["\",]",       1         ])"},
      {"[1] /", "[1] /"},
      {"[1] /* never ends", "[1]              "},
      {"\"never ends, ]", "\"never ends, ]"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(without_comments(without_trailing_commas(each.text)).size(), each.text.size());
    if (each.text.find('\r') == std::string::npos) {
      EXPECT_EQ(without_comments(without_trailing_commas(each.text)), each.strict);
    }
  }
  EXPECT_EQ(nlohmann::json::parse(without_comments(without_trailing_commas(cases[2].text))),
            nlohmann::json({1, 2}));
}

TEST(Gap, EndsBehindTheLastCommentOfItsLineOrOfAll) {
  const std::string text = " /* a */ // b\n // c\n 1";
  EXPECT_EQ(text.substr(after_comments_of_line(text, 0)), "\n // c\n 1");
  EXPECT_EQ(text.substr(after_comments(text, 0)), "\n 1");
  EXPECT_EQ(text.substr(after_gap(text, 0)), "1");
  EXPECT_EQ(after_comments(" 1", 0), 0u);
  EXPECT_EQ(after_gap("", 0), 0u);
  EXPECT_EQ(after_comment("/", 0), 0u);
  EXPECT_EQ(after_comment("//", 0), 2u);
  EXPECT_EQ(after_comment("// a\r\n", 0), 4u);
}

TEST(Gap, KnowsWhereALineWouldGoOnInAComment) {
  for (const char* gap : {"//", " // a", "/* a */ // b", "// a\n // b"}) {
    EXPECT_TRUE(ends_in_comment(gap)) << gap;
  }
  for (const char* gap : {"", " ", "// a\n", "/* a */", "/* // a */ ", "// a\n /* b */"}) {
    EXPECT_FALSE(ends_in_comment(gap)) << gap;
  }
}

}  // namespace
}  // namespace afar::raw
