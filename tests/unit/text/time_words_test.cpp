// Goal: times read well and typed times mean one moment. Method: tables, in UTC and in one zone
// with summer time.
#include "daemon/text/time_words.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

#include "daemon/cli/failure.h"
#include "daemon/cli/numbers.h"

namespace afar::cli {
namespace {

class TimeWords : public ::testing::Test {
 protected:
  void SetUp() override { in_zone("UTC"); }
  void TearDown() override { in_zone("UTC"); }
  static void in_zone(const char* zone) {
    ::setenv("TZ", zone, 1);
    ::tzset();
  }
  static WallTime at(const char* text) { return *from_rfc3339(text); }
};

TEST_F(TimeWords, SaysHowLong) {
  const auto words = [](long long seconds) {
    return duration_in_words(Milliseconds(seconds * 1000));
  };
  EXPECT_EQ(words(-5), "0s");
  EXPECT_EQ(words(38), "38s");
  EXPECT_EQ(words(60), "1m00s");
  EXPECT_EQ(words(252), "4m12s");
  EXPECT_EQ(words(3600), "1h00m");
  EXPECT_EQ(words(2 * 3600 + 5 * 60 + 59), "2h05m");
  EXPECT_EQ(words(3 * 86400 + 4 * 3600), "3d04h");
}

TEST_F(TimeWords, SaysWhenWithADateOnlyForOtherDays) {
  const auto now = at("2026-11-30T14:06:15Z");
  EXPECT_EQ(moment_in_words(at("2026-11-30T14:02:00Z"), now), "14:02");
  EXPECT_EQ(moment_in_words(at("2026-11-29T23:59:59Z"), now), "2026-11-29 23:59");
  EXPECT_EQ(timestamp(at("2026-11-30T14:02:03.999Z")), "2026-11-30 14:02:03");
  in_zone("Europe/Berlin");
  EXPECT_EQ(moment_in_words(at("2026-11-30T14:02:00Z"), now), "15:02");
}

TEST_F(TimeWords, ReadsMomentsOfThePast) {
  const auto now = at("2026-11-30T14:06:15Z");
  EXPECT_EQ(moment_from("90s", now), at("2026-11-30T14:04:45Z"));
  EXPECT_EQ(moment_from("2h", now), at("2026-11-30T12:06:15Z"));
  EXPECT_EQ(moment_from("1w", now), at("2026-11-23T14:06:15Z"));
  EXPECT_EQ(moment_from("2026-11-29", now), at("2026-11-29T00:00:00Z"));
  EXPECT_EQ(moment_from("2026-11-29 08:30", now), at("2026-11-29T08:30:00Z"));
  EXPECT_EQ(moment_from("2026-11-29 08:30:15", now), at("2026-11-29T08:30:15Z"));
  EXPECT_EQ(moment_from("2026-11-29T08:30:00+02:00", now), at("2026-11-29T06:30:00Z"));
  in_zone("Europe/Berlin");
  EXPECT_EQ(moment_from("2026-07-01 12:00", now), at("2026-07-01T10:00:00Z")) << "summer time";
  EXPECT_EQ(moment_from("2026-11-29 12:00", now), at("2026-11-29T11:00:00Z"));
}

TEST_F(TimeWords, RefusesWhatIsNoMoment) {
  const auto now = at("2026-11-30T14:06:15Z");
  for (const char* text : {"", "h", "2", "2x", "-2h", "2 h", "yesterday", "2026-13-01",
                           "2026-11-29 25:00", "99999999999999999999s", "2026-11-29 08:30 "}) {
    EXPECT_FALSE(moment_from(text, now)) << text;
  }
  EXPECT_TRUE(moment_from("30000000000w", now)) << "bounded, not overflown";
}

TEST(Seconds, AreReadWithFractions) {
  EXPECT_EQ(seconds_from("--timeout", "0"), Milliseconds(0));
  EXPECT_EQ(seconds_from("--timeout", "30"), Milliseconds(30000));
  EXPECT_EQ(seconds_from("--timeout", "0.5"), Milliseconds(500));
  EXPECT_EQ(seconds_from("--timeout", "1.25"), Milliseconds(1250));
  EXPECT_EQ(seconds_from("--timeout", "0.0001"), Milliseconds(1)) << "little is not nothing";
}

TEST(Seconds, RefuseEverythingElse) {
  for (const char* text : {"", "-1", "+1", "1.", ".5", "1e3", "ten", "1 ", "99999999999999999999",
                           "400000000", "nan"}) {
    EXPECT_THROW(seconds_from("--timeout", text), Failure) << text;
  }
}

TEST(MomentFrom, ADayThatDoesNotExistIsNone) {
  for (const char* text : {"2026-02-30", "2026-02-30 10:00", "2026-04-31 10:00:00"}) {
    EXPECT_EQ(moment_from(text, WallTime{}), std::nullopt) << text;
  }
  EXPECT_TRUE(moment_from("2024-02-29 10:00", WallTime{}));
}

}  // namespace
}  // namespace afar::cli
