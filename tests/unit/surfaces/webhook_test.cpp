// What a webhook posts, and what it makes of the answers.
#include "daemon/surfaces/webhook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daemon/core/standard_webhook.h"
#include "tests/unit/net/asker.h"
#include "tests/unit/net/local_server.h"

namespace afar::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr char kSecret[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

Card a_card(int attempts = 0, std::int64_t revision = 1) {
  Card card;
  card.dialog.id = "tbxkq";
  card.dialog.content.title = "Which cache?";
  card.nonce = "aB3dE5fG7hJ9kL1m";
  card.revision = revision;
  card.attempts = attempts;
  return card;
}

std::string header_in(const std::string& request, const std::string& name) {
  const auto at = request.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const auto begin = at + name.size() + 4;
  return request.substr(begin, request.find("\r\n", begin) - begin);
}

std::string body_in(const std::string& request) {
  return request.substr(request.find("\r\n\r\n") + 4);
}

// A webhook whose receiver answers with this.
class WebhookTest : public testing::Test {
 protected:
  Sent send(void (Webhook::*how)(const Card&, SentHandler), const Card& card) {
    std::optional<Sent> got;
    (webhook.*how)(card, [&](const Sent& sent) { got = sent; });
    EXPECT_FALSE(got);
    asker.run_until([&] { return got.has_value(); });
    return *got;
  }
  std::string posted(std::size_t index = 0) { return receiver.requests().at(index); }

  std::atomic<int> status{204};
  std::string headers;
  LocalServer receiver{
      [this](Visit& visit, const std::string&) { visit.answer(status, "", headers); }};
  Asker asker;
  Webhook webhook{asker.loop, asker.client, {"team", receiver.url("/in"), {kSecret}}};
};

TEST_F(WebhookTest, PostsTheDialogSigned) {
  const Sent sent = send(&Webhook::show, a_card());
  EXPECT_NE(std::get<Shown>(sent).handle, "");
  const std::string request = posted();
  EXPECT_THAT(request, testing::StartsWith("POST /in HTTP/1.1\r\n"));
  EXPECT_EQ(header_in(request, "Content-Type"), "application/json");
  const auto body = nlohmann::json::parse(body_in(request));
  EXPECT_EQ(body["event"], "open");
  EXPECT_EQ(body["dialog"]["id"], "tbxkq");
  EXPECT_EQ(body["dialog"]["title"], "Which cache?");
  EXPECT_EQ(
      header_in(request, "webhook-signature"),
      webhook_signature(*webhook_key(kSecret), header_in(request, "webhook-id"),
                        std::stoll(header_in(request, "webhook-timestamp")), body_in(request)));
  EXPECT_EQ(webhook.status()["state"], "up");
}

TEST_F(WebhookTest, NamesEachChangeByOneIdHoweverOftenItIsTried) {
  send(&Webhook::show, a_card(0, 1));
  send(&Webhook::show, a_card(3, 1));
  send(&Webhook::update, a_card(0, 2));
  send(&Webhook::close, a_card(0, 3));
  std::vector<std::string> ids, events;
  for (const auto& request : receiver.requests()) {
    ids.push_back(header_in(request, "webhook-id"));
    events.push_back(nlohmann::json::parse(body_in(request))["event"]);
  }
  EXPECT_EQ(ids[0], ids[1]);
  EXPECT_NE(ids[1], ids[2]);
  EXPECT_NE(ids[2], ids[3]);
  EXPECT_THAT(events, testing::ElementsAre("open", "open", "update", "closed"));
}

TEST_F(WebhookTest, RemindsByAMessageOfItsOwnEachTime) {
  Card card = a_card();
  for (int i = 0; i < 3; ++i) {
    card.handle = std::get<Shown>(send(i == 0 ? &Webhook::show : &Webhook::remind, card)).handle;
  }
  std::set<std::string> ids;
  for (const auto& request : receiver.requests()) ids.insert(header_in(request, "webhook-id"));
  EXPECT_EQ(ids.size(), 3U);
}

TEST_F(WebhookTest, RestsLongerEachTimeAndGivesUpAtLast) {
  status = 500;
  const std::vector<Milliseconds> rests = {5s, 30s, 2min, 10min, 1h, 6h};
  for (int tried = 0; tried < 6; ++tried) {
    const auto again = std::get<TryAgain>(send(&Webhook::show, a_card(tried)));
    EXPECT_EQ(again.why, "it answered 500");
    const Milliseconds rest = rests[static_cast<std::size_t>(tried)];
    EXPECT_GE(again.after, rest * 4 / 5);
    EXPECT_LE(again.after, rest * 6 / 5);
  }
  EXPECT_EQ(std::get<GivenUp>(send(&Webhook::show, a_card(6))).why, "it answered 500, 7 times");
  EXPECT_EQ(webhook.status()["state"], "down");
}

TEST_F(WebhookTest, TakesSuccessAloneForOne) {
  for (const int each : {301, 302, 400, 401, 404, 429, 503}) {
    status = each;
    EXPECT_TRUE(std::holds_alternative<TryAgain>(send(&Webhook::show, a_card()))) << each;
  }
  status = 200;
  EXPECT_TRUE(std::holds_alternative<Shown>(send(&Webhook::show, a_card())));
}

TEST_F(WebhookTest, WaitsAsLongAsItIsAskedTo) {
  status = 503;
  headers = "Retry-After: 3600\r\n";
  EXPECT_EQ(std::get<TryAgain>(send(&Webhook::show, a_card())).after, 1h);
}

TEST_F(WebhookTest, IsOffOnceItsReceiverIsGone) {
  status = 410;
  EXPECT_THAT(std::get<GivenUp>(send(&Webhook::show, a_card())).why, HasSubstr("410"));
  EXPECT_EQ(webhook.status()["state"], "off");
  status = 200;
  EXPECT_TRUE(std::holds_alternative<GivenUp>(send(&Webhook::close, a_card())));
  webhook.notice("a word");
  EXPECT_EQ(receiver.requests().size(), 1U);
}

TEST_F(WebhookTest, IsTestedByWhatItsReceiverAnswers) {
  std::optional<Probed> got;
  webhook.probe([&](const Probed& probed) { got = probed; });
  asker.run_until([&] { return got.has_value(); });
  EXPECT_TRUE(got->ok);
  EXPECT_EQ(got->words, "it answered 204");
  EXPECT_EQ(nlohmann::json::parse(body_in(posted()))["event"], "test");
}

TEST_F(WebhookTest, SaysNothingMoreOnceItIsStopped) {
  status = 410;
  send(&Webhook::show, a_card());
  webhook.show(a_card(), [](const Sent&) { FAIL() << "told after its end"; });
  webhook.stop();
  asker.loop.restart();
  asker.loop.run();
}

}  // namespace
}  // namespace afar::test
