#include "daemon/core/words.h"

#include <gtest/gtest.h>

namespace afar::words {
namespace {

using namespace std::chrono;

TEST(Words, ADurationLosesNothingThatMatters) {
  EXPECT_EQ(duration(minutes(150)), "2h 30m");
  EXPECT_EQ(duration(minutes(30)), "30m");
  EXPECT_EQ(duration(seconds(45)), "45s");
  EXPECT_EQ(duration(hours(2)), "2h");
  EXPECT_EQ(duration(hours(24)), "1d");
  EXPECT_EQ(duration(days(7)), "7d");
  EXPECT_EQ(duration(seconds(61)), "1m 1s");
  EXPECT_EQ(duration(Milliseconds(7200)), "7s");
  EXPECT_EQ(duration(Milliseconds(200)), "200ms");
  EXPECT_EQ(duration(Milliseconds(0)), "0ms");
}

}  // namespace
}  // namespace afar::words
