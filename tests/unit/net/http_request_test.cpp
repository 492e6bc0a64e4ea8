#include "daemon/net/http_request.h"

#include <gtest/gtest.h>

namespace afar::http {
namespace {

TEST(HttpRequestTest, AHeaderIsFoundInAnyCase) {
  const Request request{"GET", "/", "", {{"X-Thing", "one"}, {"x-thing", "two"}}, "", ""};
  EXPECT_EQ(request.header("x-THING"), "one");
  EXPECT_EQ(request.count("X-thing"), 2u);
  EXPECT_EQ(request.header("thing"), std::nullopt);
}

TEST(HttpRequestTest, AParameterOfTheQueryIsDecoded) {
  const Request request{"GET", "/", "q=a%20b+c%2Bd&all=1&broken=%zz%4&flag", {}, "", ""};
  EXPECT_EQ(request.parameter("q"), "a b c+d");
  EXPECT_EQ(request.parameter("all"), "1");
  EXPECT_EQ(request.parameter("broken"), "%zz%4");
  EXPECT_EQ(request.parameter("flag"), std::nullopt);
  EXPECT_EQ(request.parameter("a"), std::nullopt);
}

TEST(HttpRequestTest, ACookieIsFoundAmongOthers) {
  const Request request{
      "GET", "/", "", {{"Cookie", "afar_other=x; afar=one=two ;z=1"}, {"cookie", "late=2"}},
      "",    ""};
  EXPECT_EQ(request.cookie("afar"), "one=two");
  EXPECT_EQ(request.cookie("late"), "2");
  EXPECT_EQ(request.cookie("other"), std::nullopt);
}

TEST(HttpRequestTest, NoValueEndsItsLine) {
  EXPECT_EQ(head_text(200, {{"A", "b\r\nSet-Cookie: x\x7f"}}),
            "HTTP/1.1 200 OK\r\nA: bSet-Cookie: x\r\n\r\n");
}

}  // namespace
}  // namespace afar::http
