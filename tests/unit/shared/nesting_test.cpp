// Goal: no text, however made, gets a deep DOM built. Method: the guard alone on texts around its
// limit, and with brackets where they do not count.
#include "shared/rpc/nesting.h"

#include <gtest/gtest.h>

#include <string>

namespace afar::rpc {
namespace {

std::string nested(int levels, char open = '[', char close = ']') {
  const auto count = static_cast<std::size_t>(levels);
  return std::string(count, open) + std::string(count, close);
}

TEST(NestingTest, TakesExactlyTheLimitAndNotOneMore) {
  EXPECT_TRUE(nests_within(nested(64), 64));
  EXPECT_FALSE(nests_within(nested(65), 64));
  EXPECT_TRUE(nests_within("1", 0));
  EXPECT_FALSE(nests_within("[]", 0));
}

TEST(NestingTest, CountsObjectsAndArraysTogether) {
  EXPECT_TRUE(nests_within(R"({"a":[{"b":[]}]})", 4));
  EXPECT_FALSE(nests_within(R"({"a":[{"b":[]}]})", 3));
}

TEST(NestingTest, CountsDepthAndNotNumber) {
  std::string wide = "[";
  for (int i = 0; i < 1000; ++i) wide += "{},[],";
  EXPECT_TRUE(nests_within(wide + "0]", 2));
}

TEST(NestingTest, BracketsInStringsDoNotCount) {
  EXPECT_TRUE(nests_within("\"" + nested(1000) + nested(1000, '{', '}') + "\"", 0));
  EXPECT_TRUE(nests_within(R"({"[[[[":"]]]]{{{{"})", 1));
}

TEST(NestingTest, AnEscapedQuoteDoesNotEndAString) {
  EXPECT_TRUE(nests_within(R"("\"[[[[")", 0));
  EXPECT_TRUE(nests_within(R"("\\\"[[[[")", 0));
  // An escaped backslash before the quote: here the string does end.
  EXPECT_FALSE(nests_within(R"("\\"[[[[)", 3));
}

TEST(NestingTest, ATextThatEndsInAnEscapeIsReadToItsEnd) {
  EXPECT_TRUE(nests_within("\"\\", 0));
  EXPECT_TRUE(nests_within("\"", 0));
  EXPECT_TRUE(nests_within("", 0));
}

TEST(NestingTest, RefusesTwoHundredThousandLevels) {
  EXPECT_FALSE(nests_within(nested(200'000), 64));
  EXPECT_FALSE(nests_within(nested(200'000, '{', '}'), 64));
  EXPECT_FALSE(nests_within(std::string(200'000, '['), 64));
}

}  // namespace
}  // namespace afar::rpc
