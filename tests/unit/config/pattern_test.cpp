#include "daemon/core/pattern.h"

#include <gtest/gtest.h>

namespace afar {
namespace {

Pattern pattern(const std::string& text) { return std::get<Pattern>(Pattern::compile(text)); }

TEST(Pattern, IsFoundAnywhere) {
  EXPECT_TRUE(pattern("\\bdeploy\\b").found_in("make deploy now"));
  EXPECT_FALSE(pattern("\\bdeploy\\b").found_in("make deployment"));
  EXPECT_TRUE(pattern("(?i)CACHE").found_in("Which cache?"));
  EXPECT_TRUE(pattern("").found_in(""));
}

TEST(Pattern, WhatWouldRunForeverElsewhereRunsOnA200KilobyteInput) {
  const std::string input(200'000, 'a');
  EXPECT_FALSE(pattern("(a*)*b").found_in(input));
  EXPECT_FALSE(pattern("(a|aa)+$x").found_in(input));
  EXPECT_FALSE(pattern("(a?){50}a{50}b").found_in(input));
  EXPECT_TRUE(pattern("a{100}$").found_in(input));
}

TEST(Pattern, KeepsGoingWhenItsCacheIsFull) {
  // Many states: each position of the last 16 characters is remembered.
  std::string input;
  std::uint32_t seed = 1;
  for (int i = 0; i < 200'000; ++i) {
    seed = seed * 1664525 + 1013904223;
    input += (seed >> 31) != 0 ? 'a' : 'b';
  }
  EXPECT_FALSE(pattern("a[ab]{16}c").found_in(input));
  EXPECT_TRUE(pattern("a[ab]{16}c").found_in(input + "abbbbbbbbbbbbbbbbc"));
}

TEST(Pattern, BytesThatAreNoUtf8AreNoReasonToFail) {
  EXPECT_TRUE(pattern("b").found_in("\xff\xfe b"));
  EXPECT_TRUE(pattern("a").found_in(std::string("\0a", 2)));
}

TEST(Pattern, SaysInRe2sWordsWhatIsWrong) {
  const auto compiled = Pattern::compile("a(b");
  EXPECT_EQ(std::get<BadPattern>(compiled).why, "missing ): a(b");
}

}  // namespace
}  // namespace afar
