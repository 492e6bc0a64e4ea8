#include <gtest/gtest.h>

#include <cstdlib>

#include "daemon/config/time_zone.h"
#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

TEST(TimeWindow, IsHalfOpenAndGoesOverMidnight) {
  const TimeWindow night{hours(23), hours(7)};
  EXPECT_FALSE(night.contains(hours(23) - minutes(1)));
  EXPECT_TRUE(night.contains(hours(23)));
  EXPECT_TRUE(night.contains(hours(0)));
  EXPECT_TRUE(night.contains(hours(7) - minutes(1)));
  EXPECT_FALSE(night.contains(hours(7)));
  const TimeWindow day{hours(9), hours(24)};
  EXPECT_FALSE(day.contains(hours(9) - minutes(1)));
  EXPECT_TRUE(day.contains(hours(9)));
  EXPECT_TRUE(day.contains(hours(24) - minutes(1)));
  EXPECT_FALSE(day.contains(hours(0)));
}

class ZonedRule : public ConfigTest {
 protected:
  bool holds(const std::string& when, const std::string& time) {
    return ruling("{\"rules\": [{\"name\": \"x\", \"when\": {" + when + "}}]}", question(),
                  {at(time), Presence::kHere})
               .rule == "x";
  }
};

TEST_F(ZonedRule, TimeAndDaysAreThoseOfTheNamedZone) {
  const std::string berlin = "\"tz\": \"Europe/Berlin\", ";
  EXPECT_TRUE(holds(berlin + "\"time\": \"23:00-07:00\"", "2026-11-30T22:00:00Z"));   // 23:00
  EXPECT_FALSE(holds(berlin + "\"time\": \"23:00-07:00\"", "2026-11-30T21:59:59Z"));  // 22:59
  EXPECT_FALSE(holds(berlin + "\"time\": \"23:00-07:00\"", "2026-11-30T06:00:00Z"));  // 07:00
  // Monday in Berlin is Sunday still in UTC. The days are those of the moment, after midnight too.
  EXPECT_TRUE(holds(berlin + "\"days\": \"mon\"", "2026-11-29T23:30:00Z"));
  EXPECT_FALSE(holds("\"tz\": \"UTC\", \"days\": \"mon\"", "2026-11-29T23:30:00Z"));
  EXPECT_TRUE(holds("\"tz\": \"America/New_York\", \"days\": \"sun\"", "2026-11-30T04:59:00Z"));
  EXPECT_TRUE(holds("\"tz\": \"Asia/Kolkata\", \"time\": \"05:30-05:31\"", "2026-11-30T00:00:59Z"));
}

TEST_F(ZonedRule, WhenTheClocksChangeItIsWhatTheClocksShow) {
  const std::string three = "\"tz\": \"Europe/Berlin\", \"time\": \"02:00-03:00\"";
  // 29 March 2026: 01:59 is followed by 03:00, the hour from two to three does not exist.
  EXPECT_FALSE(holds(three, "2026-03-29T00:59:59Z"));
  EXPECT_FALSE(holds(three, "2026-03-29T01:00:00Z"));
  EXPECT_TRUE(holds(three, "2026-03-30T00:30:00Z"));
  // 25 October 2026: it comes twice.
  EXPECT_TRUE(holds(three, "2026-10-25T00:30:00Z"));
  EXPECT_TRUE(holds(three, "2026-10-25T01:30:00Z"));
  EXPECT_FALSE(holds(three, "2026-10-25T02:00:00Z"));
}

TEST_F(ZonedRule, WithoutAZoneItIsThisMachinesTimeAlsoAfterItMoved) {
  const std::string noon = "\"time\": \"12:00-13:00\"";
  const char* before = std::getenv("TZ");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TZ", "Asia/Tokyo", 1);
  EXPECT_TRUE(holds(noon, "2026-11-30T03:00:00Z"));
  EXPECT_FALSE(holds(noon, "2026-11-30T12:00:00Z"));
  ::setenv("TZ", "UTC", 1);
  EXPECT_TRUE(holds(noon, "2026-11-30T12:00:00Z"));
  before != nullptr ? ::setenv("TZ", kept.c_str(), 1) : ::unsetenv("TZ");
}

TEST(TimeZone, AnUnknownOneIsNone) {
  EXPECT_FALSE(clock_of_zone("Europe/Nowhere"));
  EXPECT_FALSE(clock_of_zone(""));
  EXPECT_FALSE(clock_of_zone("/etc/passwd"));
}

}  // namespace
}  // namespace afar::config
