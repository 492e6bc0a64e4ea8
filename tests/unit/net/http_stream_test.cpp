// A stream's bytes come as they are sent, for as long as it goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "tests/unit/net/asker.h"
#include "tests/unit/net/local_server.h"

namespace afar::test {
namespace {

using namespace std::chrono_literals;

constexpr auto kOpen = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n";

struct Heard {
  std::string bytes;
  std::optional<HttpResult> end;

  HttpClient::DataHandler data() {
    return [this](std::string_view piece) { bytes.append(piece); };
  }
  HttpClient::ResultHandler ended() {
    return [this](const HttpResult& result) { end = result; };
  }
  std::string failure() const { return std::get<HttpFailure>(end.value()).why; }
};

TEST(HttpStream, GivesEachPieceAsItComes) {
  std::promise<void> heard_first;
  LocalServer server([&](Visit& visit, const std::string&) {
    visit.write(std::string(kOpen) + "{\"event\":\"open\"}\n");
    heard_first.get_future().wait();
    visit.write("{\"event\":\"message\"}\n");
    visit.socket().close();
  });
  Heard heard;
  Asker asker;
  asker.client.stream({.url = server.url()}, heard.data(), heard.ended());
  asker.run_until([&] { return heard.bytes == "{\"event\":\"open\"}\n"; });
  EXPECT_FALSE(heard.end);
  heard_first.set_value();
  asker.run_until([&] { return heard.end.has_value(); });
  EXPECT_EQ(heard.bytes, "{\"event\":\"open\"}\n{\"event\":\"message\"}\n");
  EXPECT_EQ(std::get<HttpResponse>(*heard.end).status, 200);
}

TEST(HttpStream, GivesAnAnswerThatIsNoSuccessAsItsEnd) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.answer(403, "{\"code\":40301}", "Retry-After: 3\r\n");
  });
  Heard heard;
  Asker asker;
  asker.client.stream({.url = server.url()}, heard.data(), heard.ended());
  asker.run_until([&] { return heard.end.has_value(); });
  EXPECT_EQ(heard.bytes, "");
  const auto& answer = std::get<HttpResponse>(*heard.end);
  EXPECT_EQ(answer.status, 403);
  EXPECT_EQ(answer.body, "{\"code\":40301}");
  EXPECT_EQ(answer.header("retry-after"), "3");
}

TEST(HttpStream, EndsWhereNothingComesForTooLong) {
  LocalServer server([](Visit& visit, const std::string&) {
    visit.write(std::string(kOpen) + "one\n");
    visit.wait_for_leave();
  });
  Heard heard;
  Asker asker;
  asker.client.stream({.url = server.url(), .timeout = 300ms}, heard.data(), heard.ended());
  asker.run_until([&] { return heard.end.has_value(); });
  EXPECT_EQ(heard.bytes, "one\n");
  EXPECT_EQ(heard.failure(), "nothing came for too long");
}

TEST(HttpStream, EndsWhereNotEvenAHeadComes) {
  LocalServer server([](Visit& visit, const std::string&) { visit.wait_for_leave(); });
  Heard heard;
  Asker asker;
  asker.client.stream({.url = server.url(), .timeout = 300ms}, heard.data(), heard.ended());
  asker.run_until([&] { return heard.end.has_value(); });
  EXPECT_EQ(heard.failure(), "nothing came for too long");
}

TEST(HttpStream, MayBeCancelledByWhatItSays) {
  std::promise<void> left;
  LocalServer server([&](Visit& visit, const std::string&) {
    visit.write(std::string(kOpen) + "stop\n");
    visit.wait_for_leave();
    left.set_value();
  });
  Heard heard;
  Asker asker;
  HttpTicket ticket = 0;
  ticket = asker.client.stream(
      {.url = server.url()},
      [&](std::string_view piece) {
        heard.bytes.append(piece);
        asker.client.cancel(ticket);
      },
      heard.ended());
  asker.loop.run();  // ends with the stream
  ASSERT_EQ(left.get_future().wait_for(kGuard), std::future_status::ready);
  EXPECT_EQ(heard.bytes, "stop\n");
  EXPECT_FALSE(heard.end);
}

TEST(HttpStream, HoldsBackASenderThatIsFasterThanTheLoop) {
  constexpr std::size_t kAll = 64 * 1024 * 1024;
  std::promise<void> stuck;
  LocalServer server([&](Visit& visit, const std::string&) {
    visit.write(kOpen);
    const std::string piece(64 * 1024, 'x');
    boost::system::error_code error;
    std::size_t sent = 0;
    // Until what lies between us is full: nobody reads.
    visit.socket().non_blocking(true);
    timeval wait{0, 300'000};
    for (;;) {
      fd_set writable;
      FD_ZERO(&writable);
      FD_SET(visit.socket().native_handle(), &writable);
      timeval left = wait;
      if (::select(visit.socket().native_handle() + 1, nullptr, &writable, nullptr, &left) == 0) {
        break;
      }
      sent += visit.socket().write_some(
          boost::asio::buffer(piece, std::min(piece.size(), kAll - sent)), error);
      if (error || sent == kAll) break;
    }
    stuck.set_value();
    visit.socket().non_blocking(false);
    visit.write(std::string(kAll - sent, 'x'));
    visit.socket().close();
  });
  std::size_t bytes = 0;
  Heard heard;
  Asker asker;
  asker.client.stream(
      {.url = server.url()}, [&](std::string_view piece) { bytes += piece.size(); }, heard.ended());
  ASSERT_EQ(stuck.get_future().wait_for(kGuard), std::future_status::ready);
  asker.loop.poll();
  const std::size_t at_once = bytes;
  asker.run_until([&] { return heard.end.has_value(); });
  EXPECT_LT(at_once, kAll / 2);
  EXPECT_EQ(bytes, kAll);
}

}  // namespace
}  // namespace afar::test
