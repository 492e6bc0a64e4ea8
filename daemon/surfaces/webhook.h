// A webhook: each change of a dialog is posted to an address of the operator's, signed as Standard
// Webhooks does. Answers come back by the web page's API, if at all.
#pragma once
#include <string>
#include <vector>

#include "daemon/config/surface_settings.h"
#include "daemon/net/http_calls.h"
#include "daemon/surfaces/alive.h"
#include "daemon/surfaces/surface.h"

namespace afar {

class Webhook : public Surface {
 public:
  // How long to rest after each try that failed; after the last one it is given up.
  using Rests = std::vector<Milliseconds>;
  // 5 s, 30 s, 2 min, 10 min, 1 h, 6 h; in proportion where the first rest of all is another than
  // the usual second.
  static Rests usual_rests(Milliseconds first = std::chrono::seconds(1));

  Webhook(boost::asio::io_context& loop, HttpClient& http, config::WebhookSettings settings,
          Rests rests = usual_rests());

  const std::string& name() const override { return name_; }
  void start() override {}
  void stop() override;
  void show(const Card& card, SentHandler sent) override;
  void update(const Card& card, SentHandler sent) override;
  void close(const Card& card, SentHandler sent) override;
  void remind(const Card& card, SentHandler sent) override;
  void notice(const std::string& text) override;
  void probe(ProbeHandler probed) override;
  nlohmann::json status() const override;
  bool is_over() const override { return gone_; }
  bool closes_unconfirmed() const override { return true; }

 private:
  void send_card(const Card& card, const char* event, const std::string& id, int reminders,
                 SentHandler sent);
  void post(const std::string& id, std::string body, HttpClient::ResultHandler handler);
  Sent judged(const HttpResult& result, int attempts);

  boost::asio::io_context& loop_;
  const std::string name_;
  const config::WebhookSettings settings_;
  const std::string key_;  // that the secret stands for
  const Rests rests_;
  HttpCalls calls_;
  Alive alive_;
  std::string why_down_;  // of the last try; empty: it went well, or there was none
  bool gone_ = false;     // it said so: until the next start or reload
};

}  // namespace afar
