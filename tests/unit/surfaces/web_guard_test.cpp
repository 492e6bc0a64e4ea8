#include <gtest/gtest.h>

#include "daemon/surfaces/web/guard.h"

namespace afar::web {
namespace {

http::Request request(const std::string& method, std::vector<http::Header> headers) {
  return {method, "/api/dialogs", "", std::move(headers), "", "127.0.0.1"};
}

int status_for(const Guard& guard, const http::Request& asked) {
  const auto refusal = guard.refusal(asked);
  return refusal ? refusal->status : 200;
}

int get(const Guard& guard, const std::string& host) {
  return status_for(guard, request("GET", {{"Host", host}}));
}

int post(const Guard& guard, const std::string& host, const std::string& origin) {
  return status_for(guard, request("POST", {{"Host", host},
                                            {"Origin", origin},
                                            {"Content-Type", "application/json; charset=utf-8"}}));
}

TEST(WebGuardTest, OnlyNamesOfThisMachineLeadToThePage) {
  const Guard guard("");
  for (const char* host :
       {"localhost", "LocalHost:7717", "127.0.0.1:7717", "127.1.2.3", "[::1]", "[::1]:7717"}) {
    EXPECT_EQ(get(guard, host), 200) << host;
  }
  for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                           "127.evil", "x127.0.0.1", "[::1", "::1", "0.0.0.0", "localhost@evil",
                           "box.example", "", "localhost/", "[::1].evil"}) {
    EXPECT_NE(get(guard, host), 200) << host;
  }
}

TEST(WebGuardTest, ThePublicNameLeadsThereTooWithWhateverPort) {
  const Guard guard("https://Box.example:8443");
  EXPECT_EQ(get(guard, "box.example:8443"), 200);
  EXPECT_EQ(get(guard, "box.example"), 200);
  EXPECT_EQ(get(guard, "box.example.evil"), 403);
  EXPECT_EQ(post(guard, "127.0.0.1:7717", "https://box.example:8443"), 200);
  EXPECT_EQ(post(guard, "box.example:8443", "https://box.example:8443"), 200);
  EXPECT_EQ(post(guard, "127.0.0.1:7717", "https://box.example"), 403);
}

TEST(WebGuardTest, OnlyThePageItselfPosts) {
  const Guard guard("");
  EXPECT_EQ(post(guard, "127.0.0.1:7717", "http://127.0.0.1:7717"), 200);
  EXPECT_EQ(post(guard, "localhost:8080", "http://localhost:8080"), 200);
  for (const char* origin : {"http://localhost:3000", "null", "", "http://evil.example:7717",
                             "http://127.0.0.1", "file://", "127.0.0.1:7717"}) {
    EXPECT_EQ(post(guard, "127.0.0.1:7717", origin), 403) << origin;
  }
}

TEST(WebGuardTest, APostIsJson) {
  const Guard guard("");
  for (const char* type :
       {"", "text/plain", "application/jsonp", "application/x-www-form-urlencoded",
        "text/plain;application/json", "multipart/form-data"}) {
    EXPECT_EQ(status_for(guard, request("POST", {{"Host", "localhost"}, {"Content-Type", type}})),
              415)
        << type;
  }
  EXPECT_EQ(status_for(guard, request("POST", {{"Host", "localhost"}})), 415);
  EXPECT_EQ(status_for(guard, request("POST", {{"Host", "localhost"},
                                               {"Content-Type", "Application/JSON ; x=y"}})),
            200);
}

TEST(WebGuardTest, ACookieIsForHttpsWhereThePageIsAskedForByIt) {
  const Guard guard("https://box.example");
  EXPECT_TRUE(guard.secures_cookies(request("POST", {})));
  EXPECT_TRUE(guard.secures_cookies(request("POST", {{"Origin", "https://box.example"}})));
  EXPECT_FALSE(guard.secures_cookies(request("POST", {{"Origin", "http://127.0.0.1:7717"}})));
  EXPECT_FALSE(Guard("").secures_cookies(request("POST", {})));
}

}  // namespace
}  // namespace afar::web
