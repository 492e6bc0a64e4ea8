// What is sent arrives as it is, and what is answered comes back as it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/net/asker.h"
#include "tests/unit/net/local_server.h"

namespace afar::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(HttpClient, GivesStatusHeadersAndBodyOfAnyAnswer) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.answer(404, "not here", "Retry-After: 7\r\n");
  });
  Asker asker;
  const HttpResponse answer = asker.answer_to({.url = server.url()});
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.body, "not here");
  EXPECT_EQ(answer.header("retry-after"), "7");
  EXPECT_EQ(answer.header("x-missing"), "");
}

TEST(HttpClient, SendsMethodHeadersAndBodyByteForByte) {
  LocalServer server([](Visit& visit, const std::string&) { visit.answer(200, ""); });
  Asker asker;
  const std::string body("{\"a\":\"\xc3\xa9\"}\0\r\n", 14);
  asker.answer_to({.method = "PUT",
                   .url = server.url("/x?y=1"),
                   .headers = {{"Content-Type", "application/json"}, {"X-One", "two"}},
                   .body = body});
  const std::string sent = server.requests().at(0);
  EXPECT_THAT(sent, StartsWith("PUT /x?y=1 HTTP/1.1\r\n"));
  EXPECT_THAT(sent, HasSubstr("\r\nContent-Type: application/json\r\n"));
  EXPECT_THAT(sent, HasSubstr("\r\nX-One: two\r\n"));
  EXPECT_THAT(sent, HasSubstr("\r\nUser-Agent: afar/"));
  EXPECT_THAT(sent, EndsWith("\r\n\r\n" + body));
}

TEST(HttpClient, SendsALongBodyWithoutWaitingForLeave) {
  LocalServer server([](Visit& visit, const std::string& request) {
    visit.answer(200, std::to_string(request.size()));
  });
  Asker asker;
  const std::string body(3 * 1024 * 1024, 'x');
  const auto answer = asker.answer_to({.method = "POST", .url = server.url(), .body = body});
  EXPECT_GT(std::stoul(answer.body), body.size());
  EXPECT_THAT(server.requests().at(0).substr(0, 1000), testing::Not(HasSubstr("Expect")));
}

TEST(HttpClient, SendsAPostWithoutABody) {
  LocalServer server([](Visit& visit, const std::string&) { visit.answer(204, ""); });
  Asker asker;
  EXPECT_EQ(asker.answer_to({.method = "POST", .url = server.url()}).status, 204);
  EXPECT_THAT(server.requests().at(0), HasSubstr("Content-Length: 0"));
}

TEST(HttpClient, SendsAFormWithAFile) {
  LocalServer server([](Visit& visit, const std::string&) { visit.answer(200, ""); });
  Asker asker;
  asker.answer_to({.method = "POST",
                   .url = server.url(),
                   .parts = {{.name = "chat_id", .data = "1001"},
                             {.name = "document",
                              .data = std::string("a\0b", 3),
                              .file_name = "plan.md",
                              .content_type = "text/markdown"}}});
  const std::string sent = server.requests().at(0);
  EXPECT_THAT(sent, HasSubstr("Content-Type: multipart/form-data; boundary="));
  EXPECT_THAT(sent, HasSubstr("form-data; name=\"chat_id\"\r\n\r\n1001\r\n"));
  EXPECT_THAT(sent, HasSubstr("form-data; name=\"document\"; filename=\"plan.md\"\r\n"
                              "Content-Type: text/markdown\r\n\r\n" +
                              std::string("a\0b", 3) + "\r\n"));
}

TEST(HttpClient, UsesTheHeadersOfTheLastOfSeveralHeads) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.write("HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n");
    visit.answer(200, "late");
  });
  Asker asker;
  const auto answer = asker.answer_to({.url = server.url()});
  EXPECT_EQ(answer.body, "late");
  EXPECT_EQ(answer.header("x-early"), "");
}

TEST(HttpClient, AsksManyAtOnce) {
  LocalServer server([](Visit& visit, const std::string& request) {
    visit.answer(200, request.substr(5, request.find(' ', 5) - 5));
  });
  Asker asker;
  int right = 0;
  int ended = 0;
  for (int i = 0; i < 200; ++i) {
    asker.client.send({.url = server.url("/" + std::to_string(i))}, [&, i](const HttpResult& got) {
      ++ended;
      const auto* answer = std::get_if<HttpResponse>(&got);
      if (answer != nullptr && answer->body == std::to_string(i)) ++right;
    });
  }
  asker.run_until([&] { return ended == 200; });
  EXPECT_EQ(right, 200);
}

TEST(HttpClient, NeverHoldsUpTheLoopNorOtherRequests) {
  LocalServer silent([](Visit& visit, const std::string&) { visit.wait_for_leave(); });
  LocalServer quick([](Visit& visit, const std::string&) { visit.answer(200, "quick"); });
  Asker asker;
  bool silent_ended = false;
  asker.client.send({.url = silent.url()}, [&](const HttpResult&) { silent_ended = true; });
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(asker.answer_to({.url = quick.url()}).body, "quick");
  }
  EXPECT_FALSE(silent_ended);
}

TEST(HttpClient, CallsNoHandlerBeforeTheCallReturned) {
  Asker asker;
  bool called = false;
  asker.client.send({.url = "ftp://example.org"}, [&](const HttpResult&) { called = true; });
  EXPECT_FALSE(called);
  asker.run_until([&] { return called; });
}

}  // namespace
}  // namespace afar::test
