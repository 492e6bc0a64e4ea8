// The reply topic is read from where it was, each message has its effect, and what could not be
// kept comes again.
#include "daemon/surfaces/ntfy/ntfy_listener.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/unit/net/asker.h"
#include "tests/unit/net/local_server.h"

namespace afar::ntfy {
namespace {

using afar::test::Asker;
using afar::test::LocalServer;
using afar::test::Visit;
using testing::ElementsAre;
using testing::HasSubstr;

std::string id_of(int number) { return "message" + std::to_string(10000 + number); }

std::string line_of(int number) {
  return nlohmann::json(
             {{"event", "message"}, {"id", id_of(number)}, {"message", std::to_string(number)}})
             .dump() +
         "\n";
}

class NtfyListener : public testing::Test {
 protected:
  NtfyListener() {
    std::string name = "/tmp/ntfy-listener-test-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    folder_ = name;
    settings_.base = server_.url("");
    settings_.topic = "t";
    settings_.reply_topic = "t-re";
  }
  ~NtfyListener() override {
    listener_.reset();
    world_.reset();
    std::filesystem::remove_all(folder_);
  }

  // As after a start of afard: only what is on record is known.
  void start() {
    listener_.reset();
    world_.reset();
    world_ = std::make_unique<World>(folder_ / "afar.db");
    listener_ =
        std::make_unique<Listener>(world_->asker.loop, world_->asker.client, world_->reception,
                                   settings_, Listener::Rests{Milliseconds(1), Milliseconds(4)},
                                   [this](const std::string& text, const Listener::Done& done) {
                                     got_.push_back(text);
                                     take_(done);
                                   });
    listener_->start();
  }
  void until(const std::function<bool()>& holds) { world_->asker.run_until(holds); }
  std::string request(std::size_t index) {
    until([&] { return server_.requests().size() > index; });
    return server_.requests()[index];
  }

  // What the server has: all that came after `since`, whoever asks; then what a test adds.
  void serve(Visit& visit, const std::string& request) {
    visit.write("HTTP/1.1 200 OK\r\n\r\n{\"event\":\"open\"}\n");
    const auto since = request.find("since=message");
    const int first = since == std::string::npos ? 0 : std::stoi(request.substr(since + 13)) - 9999;
    std::string lines;
    for (int i = first; i < messages_; ++i) lines += line_of(i);
    visit.write(before_ + lines);
    if (!stays_) visit.socket().close();
    if (stays_) visit.wait_for_leave();
  }

  struct World {
    explicit World(const std::filesystem::path& database)
        : configuration({}, {}),
          store(database.string()),
          broker({}),
          turns(asker.loop, store, broker),
          reception(turns, configuration) {
      turns.begin_with([](CommitTurns::Job&) {});
    }
    Asker asker;
    config::Configuration configuration;
    Store store;
    Broker broker;
    CommitTurns turns;
    Reception reception;
  };

  std::filesystem::path folder_;
  std::atomic<int> messages_{1};
  std::atomic<bool> stays_{true};
  std::string before_;
  LocalServer server_{[this](Visit& visit, const std::string& request) { serve(visit, request); }};
  config::NtfySettings settings_;
  std::unique_ptr<World> world_;
  std::vector<std::string> got_;
  std::function<void(const Listener::Done&)> take_ = [](const Listener::Done& done) { done(true); };
  std::unique_ptr<Listener> listener_;
};

TEST_F(NtfyListener, BeginsWithWhatComesFromNowOn) {
  settings_.token = config::Secret{"tk_read"};
  start();
  EXPECT_THAT(request(0), testing::StartsWith("GET /t-re/json?since=1"));
  EXPECT_THAT(request(0), HasSubstr("Authorization: Bearer tk_read\r\n"));
  until([&] { return got_.size() == 1; });
  EXPECT_TRUE(listener_->is_up());
}

TEST_F(NtfyListener, GoesOnBehindTheLastMessageThatHadItsEffect) {
  stays_ = false;
  start();
  EXPECT_THAT(request(1), HasSubstr("since=" + id_of(0) + " "));
  messages_ = 2;
  until([&] { return got_.size() == 2; });
  EXPECT_THAT(got_, ElementsAre("0", "1"));
}

TEST_F(NtfyListener, GoesOnThereAfterAStartToo) {
  start();
  until([&] { return got_.size() == 1; });
  std::optional<std::string> kept;
  until([&] {
    world_->reception.find_fact("ntfy", "since", [&](const auto& fact) { kept = fact; });
    return kept == id_of(0);
  });
  start();
  EXPECT_THAT(request(1), HasSubstr("since=" + id_of(0) + " "));
}

TEST_F(NtfyListener, GetsAgainWhatCouldNotBeKept) {
  int tries = 0;
  take_ = [&](const Listener::Done& done) { done(++tries > 2); };
  messages_ = 2;
  start();
  until([&] { return got_.size() == 4; });
  EXPECT_THAT(got_, ElementsAre("0", "0", "0", "1"));
}

TEST_F(NtfyListener, HandlesOneMessageAtATime) {
  std::vector<Listener::Done> open;
  take_ = [&](const Listener::Done& done) { open.push_back(done); };
  messages_ = 3;
  start();
  for (std::size_t i = 0; i < 3; ++i) {
    until([&] { return open.size() == i + 1; });
    world_->asker.loop.poll();
    EXPECT_EQ(got_.size(), i + 1);
    open[i](true);
  }
}

TEST_F(NtfyListener, HandlesAFloodInItsOrderAndEachOnce) {
  messages_ = 1500;
  start();
  until([&] { return got_.size() >= 1500; });
  for (int i = 0; i < 1500; ++i) ASSERT_EQ(got_[static_cast<std::size_t>(i)], std::to_string(i));
}

TEST_F(NtfyListener, HandlesWhatIsSentTwiceOnce) {
  before_ = line_of(0) + line_of(0);
  messages_ = 2;
  start();
  until([&] { return got_.size() == 2; });
  world_->asker.loop.poll();
  EXPECT_THAT(got_, ElementsAre("0", "1"));
}

TEST_F(NtfyListener, BreaksOffALineWithoutEnd) {
  before_ = "{\"event\":\"message\",\"message\":\"" + std::string(200'000, 'x');
  start();
  request(2);
  EXPECT_TRUE(got_.empty());
}

TEST_F(NtfyListener, PassesOverWhatItDoesNotKnow) {
  before_ =
      "\n[]\nnonsense\n{\"event\":\"keepalive\"}\n{\"event\":\"later\",\"id\":\"messageX\"}\n"
      "{\"event\":\"message\",\"id\":\"../x\",\"message\":\"a\"}\n{\"event\":\"message\"}\n";
  start();
  until([&] { return got_.size() == 1; });
  EXPECT_THAT(got_, ElementsAre("0"));
}

TEST_F(NtfyListener, SaysNothingMoreOnceItIsStopped) {
  Listener::Done open;
  take_ = [&](const Listener::Done& done) { open = done; };
  messages_ = 2;
  start();
  until([&] { return got_.size() == 1; });
  listener_->stop();
  open(true);
  world_->asker.loop.poll();
  EXPECT_EQ(got_.size(), 1U);
}

}  // namespace
}  // namespace afar::ntfy
