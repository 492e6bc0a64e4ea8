#include "shared/dialog/time.h"

#include <gtest/gtest.h>

namespace afar {
namespace {

WallTime at(std::int64_t milliseconds) { return WallTime(Milliseconds(milliseconds)); }

TEST(TimeTest, IsWrittenInUtcWithMilliseconds) {
  EXPECT_EQ(to_rfc3339(at(0)), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(to_rfc3339(at(1'796'047'323'004)), "2026-11-30T14:02:03.004Z");
  EXPECT_EQ(to_rfc3339(at(-1)), "1969-12-31T23:59:59.999Z");
}

TEST(TimeTest, WhatIsWrittenIsReadBack) {
  for (const std::int64_t time : {0LL, 1LL, 999LL, -1LL, 951'782'399'999LL, 951'827'696'123LL,
                                  1'796'047'323'004LL, 253'402'300'799'999LL}) {
    EXPECT_EQ(from_rfc3339(to_rfc3339(at(time))), at(time)) << to_rfc3339(at(time));
  }
}

TEST(TimeTest, ReadsTheOtherFormsOfTheStandard) {
  const WallTime second = at(1'796'047'323'000);
  for (const char* text :
       {"2026-11-30T14:02:03Z", "2026-11-30T14:02:03z", "2026-11-30 14:02:03Z",
        "2026-11-30T14:02:03.0Z", "2026-11-30T16:02:03+02:00", "2026-11-30T08:32:03-05:30",
        "2026-12-01T13:02:03+23:00", "2026-11-30T14:02:03+00:00", "2026-11-30T14:02:03-00:00"}) {
    EXPECT_EQ(from_rfc3339(text), second) << text;
  }
}

TEST(TimeTest, FractionsAreReadToTheMillisecond) {
  EXPECT_EQ(from_rfc3339("1970-01-01T00:00:00.5Z"), at(500));
  EXPECT_EQ(from_rfc3339("1970-01-01T00:00:00.05Z"), at(50));
  EXPECT_EQ(from_rfc3339("1970-01-01T00:00:00.123999999999Z"), at(123));
}

TEST(TimeTest, LeapDaysAreRealAndLeapSecondsAreTaken) {
  EXPECT_TRUE(from_rfc3339("2024-02-29T00:00:00Z"));
  EXPECT_TRUE(from_rfc3339("2000-02-29T00:00:00Z"));
  EXPECT_FALSE(from_rfc3339("2026-02-29T00:00:00Z"));
  EXPECT_FALSE(from_rfc3339("1900-02-29T00:00:00Z"));
  EXPECT_EQ(from_rfc3339("2016-12-31T23:59:60Z"), from_rfc3339("2017-01-01T00:00:00Z"));
}

TEST(TimeTest, WhatIsNoTimeIsRefused) {
  for (const char* text : {"",
                           "2026",
                           "2026-11-30",
                           "2026-11-30T14:02:03",
                           "2026-11-30T14:02Z",
                           "2026-11-30T14:02:03ZZ",
                           " 2026-11-30T14:02:03Z",
                           "2026-11-30T14:02:03Z ",
                           "26-11-30T14:02:03Z",
                           "2026-13-30T14:02:03Z",
                           "2026-00-30T14:02:03Z",
                           "2026-11-31T14:02:03Z",
                           "2026-11-00T14:02:03Z",
                           "2026-11-30T24:02:03Z",
                           "2026-11-30T14:60:03Z",
                           "2026-11-30T14:02:61Z",
                           "2026-11-30T14:02:03.Z",
                           "2026-11-30T14:02:03,5Z",
                           "2026-11-30T14:02:03+2:00",
                           "2026-11-30T14:02:03+0200",
                           "2026-11-30T14:02:03+24:00",
                           "2026-11-30T14:02:03+02:60",
                           "2026-11-30T14:02:03+02",
                           "2026-1a-30T14:02:03Z",
                           "yesterday"}) {
    EXPECT_EQ(from_rfc3339(text), std::nullopt) << text;
  }
}

TEST(TimeTest, SignsAreNoDigits) {
  for (const char* text : {"2026-11-30T-0:02:03Z", "2026-11-30T14:-0:03Z", "2026-11-30T14:02:-0Z",
                           "-000-11-30T14:02:03Z", "2026-11-30T14:02:03+-0:00",
                           "2026-11-30T14:02:03+02:-0", "+026-11-30T14:02:03Z"}) {
    EXPECT_EQ(from_rfc3339(text), std::nullopt) << text;
  }
}

TEST(TimeTest, BothClocksAreReadTogether) {
  const Now first = read_clocks();
  const Now second = read_clocks();
  EXPECT_LE(first.mono, second.mono);
  EXPECT_GT(first.wall, at(1'700'000'000'000));
}

}  // namespace
}  // namespace afar
