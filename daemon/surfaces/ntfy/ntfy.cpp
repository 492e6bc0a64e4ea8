#include "daemon/surfaces/ntfy/ntfy.h"

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/net/http_answer.h"
#include "daemon/surfaces/card_words.h"
#include "daemon/surfaces/nonce.h"
#include "daemon/surfaces/ntfy/ntfy_message.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/nesting.h"

namespace afar {
namespace {

using nlohmann::json;

const std::string kName = "ntfy";
constexpr Milliseconds kTimeout = std::chrono::seconds(20);
constexpr std::size_t kAnswerBytesMax = 256 * 1024;
constexpr int kNestingMax = 16;
constexpr long kTooMany = 429;
// A request in 5 s is what a visitor may ask for in the long run.
constexpr int kRestsOfPace = 5;

// The handle: whether the server knows that later messages replace this one; and, on a line of its
// own, the end that was told.
constexpr char kReplaces[] = "replaces";
constexpr char kStays[] = "stays";

json parsed(const std::string& text) {
  if (!rpc::nests_within(text, kNestingMax)) return nullptr;
  json read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  return read.is_object() ? read : json(nullptr);
}

// From 2.16 on the server repeats the sequence that it was given.
bool knows_sequences(const HttpResponse& answer) {
  const json message = parsed(answer.body);
  return message.is_object() && message.contains("sequence_id");
}

// Our message is wrong for this server: it would be wrong again.
bool is_hopeless(long status) { return status == 400 || status == 413; }

// "it answered 403 (40301)": ntfy's own number says more, and its words might say too much.
std::string why_refused(const HttpResult& result) {
  std::string why = why_no_success(result);
  const auto* answer = std::get_if<HttpResponse>(&result);
  if (answer == nullptr) return why;
  const json error = parsed(answer->body);
  const auto code = error.is_object() ? error.find("code") : error.end();
  if (code != error.end() && code->is_number_integer()) why += " (" + code->dump() + ")";
  if (answer->status == 401 || answer->status == 403) why += ": look at token_file";
  return why;
}

}  // namespace

Ntfy::Ntfy(boost::asio::io_context& loop, HttpClient& http, Reception& reception,
           config::NtfySettings settings, ntfy::Listener::Rests rests)
    : loop_(loop),
      settings_(std::move(settings)),
      reception_(reception),
      calls_(http),
      pace_(loop, kRestsOfPace * rests.first, rests.most),
      listener_(loop, http, reception, settings_, rests,
                [this](const std::string& text, const Done& done) { take(text, done); }) {}

const std::string& Ntfy::name() const { return kName; }

void Ntfy::start() {
  if (!settings_.reply_topic.empty()) listener_.start();
}

void Ntfy::stop() {
  alive_.end();
  listener_.stop();
  pace_.stop();
  calls_.cancel_all();
}

void Ntfy::publish(std::string message, HttpClient::ResultHandler handler) {
  HttpRequest request{.method = "POST", .url = settings_.base + "/"};
  request.headers = {{"Content-Type", "application/json"}};
  if (settings_.token) {
    request.headers.emplace_back("Authorization", "Bearer " + settings_.token->value);
  }
  request.body = std::move(message);
  request.timeout = kTimeout;
  request.body_max = kAnswerBytesMax;
  const auto kept = std::make_shared<HttpRequest>(std::move(request));
  if (!pace_.when_free([this, kept, handler] { calls_.send(std::move(*kept), handler); })) {
    boost::asio::post(loop_, alive_.guard([handler] {
      handler(HttpFailure{"too much waits to be sent already"});
    }));
  }
}

void Ntfy::send(std::string message, const std::string& ending, SentHandler sent) {
  publish(std::move(message), [this, ending, sent = std::move(sent)](const HttpResult& result) {
    Sent judgement = judged(result);
    if (auto* shown = std::get_if<Shown>(&judgement)) shown->handle += ending;
    sent(judgement);
  });
}

Sent Ntfy::judged(const HttpResult& result) {
  const auto* answer = std::get_if<HttpResponse>(&result);
  if (answer != nullptr && is_success(*answer)) {
    why_down_.clear();
    pace_.went_well();
    return Shown{knows_sequences(*answer) ? kReplaces : kStays};
  }
  why_down_ = why_refused(result);
  if (answer == nullptr) return TryAgain{why_down_};
  if (is_hopeless(answer->status)) return GivenUp{why_down_};
  if (answer->status == kTooMany) {
    pace_.too_much(retry_after(*answer, read_clocks().wall).value_or(Milliseconds(0)));
    return TryAgain{why_down_, pace_.rest_left()};
  }
  return TryAgain{why_down_, retry_after(*answer, read_clocks().wall).value_or(Milliseconds(0))};
}

void Ntfy::show(const Card& card, SentHandler sent) {
  send(ntfy::open_message(settings_, card, /*rings=*/true, read_clocks().wall), "",
       std::move(sent));
}

void Ntfy::update(const Card& card, SentHandler sent) {
  // It would be one more notification, and say little more than the first.
  if (card.handle.starts_with(kStays)) return leave(card, std::move(sent));
  send(ntfy::open_message(settings_, card, /*rings=*/false, read_clocks().wall), "",
       std::move(sent));
}

void Ntfy::remind(const Card& card, SentHandler sent) { show(card, std::move(sent)); }

void Ntfy::close(const Card& card, SentHandler sent) {
  const WallTime now = read_clocks().wall;
  const std::string ending = "\n" + ending_line(card.dialog, now);
  // That the agent has it by now is nothing to be told of.
  if (card.handle.ends_with(ending)) return leave(card, std::move(sent));
  send(ntfy::ended_message(settings_, card, now), ending, std::move(sent));
}

void Ntfy::leave(const Card& card, SentHandler sent) {
  boost::asio::post(
      loop_, alive_.guard([sent = std::move(sent), handle = card.handle] { sent(Shown{handle}); }));
}

void Ntfy::notice(const std::string& text) {
  publish(ntfy::line_message(settings_, text),
          [this](const HttpResult& result) { judged(result); });
}

void Ntfy::probe(ProbeHandler probed) {
  end_probe({false, "another test took its place"});
  if (settings_.reply_topic.empty()) {
    publish(
        ntfy::line_message(settings_, "A test. Nothing can be answered: there is no reply_topic."),
        [this, probed = std::move(probed)](const HttpResult& result) {
          const bool sent = std::holds_alternative<Shown>(judged(result));
          probed({sent, sent ? "sent; without a reply_topic nothing comes back" : why_down_});
        });
    return;
  }
  probe_nonce_ = draw_nonce();
  probed_ = std::move(probed);
  publish(ntfy::probe_message(settings_, probe_nonce_), [this](const HttpResult& result) {
    if (!std::holds_alternative<Shown>(judged(result))) end_probe({false, why_down_});
  });
}

void Ntfy::end_probe(const Probed& probed) {
  if (const auto handler = std::exchange(probed_, nullptr)) handler(probed);
}

json Ntfy::status() const {
  const bool listens = !settings_.reply_topic.empty();
  const std::string why = !why_down_.empty() ? why_down_
                          : listens && !listener_.is_up()
                              ? "the reply topic is not read: " + listener_.why_down()
                              : "";
  return {{"state", why.empty() ? "up" : "down"},
          {"why", why.empty() ? json(nullptr) : json(why)},
          {"replies", replies_},
          {"turned_away", turned_away_}};
}

}  // namespace afar
