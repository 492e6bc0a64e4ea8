#include "daemon/surfaces/ntfy/ntfy_listener.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>

#include "daemon/net/http_answer.h"
#include "daemon/surfaces/nonce.h"

namespace afar::ntfy {
namespace {

constexpr char kSurface[] = "ntfy";
constexpr char kPlace[] =
    "since";  // the fact: a message's id, or a time in seconds before the first one
// The server says something every 45 s.
constexpr Milliseconds kSilenceMax = std::chrono::seconds(130);
// A message has 4096 bytes at most, written as JSON; ours are far shorter.
constexpr std::size_t kLineBytesMax = 64 * 1024;
constexpr std::size_t kWaitingMax = 256;
constexpr std::size_t kSeenMax = 512;

// What a server of ours could have given; it goes into an address.
bool is_id(const std::string& text) {
  return !text.empty() && text.size() <= 64 &&
         std::all_of(text.begin(), text.end(), [](unsigned char each) {
           return std::isalnum(each) != 0 || each == '-' || each == '_';
         });
}

}  // namespace

Listener::Listener(boost::asio::io_context& loop, HttpClient& http, Reception& reception,
                   const config::NtfySettings& settings, Rests rests, MessageHandler handler)
    : calls_(http),
      reception_(reception),
      settings_(settings),
      rests_(rests),
      handler_(std::move(handler)),
      timer_(loop),
      lines_(kLineBytesMax) {}

void Listener::start() { find_place(); }

void Listener::stop() {
  alive_.end();
  timer_.cancel();
  calls_.cancel_all();
}

void Listener::find_place() {
  reception_.find_fact(
      kSurface, kPlace, alive_.guard([this](const std::optional<std::string>& fact) {
        place_ = fact.value_or("");
        if (!is_id(place_)) {
          // The first time: what comes from now on, even if the stream breaks before the first of
          // it.
          place_ = std::to_string(std::chrono::floor<std::chrono::seconds>(read_clocks().wall)
                                      .time_since_epoch()
                                      .count());
          keep_place();
        }
        listen();
      }));
}

void Listener::listen() {
  HttpRequest request{.url =
                          settings_.base + "/" + settings_.reply_topic + "/json?since=" + place_};
  if (settings_.token) {
    request.headers = {{"Authorization", "Bearer " + settings_.token->value}};
  }
  request.timeout = kSilenceMax;
  request.body_max = kLineBytesMax;
  lines_ = rpc::LineBuffer(kLineBytesMax);
  stream_ = calls_.stream(
      std::move(request), [this](std::string_view bytes) { take(bytes); },
      [this](const HttpResult& result) { ended(result); });
}

void Listener::take(std::string_view bytes) {
  const bool fits = lines_.append(bytes);
  while (const auto line = lines_.next()) take_line(*line);
  if (!fits) {
    again("a line of it is too long");
  } else if (waiting_.size() > kWaitingMax) {
    // More than can be kept here is kept there.
    again("too many messages at once");
  }
  next();
}

void Listener::take_line(const std::string& line) {
  auto event = read_event(line);
  if (!event) return;
  if (event->event == "open") {
    up_ = true;
    tries_ = 0;
    why_down_.clear();
  }
  if (event->event != "message" || !is_id(event->id)) return;
  // Where the server does not know our place it gives all that it has.
  if (std::find(seen_.begin(), seen_.end(), event->id) != seen_.end()) return;
  seen_.push_back(event->id);
  if (seen_.size() > kSeenMax) seen_.pop_front();
  waiting_.push_back(std::move(*event));
}

void Listener::next() {
  if (busy_ || waiting_.empty()) return;
  busy_ = true;
  const StreamEvent message = std::move(waiting_.front());
  waiting_.pop_front();
  handler_(message.text, alive_.guard([this, message](bool kept) { handled(message, kept); }));
}

void Listener::handled(const StreamEvent& message, bool kept) {
  busy_ = false;
  if (kept) {
    place_ = message.id;
    keep_place();
    next();
    return;
  }
  // All from this one on comes again.
  waiting_.clear();
  seen_.clear();
  again("what came could not be kept");
}

void Listener::keep_place() {
  keep_again_ = keeping_;
  if (keeping_) return;
  keeping_ = true;
  reception_.keep_fact(kSurface, kPlace, place_, alive_.guard([this](bool) {
    keeping_ = false;
    if (keep_again_) keep_place();
  }));
}

void Listener::ended(const HttpResult& result) {
  const auto* answer = std::get_if<HttpResponse>(&result);
  if (answer != nullptr && is_success(*answer)) return again("the server ended it");
  const auto asked = answer != nullptr ? retry_after(*answer, read_clocks().wall) : std::nullopt;
  again(why_no_success(result), asked.value_or(Milliseconds(0)));
}

void Listener::again(const std::string& why, Milliseconds at_least) {
  if (up_ || why_down_ != why) spdlog::info("ntfy: the reply topic is not read: {}", why);
  up_ = false;
  why_down_ = why;
  calls_.cancel(stream_);
  Milliseconds rest = rests_.first;
  for (int i = 0; i < tries_ && rest < rests_.most; ++i) rest *= 2;
  ++tries_;
  timer_.expires_after(std::max(at_least, with_jitter(std::min(rest, rests_.most))));
  timer_.async_wait(alive_.guard([this](const boost::system::error_code& error) {
    if (!error) listen();
  }));
}

}  // namespace afar::ntfy
