#include "daemon/surfaces/web/web.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "daemon/core/showing.h"
#include "daemon/surfaces/web/page.h"
#include "daemon/surfaces/web/replies.h"
#include "daemon/surfaces/web/secrets.h"
#include "shared/dialog/fields.h"

namespace afar {
namespace {

using http::Exchange;
using nlohmann::json;

// As long as a login lives (visitors.cpp).
constexpr char kCookieAge[] = "2592000";

}  // namespace

Web::Web(WebTools tools, config::WebSettings settings, const Times& times)
    : tools_(std::move(tools)),
      settings_(std::move(settings)),
      guard_(settings_.public_url),
      server_(
          tools_.loop, times.limits, [this](const auto& exchange) { take(exchange); },
          web::safety_headers()) {
  auto token = web::owner_token(settings_.token_file);
  std::string owners;
  if (const auto* none = std::get_if<web::NoToken>(&token)) {
    why_no_token_ = none->why;
    spdlog::error("web: scripts cannot come in by the token: {}", none->why);
  } else {
    owners = std::get<std::string>(std::move(token));
  }
  visitors_ = std::make_shared<web::Visitors>(tools_.turns, tools_.reception, tools_.configuration,
                                              std::move(owners));
  events_ = std::make_shared<web::Events>(tools_.loop, tools_.turns, tools_.reception, visitors_,
                                          times.heartbeat);
}

const std::string& Web::name() const {
  static const std::string name = kWebSurface;
  return name;
}

void Web::start() {
  // An answer that is under way when the page ends is still carried out.
  const auto weak = weak_from_this();
  api_ = std::make_shared<const web::ApiTools>(
      web::ApiTools{tools_.loop, tools_.turns, tools_.reception, tools_.configuration,
                    tools_.readers, tools_.database, visitors_, events_, tools_.status,
                    [weak] {
                      const auto self = weak.lock();
                      return self ? self->status() : json::object();
                    },
                    [weak](const http::Request& request, const std::string& secret) {
                      const auto self = weak.lock();
                      return self ? self->cookie(request, secret) : http::Header{};
                    }});
  listen();
}

void Web::listen_again() {
  if (!why_down_.empty()) listen();
}

void Web::listen() {
  why_down_ = server_.listen(settings_.address, settings_.port).value_or("");
  if (why_down_.empty()) {
    spdlog::info("web: the page is at {}", local_url());
  } else {
    spdlog::error("web: {}; the page is off, the rest of afar is not", why_down_);
  }
}

void Web::stop() {
  events_->stop();
  server_.stop();
}

std::string Web::local_url() const {
  const bool v6 = settings_.address.find(':') != std::string::npos;
  return "http://" + (v6 ? "[" + settings_.address + "]" : settings_.address) + ":" +
         std::to_string(server_.port());
}

void Web::show(const Card& card, SentHandler sent) {
  changed({card.dialog.id});
  boost::asio::post(tools_.loop, [sent = std::move(sent)] { sent(Shown{"page"}); });
}

void Web::update(const Card& card, SentHandler sent) { show(card, std::move(sent)); }

void Web::close(const Card& card, SentHandler sent) { show(card, std::move(sent)); }

void Web::notice(const std::string&) {}

void Web::probe(ProbeHandler probed) {
  Probed result{why_down_.empty(), why_down_.empty() ? "the page is at " + local_url()
                                                     : "the page is off: " + why_down_};
  if (result.ok && !why_no_token_.empty()) {
    result = {false, result.words + ", but scripts cannot come in by the token: " + why_no_token_};
  }
  boost::asio::post(tools_.loop, [probed = std::move(probed), result] { probed(result); });
}

json Web::status() const {
  const auto& counters = server_.counters();
  const bool up = why_down_.empty();
  return {{"state", up ? "up" : "down"},
          {"why", up ? json(nullptr) : json(why_down_)},
          {"address", up ? json(local_url().substr(7)) : json(nullptr)},
          {"public_url", settings_.public_url.empty() ? json(nullptr) : json(settings_.public_url)},
          {"token", why_no_token_.empty() ? json(nullptr) : json(why_no_token_)},
          {"connections", server_.connections()},
          {"streams", server_.streams()},
          {"requests", counters.requests},
          {"refused", counters.refused},
          {"cut_off", counters.cut_off}};
}

http::Header Web::cookie(const http::Request& request, const std::string& secret) const {
  return {"Set-Cookie", web::Visitors::cookie_name(server_.port()) + "=" + secret +
                            "; Path=/; Max-Age=" + (secret.empty() ? "0" : kCookieAge) +
                            "; HttpOnly; SameSite=Strict" +
                            (guard_.secures_cookies(request) ? "; Secure" : "")};
}

void Web::take(const std::shared_ptr<Exchange>& exchange) {
  const http::Request& request = exchange->request();
  const bool is_api = request.path.rfind("/api/", 0) == 0 || request.path == "/metrics";
  if (const auto refusal = guard_.refusal(request)) {
    exchange->respond(web::error_reply(refusal->status, refusal->why));
  } else if (request.path == "/api/login") {
    take_login(exchange);
  } else if (is_api) {
    take_api(exchange);
  } else if (request.method == "GET" || request.method == "HEAD") {
    exchange->respond(web::page_response(request, web::page()));
  } else {
    exchange->respond(web::error_reply(405, "the page is only read"));
  }
}

void Web::take_api(const std::shared_ptr<Exchange>& exchange) {
  const auto run = [api = api_, exchange](const web::Visitor& visitor) {
    web::run_api({api, exchange, visitor, ""});
  };
  if (settings_.metrics_public && exchange->request().path == "/metrics") {
    run({"", std::nullopt});
    return;
  }
  visitors_->recognize(exchange->request(), server_.port(), [exchange, run](const auto& result) {
    if (const auto* away = std::get_if<web::TurnedAway>(&result)) {
      http::Response refused = web::error_reply(away->status, away->why);
      if (away->status == 401) refused.headers.emplace_back("WWW-Authenticate", "Bearer");
      exchange->respond(std::move(refused));
    } else {
      run(std::get<web::Visitor>(result));
    }
  });
}

void Web::take_login(const std::shared_ptr<Exchange>& exchange) {
  if (exchange->request().method != "POST") {
    exchange->respond(web::error_reply(405, "this path takes POST"));
    return;
  }
  std::string code;
  try {
    const json body = web::body_of(exchange->request());
    code = Fields(body).string("code");
  } catch (const BadField& bad) {
    exchange->respond(web::error_reply(400, bad.what()));
    return;
  }
  visitors_->let_in(code, exchange->request(), [api = api_, exchange](const auto& result) {
    if (const auto* away = std::get_if<web::TurnedAway>(&result)) {
      http::Response refused = web::error_reply(away->status, away->why);
      if (away->status == 429) refused.headers.emplace_back("Retry-After", "60");
      exchange->respond(std::move(refused));
      return;
    }
    const auto& in = std::get<web::LetIn>(result);
    http::Response welcome = web::json_reply(200, {{"name", in.visitor.name}});
    welcome.headers.push_back(api->cookie(exchange->request(), in.secret));
    exchange->respond(std::move(welcome));
  });
}

}  // namespace afar
