// How long a service asks us to wait.
#include <gtest/gtest.h>

#include "daemon/net/http_answer.h"

namespace afar::test {
namespace {

using namespace std::chrono_literals;

const WallTime kNow = *from_rfc3339("2026-11-30T14:02:03.500Z");

std::optional<Milliseconds> asked(const std::string& value) {
  return retry_after({429, {{"retry-after", value}}, ""}, kNow);
}

TEST(RetryAfter, IsReadAsSecondsAndAsADate) {
  EXPECT_EQ(asked("0"), 0s);
  EXPECT_EQ(asked("120"), 120s);
  EXPECT_EQ(asked("Mon, 30 Nov 2026 14:03:03 GMT"), 60s);
  EXPECT_EQ(asked("Mon, 30 Nov 2026 13:00:00 GMT"), 0s);
}

TEST(RetryAfter, IsNeverLongerThanADay) {
  EXPECT_EQ(asked("86401"), 24h);
  EXPECT_EQ(asked("99999999999999999999999"), 24h);
  EXPECT_EQ(asked("Mon, 30 Nov 2037 14:03:03 GMT"), 24h);
}

TEST(RetryAfter, IsNothingWhereItSaysNothing) {
  EXPECT_EQ(retry_after({429, {}, ""}, kNow), std::nullopt);
  for (const char* value : {"soon", "12 apples", "-"})
    EXPECT_EQ(asked(value), std::nullopt) << value;
}

TEST(WhyNoSuccess, TellsTheStatusOrTheFailure) {
  EXPECT_EQ(why_no_success(HttpResponse{503, {}, ""}), "it answered 503");
  EXPECT_EQ(why_no_success(HttpFailure{"Timeout was reached"}),
            "nothing came: Timeout was reached");
}

}  // namespace
}  // namespace afar::test
