#include "daemon/config/duration.h"

#include <gtest/gtest.h>

namespace afar::config {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(Duration, ReadsAndWritesTheSame) {
  struct Case {
    const char* text;
    Limit limit;
  };
  for (const auto& each :
       {Case{"0s", seconds(0)}, Case{"45s", seconds(45)}, Case{"90m", minutes(90)},
        Case{"10m", minutes(10)}, Case{"2h", hours(2)}, Case{"7d", days(7)},
        Case{"36500d", days(36500)}, Case{"never", std::nullopt}}) {
    ASSERT_TRUE(parse_duration(each.text)) << each.text;
    EXPECT_EQ(*parse_duration(each.text), each.limit) << each.text;
    EXPECT_EQ(duration_text(each.limit), each.text);
  }
}

TEST(Duration, WritesTheLargestUnitWithoutARemainder) {
  EXPECT_EQ(duration_text(minutes(60)), "1h");
  EXPECT_EQ(duration_text(seconds(3601)), "3601s");
  EXPECT_EQ(duration_text(hours(48)), "2d");
}

}  // namespace
}  // namespace afar::config
