// An answer that does not come, or comes too slowly or too long, is a failure in plain words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "tests/unit/net/asker.h"
#include "tests/unit/net/local_server.h"

namespace afar::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr auto kOk = "HTTP/1.1 200 OK\r\n";

TEST(HttpClient, CutsOffABodyThatIsLongerThanItsLimit) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.write(std::string(kOk) + "\r\n");
    while (visit.write(std::string(4096, 'x'))) {
    }
    visit.reset();
  });
  Asker asker;
  EXPECT_EQ(asker.failure_of({.url = server.url(), .body_max = 10'000}),
            "the answer is longer than 10000 bytes");
}

TEST(HttpClient, TakesABodyThatIsAsLongAsItsLimit) {
  LocalServer server([](Visit& visit, const std::string&) { visit.answer(200, "1234567890"); });
  Asker asker;
  EXPECT_EQ(asker.answer_to({.url = server.url(), .body_max = 10}).body, "1234567890");
}

TEST(HttpClient, CutsOffHeadersWithoutEnd) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.write(kOk);
    while (visit.write("X-More: " + std::string(1000, 'x') + "\r\n")) {
    }
    visit.reset();
  });
  Asker asker;
  EXPECT_EQ(asker.failure_of({.url = server.url()}), "the answer's headers are too long");
}

TEST(HttpClient, CutsOffABodyThatComesTooSlowly) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.write(std::string(kOk) + "Content-Length: 1000000\r\n\r\nsome");
    visit.wait_for_leave();
  });
  Asker asker;
  EXPECT_THAT(asker.failure_of({.url = server.url(), .timeout = 200ms}), HasSubstr("Timeout"));
}

TEST(HttpClient, GivesUpOnAServerThatSaysNothing) {
  LocalServer server([](Visit& visit, const std::string&) { visit.wait_for_leave(); });
  Asker asker;
  EXPECT_THAT(asker.failure_of({.url = server.url(), .timeout = 200ms}), HasSubstr("Timeout"));
}

TEST(HttpClient, CountsABodyThatIsCutShortAsNoAnswer) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.write(std::string(kOk) + "Content-Length: 100\r\n\r\n{\"ok\":true}");
    visit.socket().close();
  });
  Asker asker;
  EXPECT_NE(asker.failure_of({.url = server.url()}), "");
}

TEST(HttpClient, SaysThatTheConnectionWasReset) {
  LocalServer server([](Visit& visit, const std::string&) { visit.reset(); });
  Asker asker;
  EXPECT_NE(asker.failure_of({.url = server.url()}), "");
}

TEST(HttpClient, TakesAnswersThatAreNoHttpForNone) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.write("220 mail.example.org ESMTP\r\n");
    visit.socket().close();
  });
  Asker asker;
  EXPECT_NE(asker.failure_of({.url = server.url()}), "");
}

TEST(HttpClient, TellsNothingOfTheRequestWhereItFails) {
  int closed = 0;
  {
    LocalServer server([](Visit&, const std::string&) {});
    closed = server.port();
  }
  LocalServer resets([](Visit& visit, const std::string&) { visit.reset(); });
  LocalServer silent([](Visit& visit, const std::string&) { visit.wait_for_leave(); });
  Asker asker;
  for (const std::string& base :
       {resets.url("/"), silent.url("/"), "http://127.0.0.1:" + std::to_string(closed) + "/",
        std::string("https://s3cret.invalid/"), std::string("http://s3cret:1/"),
        std::string("https://s3cret@127.0.0.1/"), std::string("s3cret://x/"),
        std::string("http://127.0.0.1/\n")}) {
    const std::string why = asker.failure_of({.method = "POST",
                                              .url = base + "bots3cret/send",
                                              .headers = {{"Authorization", "Bearer s3cret"}},
                                              .body = "s3cret",
                                              .timeout = 500ms});
    EXPECT_NE(why, "");
    EXPECT_THAT(why, Not(HasSubstr("s3cret")));
  }
}

TEST(HttpClient, CallsNoHandlerOfACancelledRequestAndHangsUp) {
  std::promise<void> came, left;
  LocalServer server([&](Visit& visit, const std::string&) {
    came.set_value();
    visit.wait_for_leave();
    left.set_value();
  });
  Asker asker;
  bool called = false;
  const auto ticket =
      asker.client.send({.url = server.url()}, [&](const HttpResult&) { called = true; });
  ASSERT_EQ(came.get_future().wait_for(kGuard), std::future_status::ready);
  asker.client.cancel(ticket);
  asker.client.cancel(ticket);
  ASSERT_EQ(left.get_future().wait_for(kGuard), std::future_status::ready);
  asker.loop.run();  // ends: nothing is under way
  EXPECT_FALSE(called);
}

TEST(HttpClient, CallsNoHandlerOnceItIsStopped) {
  LocalServer server([](Visit& visit, const std::string&) { visit.wait_for_leave(); });
  Asker asker;
  bool called = false;
  const auto handler = [&](const HttpResult&) { called = true; };
  asker.client.send({.url = server.url()}, handler);
  asker.client.send({.url = "nonsense"}, handler);
  asker.client.stop();
  asker.client.send({.url = server.url()}, handler);
  asker.loop.run();
  EXPECT_FALSE(called);
}

TEST(HttpClient, MayGoBeforeItsResultsAreLookedAt) {
  boost::asio::io_context loop;
  bool called = false;
  {
    LocalServer server([](Visit& visit, const std::string&) { visit.answer(200, ""); });
    HttpClient client(loop);
    client.send({.url = server.url()}, [&](const HttpResult&) { called = true; });
    while (server.requests().empty()) std::this_thread::yield();
  }
  loop.run();
  EXPECT_FALSE(called);
}

}  // namespace
}  // namespace afar::test
