// Goal: whatever a client sends, slowly or too much of it, the server answers within its limits,
// and the others do not notice. Method: a real server on loopback in a thread, clients that send
// bytes.
#include "daemon/net/http_server.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <iterator>
#include <random>
#include <thread>

#include "tests/unit/net/raw_http.h"

namespace afar::http {
namespace {

using test::RawHttp;
using test::status_of;

constexpr char kGet[] = "GET /echo?a=1 HTTP/1.1\r\nHost: h\r\n\r\n";
// So long that no test ends by it.
constexpr Milliseconds kNever(300'000);

Limits patient() {
  Limits limits;
  limits.request = limits.idle = limits.write = kNever;
  return limits;
}

class HttpServerTest : public ::testing::Test {
 protected:
  template <typename Work>
  auto on_loop(Work work) {
    std::packaged_task<decltype(work())()> task(work);
    auto result = task.get_future();
    boost::asio::post(loop_, [&] { task(); });
    return result.get();
  }

  ~HttpServerTest() override {
    if (!thread_.joinable()) return;
    on_loop([&] {
      held_.clear();
      stream_.reset();
      server_->stop();
    });
    boost::asio::post(loop_, [&] { loop_.stop(); });
    thread_.join();
  }

  void serve(const Limits& limits) {
    server_ =
        std::make_unique<Server>(loop_, limits, [&](const auto& exchange) { take(exchange); });
    ASSERT_EQ(server_->listen("127.0.0.1", 0), std::nullopt);
    port_ = server_->port();
    thread_ = std::thread([&] { loop_.run(); });
  }

  RawHttp client() { return RawHttp(port_); }
  Server::Counters counters() {
    return on_loop([&] { return server_->counters(); });
  }

  std::uint16_t port_ = 0;
  std::promise<void> stream_closed_;
  bool closed_ = false;
  std::shared_ptr<Stream> stream_;
  std::vector<std::shared_ptr<Exchange>> held_;
  std::unique_ptr<Server> server_;

 private:
  void take(const std::shared_ptr<Exchange>& exchange) {
    const Request& request = exchange->request();
    if (request.path == "/echo") {
      exchange->respond({200, {{"X-Peer", request.peer}}, request.query + "|" + request.body});
    } else if (request.path == "/hold") {
      held_.push_back(exchange);
    } else if (request.path == "/release") {
      for (const auto& each : held_) each->respond({200, {}, "released"});
      exchange->respond({204, {}, ""});
    } else if (request.path == "/stream") {
      stream_ = exchange->stream({});
      if (stream_) {
        stream_->on_closed([this] {
          if (!std::exchange(closed_, true)) stream_closed_.set_value();
        });
      }
    }
  }

  boost::asio::io_context loop_;
  std::thread thread_;
};

TEST_F(HttpServerTest, AnswersOneRequestAfterTheOtherOnOneConnection) {
  serve(patient());
  RawHttp one = client();
  for (int i = 0; i < 3; ++i) {
    const std::string answer = one.ask(kGet);
    EXPECT_EQ(status_of(answer), "200");
    EXPECT_NE(answer.find("X-Peer: 127.0.0.1\r\n"), std::string::npos) << answer;
    EXPECT_NE(answer.find("Date: "), std::string::npos) << answer;
    EXPECT_TRUE(answer.ends_with("\r\n\r\na=1|")) << answer;
  }
  const std::string both = std::string(kGet) + kGet;
  EXPECT_EQ(status_of(one.ask(both)), "200");
  EXPECT_EQ(status_of(one.ask("")), "200");
}

TEST_F(HttpServerTest, AHeadIsAnsweredWithoutABody) {
  serve(patient());
  RawHttp one = client();
  one.send("HEAD /echo HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(one.read_until("\r\n\r\n").find("Content-Length: 1\r\n"), std::string::npos);
  one.send("HEAD /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(one.read_until("\r\n\r\n").find("chunked"), std::string::npos);
  EXPECT_EQ(status_of(one.ask(kGet)), "200");
}

TEST_F(HttpServerTest, ABodyComesInPiecesAndInChunks) {
  serve(patient());
  RawHttp one = client();
  one.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Le");
  one.send("ngth: 5\r\n\r\nhe");
  EXPECT_TRUE(one.ask("llo").ends_with("|hello"));
  EXPECT_TRUE(one.ask("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                  .ends_with("|abcde"));
}

TEST_F(HttpServerTest, WhoWaitsForLeaveToSendTheBodyGetsIt) {
  serve(patient());
  RawHttp one = client();
  one.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(status_of(one.read_until("\r\n\r\n")), "100");
  EXPECT_TRUE(one.ask("ok").ends_with("|ok"));
}

TEST_F(HttpServerTest, AnAnswerThatIsLetGoIsA500) {
  serve(patient());
  EXPECT_EQ(status_of(client().ask("GET /nothing HTTP/1.1\r\nHost: h\r\n\r\n")), "500");
}

TEST_F(HttpServerTest, AnAnswerMayComeLater) {
  serve(patient());
  RawHttp waits = client();
  waits.send("GET /hold HTTP/1.1\r\nHost: h\r\n\r\n");
  // It is another connection, and either may be read first.
  while (on_loop([&] { return held_.empty(); })) {
  }
  EXPECT_EQ(status_of(client().ask("GET /release HTTP/1.1\r\nHost: h\r\n\r\n")), "204");
  const std::string released = waits.read_until("released");
  EXPECT_EQ(status_of(released), "200");
}

TEST_F(HttpServerTest, HeadersOverTheLimitAreRefused) {
  Limits limits = patient();
  limits.header_bytes = 1024;
  serve(limits);
  RawHttp one = client();
  EXPECT_EQ(status_of(one.ask("GET /echo HTTP/1.1\r\nHost: h\r\nX: " + std::string(2000, 'x') +
                              "\r\n\r\n")),
            "431");
  EXPECT_EQ(counters().refused, 1u);
}

TEST_F(HttpServerTest, ABodyOverTheLimitIsRefusedAndTheClientReadsWhy) {
  Limits limits = patient();
  limits.body_bytes = 1000;
  serve(limits);
  RawHttp told = client();
  EXPECT_EQ(status_of(told.ask("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 500000\r\n\r\n" +
                               std::string(500'000, 'x'))),
            "413");
  RawHttp chunked = client();
  EXPECT_EQ(status_of(chunked.ask(
                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n" +
                std::string(0x800, 'x') + "\r\n0\r\n\r\n")),
            "413");
}

TEST_F(HttpServerTest, WhatIsNoHttpIsRefused) {
  serve(patient());
  for (const std::string bytes :
       {"hello\r\n\r\n", "GET  HTTP/1.1\r\n\r\n", "GET http://h/echo HTTP/1.1\r\nHost: h\r\n\r\n",
        "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
        "0\r\n\r\n"}) {
    RawHttp one = client();
    EXPECT_EQ(status_of(one.ask(bytes)), "400") << bytes;
    EXPECT_EQ(one.read_to_end(), "") << bytes;
  }
}

// The same bytes in each run: what fails can be found again.
TEST_F(HttpServerTest, WhateverBytesComeTheServerGoesOn) {
  serve(patient());
  std::mt19937 random(1);
  const auto below = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most - 1)(random);
  };
  const std::string requests[] = {
      kGet,
      "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: "
      "11\r\n\r\n"
      "{\"a\":\"bcd\"}",
      "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      "HEAD /stream?x=%20 HTTP/1.0\r\nCookie: a=b; c=d\r\nConnection: keep-alive\r\n\r\n"};
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = requests[below(std::size(requests))];
    for (std::size_t change = 0; change <= below(4); ++change) {
      const std::size_t at = below(bytes.size());
      switch (below(4)) {
        case 0:
          bytes[at] = static_cast<char>(below(256));
          break;
        case 1:
          bytes.erase(at, below(8));
          break;
        case 2:
          bytes.insert(at, bytes.substr(below(bytes.size()), below(40)));
          break;
        default:
          bytes.insert(at, below(3), "\r\n:;% \0"[below(7)]);
      }
      if (bytes.empty()) bytes = "x";
    }
    RawHttp one = client();
    one.send(bytes);
    one.end_sending();
    // A stream that was asked for ends with us.
    if (bytes.find("/stream") == std::string::npos) one.read_to_end();
  }
  EXPECT_EQ(status_of(client().ask(kGet)), "200");
}

TEST_F(HttpServerTest, AClientThatSendsTooSlowlyIsCutOff) {
  Limits limits = patient();
  limits.request = Milliseconds(1);
  serve(limits);
  RawHttp one = client();
  one.send("GET /echo HTTP/1.1\r\nHo");
  EXPECT_EQ(status_of(one.read_to_end()), "408");
  EXPECT_EQ(counters().cut_off, 1u);
}

TEST_F(HttpServerTest, AnIdleConnectionIsClosed) {
  Limits limits = patient();
  limits.idle = Milliseconds(1);
  serve(limits);
  EXPECT_EQ(client().read_to_end(), "");
  EXPECT_EQ(counters().cut_off, 0u);
}

TEST_F(HttpServerTest, AReaderOfAStreamThatTakesNothingIsCutOff) {
  Limits limits = patient();
  limits.queued_bytes = 100'000;
  serve(limits);
  RawHttp slow(port_, 4096);
  slow.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  slow.read_until("\r\n\r\n");
  auto closed = stream_closed_.get_future();
  const auto bytes = std::make_shared<const std::string>(std::string(64 * 1024, 'x'));
  while (closed.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    on_loop([&] { stream_->write(bytes); });
  }
  EXPECT_EQ(counters().cut_off, 1u);
  EXPECT_EQ(on_loop([&] { return server_->streams(); }), 0u);
}

TEST_F(HttpServerTest, AStreamComesInChunksAndTheConnectionGoesOn) {
  serve(patient());
  RawHttp one = client();
  one.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(one.read_until("\r\n\r\n").find("Transfer-Encoding: chunked\r\n"), std::string::npos);
  std::promise<void> written;
  on_loop([&] {
    stream_->write(std::make_shared<const std::string>("one"), [&] { written.set_value(); });
  });
  EXPECT_EQ(one.read_until("one\r\n"), "3\r\none\r\n");
  written.get_future().get();
  on_loop([&] {
    stream_->write(std::make_shared<const std::string>("two"));
    stream_->finish();
  });
  EXPECT_EQ(one.read_until("0\r\n\r\n"), "3\r\ntwo\r\n0\r\n\r\n");
  EXPECT_EQ(status_of(one.ask(kGet)), "200");
  EXPECT_EQ(on_loop([&] { return server_->streams(); }), 0u);
}

TEST_F(HttpServerTest, AnOldClientsStreamEndsWithItsConnection) {
  serve(patient());
  RawHttp one = client();
  one.send("GET /stream HTTP/1.0\r\n\r\n");
  EXPECT_EQ(one.read_until("\r\n\r\n").find("chunked"), std::string::npos);
  on_loop([&] {
    stream_->write(std::make_shared<const std::string>("plain"));
    stream_->finish();
  });
  EXPECT_EQ(one.read_to_end(), "plain");
}

TEST_F(HttpServerTest, AStreamWhoseClientLeavesIsOver) {
  serve(patient());
  RawHttp one = client();
  one.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  one.read_until("\r\n\r\n");
  one.close();
  stream_closed_.get_future().get();
  EXPECT_EQ(on_loop([&] { return server_->connections(); }), 0u);
}

TEST_F(HttpServerTest, MoreStreamsThanAllowedAreRefused) {
  Limits limits = patient();
  limits.streams = 1;
  serve(limits);
  RawHttp one = client();
  one.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(status_of(one.read_until("\r\n\r\n")), "200");
  EXPECT_EQ(status_of(client().ask("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n")), "503");
  EXPECT_EQ(status_of(client().ask(kGet)), "200");
}

TEST_F(HttpServerTest, WhenAllConnectionsAreTakenAnIdleOneGivesWay) {
  Limits limits = patient();
  limits.connections = 2;
  serve(limits);
  RawHttp first = client();
  RawHttp second = client();
  EXPECT_EQ(status_of(first.ask(kGet)), "200");
  EXPECT_EQ(status_of(second.ask(kGet)), "200");
  RawHttp third = client();
  EXPECT_EQ(status_of(third.ask(kGet)), "200");
  EXPECT_EQ(first.read_to_end(), "");
  EXPECT_EQ(status_of(second.ask(kGet)), "200");
}

TEST_F(HttpServerTest, WhenAllConnectionsAreBusyWhoComesIsTurnedAway) {
  Limits limits = patient();
  limits.connections = 1;
  serve(limits);
  RawHttp busy = client();
  busy.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  busy.read_until("\r\n\r\n");
  EXPECT_EQ(status_of(client().read_to_end()), "503");
}

TEST_F(HttpServerTest, APortThatIsTakenIsAReasonAndNoError) {
  serve(patient());
  boost::asio::io_context loop;
  Server second(loop, Limits{}, [](const auto&) {});
  EXPECT_EQ(second.listen("127.0.0.1", port_),
            "port " + std::to_string(port_) + " at 127.0.0.1 is taken by another program");
  EXPECT_EQ(second.listen("nowhere", 0), "\"nowhere\" is not an address");
  EXPECT_EQ(second.port(), 0);
}

TEST_F(HttpServerTest, WhenItStopsEveryConnectionEnds) {
  serve(patient());
  RawHttp idle = client();
  EXPECT_EQ(status_of(idle.ask(kGet)), "200");
  RawHttp streaming = client();
  streaming.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  streaming.read_until("\r\n\r\n");
  on_loop([&] { server_->stop(); });
  EXPECT_EQ(idle.read_to_end(), "");
  EXPECT_EQ(streaming.read_to_end(), "");
  EXPECT_THROW(client(), std::runtime_error);
}

}  // namespace
}  // namespace afar::http
