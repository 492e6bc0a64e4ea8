#include "daemon/surfaces/webhook.h"

#include <boost/asio/post.hpp>
#include <charconv>
#include <nlohmann/json.hpp>

#include "daemon/core/standard_webhook.h"
#include "daemon/net/http_answer.h"
#include "daemon/surfaces/nonce.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

using nlohmann::json;

constexpr Milliseconds kTimeout = std::chrono::seconds(20);
constexpr std::size_t kAnswerBytesMax = 64 * 1024;  // nobody reads it
constexpr long kGone = 410;
constexpr char kGoneWords[] = "it answered 410: it wants no more";

std::string to_body(const char* event, const Dialog& dialog) {
  return rpc::dump({{"event", event}, {"dialog", to_json(dialog)}});
}

// The handle counts the reminders that arrived: each is a message of its own.
int reminders_in(const Card& card) {
  int count = 0;
  std::from_chars(card.handle.data(), card.handle.data() + card.handle.size(), count);
  return count;
}

// The same for every try of one change, and for no other: the card's nonce is this webhook's own.
std::string id_of(const Card& card) {
  return card.dialog.id + "." + card.nonce + "." + std::to_string(card.revision);
}

}  // namespace

Webhook::Rests Webhook::usual_rests(Milliseconds first) {
  using std::chrono::hours, std::chrono::minutes, std::chrono::seconds;
  Rests rests = {seconds(5), seconds(30), minutes(2), minutes(10), hours(1), hours(6)};
  for (auto& rest : rests) rest = rest * first.count() / 1000;
  return rests;
}

Webhook::Webhook(boost::asio::io_context& loop, HttpClient& http, config::WebhookSettings settings,
                 Rests rests)
    : loop_(loop),
      name_("webhook:" + settings.name),
      settings_(std::move(settings)),
      key_(webhook_key(settings_.secret.value).value_or("")),
      rests_(std::move(rests)),
      calls_(http) {}

void Webhook::stop() {
  alive_.end();
  calls_.cancel_all();
}

void Webhook::show(const Card& card, SentHandler sent) {
  send_card(card, "open", id_of(card), reminders_in(card), std::move(sent));
}

void Webhook::update(const Card& card, SentHandler sent) {
  send_card(card, "update", id_of(card), reminders_in(card), std::move(sent));
}

void Webhook::close(const Card& card, SentHandler sent) {
  send_card(card, "closed", id_of(card), reminders_in(card), std::move(sent));
}

void Webhook::remind(const Card& card, SentHandler sent) {
  const int reminders = reminders_in(card) + 1;
  send_card(card, "update", id_of(card) + ".r" + std::to_string(reminders), reminders,
            std::move(sent));
}

void Webhook::send_card(const Card& card, const char* event, const std::string& id, int reminders,
                        SentHandler sent) {
  if (gone_) {
    boost::asio::post(loop_, alive_.guard([sent = std::move(sent)] { sent(GivenUp{kGoneWords}); }));
    return;
  }
  post(id, to_body(event, card.dialog),
       [this, reminders, attempts = card.attempts,
        sent = std::move(sent)](const HttpResult& result) {
         Sent judgement = judged(result, attempts);
         if (auto* shown = std::get_if<Shown>(&judgement)) {
           shown->handle = std::to_string(reminders);
         }
         sent(judgement);
       });
}

void Webhook::post(const std::string& id, std::string body, HttpClient::ResultHandler handler) {
  const auto seconds =
      std::chrono::floor<std::chrono::seconds>(read_clocks().wall).time_since_epoch().count();
  HttpRequest request{.method = "POST", .url = settings_.url};
  request.headers = {{"Content-Type", "application/json"},
                     {"webhook-id", id},
                     {"webhook-timestamp", std::to_string(seconds)},
                     {"webhook-signature", webhook_signature(key_, id, seconds, body)}};
  request.body = std::move(body);
  request.timeout = kTimeout;
  request.body_max = kAnswerBytesMax;
  calls_.send(std::move(request), std::move(handler));
}

Sent Webhook::judged(const HttpResult& result, int attempts) {
  const auto* answer = std::get_if<HttpResponse>(&result);
  if (answer != nullptr && is_success(*answer)) {
    why_down_.clear();
    return Shown{};
  }
  if (answer != nullptr && answer->status == kGone) {
    gone_ = true;
    return GivenUp{kGoneWords};
  }
  why_down_ = why_no_success(result);
  const auto tried = static_cast<std::size_t>(attempts);
  if (tried >= rests_.size()) {
    return GivenUp{why_down_ + ", " + std::to_string(tried + 1) + " times"};
  }
  const auto asked = answer != nullptr ? retry_after(*answer, read_clocks().wall) : std::nullopt;
  return TryAgain{why_down_, std::max(asked.value_or(Milliseconds(0)), with_jitter(rests_[tried]))};
}

void Webhook::notice(const std::string& text) {
  if (gone_) return;
  post("notice." + draw_nonce(), rpc::dump({{"event", "notice"}, {"text", text}}),
       [this](const HttpResult& result) { judged(result, 0); });
}

void Webhook::probe(ProbeHandler probed) {
  post(
      "test." + draw_nonce(), rpc::dump({{"event", "test"}}),
      [this, probed = std::move(probed)](const HttpResult& result) {
        const auto* answer = std::get_if<HttpResponse>(&result);
        const bool ok = answer != nullptr && is_success(*answer);
        if (ok) why_down_.clear();
        probed({ok, ok ? "it answered " + std::to_string(answer->status) : why_no_success(result)});
      });
}

json Webhook::status() const {
  if (gone_) return {{"state", "off"}, {"why", kGoneWords}};
  if (!why_down_.empty()) return {{"state", "down"}, {"why", why_down_}};
  return {{"state", "up"}, {"why", nullptr}};
}

}  // namespace afar
