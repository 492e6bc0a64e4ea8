// Goal: lines come out whole whatever pieces they came in, and none over the limit ever does.
// Method: every way to cut a stream in two, bytes one by one, and lengths around the limit.
#include "shared/rpc/line_buffer.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace afar::rpc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> lines_of(LineBuffer& buffer) {
  std::vector<std::string> lines;
  while (auto line = buffer.next()) lines.push_back(*line);
  return lines;
}

const std::vector<std::string> kLines{"one", "", "two two", "\xF0\x9F\xA6\x8A", "five"};
const std::string kStream = "one\n\r\ntwo two\r\n\xF0\x9F\xA6\x8A\nfive\nrest";

TEST(LineBufferTest, TheSameLinesComeOutWhereverTheStreamIsCut) {
  for (std::size_t cut = 0; cut <= kStream.size(); ++cut) {
    LineBuffer buffer(100);
    ASSERT_TRUE(buffer.append(kStream.substr(0, cut)));
    auto lines = lines_of(buffer);
    ASSERT_TRUE(buffer.append(kStream.substr(cut)));
    for (auto& line : lines_of(buffer)) lines.push_back(line);
    EXPECT_EQ(lines, kLines) << "cut at " << cut;
  }
}

TEST(LineBufferTest, TheSameLinesComeOutByteByByte) {
  LineBuffer buffer(100);
  std::vector<std::string> lines;
  for (const char byte : kStream) {
    ASSERT_TRUE(buffer.append({&byte, 1}));
    for (auto& line : lines_of(buffer)) lines.push_back(line);
  }
  EXPECT_EQ(lines, kLines);
}

TEST(LineBufferTest, LinesMayWaitWhileMoreAreAppended) {
  LineBuffer buffer(100);
  ASSERT_TRUE(buffer.append("a\nb\nc"));
  EXPECT_EQ(buffer.next(), "a");
  ASSERT_TRUE(buffer.append("c\nd\n"));
  EXPECT_THAT(lines_of(buffer), ElementsAre("b", "cc", "d"));
}

TEST(LineBufferTest, ALineWithoutItsEndIsNotGiven) {
  LineBuffer buffer(100);
  ASSERT_TRUE(buffer.append("half"));
  EXPECT_EQ(buffer.next(), std::nullopt);
  EXPECT_EQ(buffer.next(), std::nullopt);
}

TEST(LineBufferTest, OnlyACarriageReturnAtTheEndIsTaken) {
  LineBuffer buffer(100);
  ASSERT_TRUE(buffer.append("a\rb\r\r\n\r\n"));
  EXPECT_THAT(lines_of(buffer), ElementsAre("a\rb\r", ""));
}

TEST(LineBufferTest, TheLimitIsExact) {
  LineBuffer exact(10);
  EXPECT_TRUE(exact.append(std::string(10, 'x')));
  EXPECT_TRUE(exact.append("\n"));
  EXPECT_THAT(lines_of(exact), ElementsAre(std::string(10, 'x')));
  LineBuffer over(10);
  EXPECT_FALSE(over.append(std::string(11, 'x')));
}

TEST(LineBufferTest, ManyLinesTogetherMayBeLongerThanTheLimit) {
  LineBuffer buffer(10);
  EXPECT_TRUE(buffer.append("0123456789\n0123456789\n0123456789\n01234"));
  EXPECT_EQ(lines_of(buffer).size(), 3u);
}

// It must not be carried out and refused at the same time.
TEST(LineBufferTest, ALineOverTheLimitIsNeverGivenEvenWithItsEnd) {
  const std::string over(11, 'x');
  for (const std::string& stream : {over + "\n", "ok\n" + over + "\n", "ok\n" + over + "\nmore\n",
                                    "ok\n" + over, "ok\n" + over + "\nmo"}) {
    LineBuffer buffer(10);
    EXPECT_FALSE(buffer.append(stream)) << stream;
    if (stream[0] == 'o') {
      EXPECT_THAT(lines_of(buffer), ElementsAre("ok")) << stream;
    } else {
      EXPECT_THAT(lines_of(buffer), IsEmpty());
    }
  }
}

TEST(LineBufferTest, ALineGrowingOverTheLimitByteByByteIsSeen) {
  LineBuffer buffer(10);
  ASSERT_TRUE(buffer.append("ok\n"));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(buffer.append("x"));
  EXPECT_FALSE(buffer.append("x"));
  EXPECT_THAT(lines_of(buffer), ElementsAre("ok"));
}

TEST(LineBufferTest, OnceOverflownNothingIsTakenAnyMore) {
  LineBuffer buffer(10);
  ASSERT_FALSE(buffer.append(std::string(11, 'x')));
  EXPECT_FALSE(buffer.append("\n"));
  EXPECT_FALSE(buffer.append("short\n"));
  EXPECT_EQ(buffer.next(), std::nullopt);
}

}  // namespace
}  // namespace afar::rpc
