// What is sent waits once the server says that it is too much.
#include "daemon/surfaces/ntfy/ntfy_pace.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>

namespace afar::ntfy {
namespace {

using namespace std::chrono_literals;

class NtfyPace : public testing::Test {
 protected:
  bool send(int number) {
    return pace_.when_free([this, number] { sent_.push_back(number); });
  }
  boost::asio::io_context loop_;
  Pace pace_{loop_, 10ms, 40ms};
  std::vector<int> sent_;
};

TEST_F(NtfyPace, LetsAllGoAtOnceAsLongAsAllIsWell) {
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(send(i));
  EXPECT_EQ(sent_.size(), 200U);
}

TEST_F(NtfyPace, HoldsBackWhatComesAfterARefusalAndLetsItGoInItsOrder) {
  pace_.too_much(0ms);
  send(1);
  send(2);
  EXPECT_TRUE(sent_.empty());
  loop_.run();
  EXPECT_EQ(sent_, (std::vector<int>{1, 2}));
  EXPECT_EQ(pace_.rest_left(), 0ms);
  EXPECT_TRUE(send(3));
  EXPECT_EQ(sent_.size(), 3U);
}

TEST_F(NtfyPace, RestsAsLongAsTheServerAsks) {
  pace_.too_much(1h);
  send(1);
  loop_.poll();
  EXPECT_TRUE(sent_.empty());
  EXPECT_GT(pace_.rest_left(), 59min);
}

TEST_F(NtfyPace, RestsLongerEachTimeUntilOneGoesWell) {
  Pace pace(loop_, 50ms, 200ms);
  const auto rest = [&] {
    pace.too_much(0ms);
    const Milliseconds left = pace.rest_left();
    pace.when_free([] {});
    loop_.restart();
    loop_.run();
    return left;
  };
  Milliseconds longest{};
  for (int i = 0; i < 4; ++i) longest = std::max(longest, rest());
  EXPECT_GT(longest, 60ms);
  EXPECT_LE(longest, 240ms);
  pace.went_well();
  EXPECT_LE(rest(), 60ms);
}

TEST_F(NtfyPace, TakesSeveralRefusalsAtOnceForOne) {
  for (int i = 0; i < 4; ++i) pace_.too_much(0ms);
  EXPECT_LE(pace_.rest_left(), 12ms);
}

TEST_F(NtfyPace, KeepsNoMoreThanItMay) {
  pace_.too_much(1h);
  int taken = 0;
  while (send(taken)) ++taken;
  EXPECT_EQ(taken, 64);
}

TEST_F(NtfyPace, ForgetsWhatWaitsOnceItIsStopped) {
  pace_.too_much(0ms);
  send(1);
  pace_.stop();
  loop_.run();
  EXPECT_TRUE(sent_.empty());
}

}  // namespace
}  // namespace afar::ntfy
