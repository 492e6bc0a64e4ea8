// Goal: no more is sent than the service takes. Method: sends as fast as they are let, on a clock
// of the test's own.
#include <gtest/gtest.h>

#include "daemon/surfaces/telegram/sender.h"

namespace afar::telegram {
namespace {

// How many go out within so many seconds, by somebody who always has more.
int sent_within(Pace pace, int seconds) {
  Allowance allowance(pace);
  const MonoTime start{std::chrono::hours(1)};
  MonoTime now = start;
  int sent = 0;
  while (now <= start + std::chrono::seconds(seconds)) {
    const Milliseconds wait = allowance.wait(now);
    if (wait.count() == 0) {
      allowance.take();
      ++sent;
    }
    now += wait;
  }
  return sent;
}

TEST(Pace, OfAPrivateChatIsAboutOneASecond) {
  EXPECT_EQ(sent_within(Paces{}.person, 0), 3);
  EXPECT_EQ(sent_within(Paces{}.person, 10), 13);
}

TEST(Pace, OfAGroupIsTwentyAMinute) {
  EXPECT_LE(sent_within(Paces{}.group, 60), 20);
  EXPECT_GE(sent_within(Paces{}.group, 60), 15);
}

TEST(Pace, OfAllIsWithinThirtyASecond) { EXPECT_LE(sent_within(Paces{}.all, 1), 30); }

TEST(Pace, DoesNotSaveUpMoreThanItsBurst) {
  Allowance allowance({2, 1});
  MonoTime now{std::chrono::hours(1)};
  allowance.wait(now);
  now += std::chrono::hours(1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(allowance.wait(now).count(), 0);
    allowance.take();
  }
  EXPECT_EQ(allowance.wait(now).count(), 1000);
}

}  // namespace
}  // namespace afar::telegram
