// ntfy: a notification for each dialog, with buttons that post to a reply topic of the same server,
// which we read: so answers come through from anywhere, and the server need not reach us. Loop
// thread only.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "daemon/config/surface_settings.h"
#include "daemon/net/http_calls.h"
#include "daemon/surfaces/alive.h"
#include "daemon/surfaces/ntfy/ntfy_listener.h"
#include "daemon/surfaces/ntfy/ntfy_pace.h"
#include "daemon/surfaces/reception.h"
#include "daemon/surfaces/surface.h"

namespace afar {

class Ntfy : public Surface {
 public:
  Ntfy(boost::asio::io_context& loop, HttpClient& http, Reception& reception,
       config::NtfySettings settings, ntfy::Listener::Rests rests = {});

  const std::string& name() const override;
  void start() override;
  void stop() override;
  void show(const Card& card, SentHandler sent) override;
  void update(const Card& card, SentHandler sent) override;
  void close(const Card& card, SentHandler sent) override;
  void remind(const Card& card, SentHandler sent) override;
  void notice(const std::string& text) override;
  void probe(ProbeHandler probed) override;
  nlohmann::json status() const override;
  bool closes_unconfirmed() const override { return true; }

 private:
  using Done = ntfy::Listener::Done;

  void publish(std::string message, HttpClient::ResultHandler handler);
  // `ending`: what the message says of the dialog's end, for the handle.
  void send(std::string message, const std::string& ending, SentHandler sent);
  // It stands as it is.
  void leave(const Card& card, SentHandler sent);
  Sent judged(const HttpResult& result);

  void take(const std::string& text, const Done& done);
  void take_button(const ntfy::ButtonReply& reply, const Done& done);
  void take_choice(const ntfy::ButtonReply& reply, const std::optional<CardRow>& card,
                   const Done& done);
  void take_written(const ntfy::WrittenReply& reply, const Done& done);
  void answer(const DialogId& id, const Answer& answer, const Done& done);
  void tell(const Reply& reply, const DialogId& id, const Answer& answer);
  void refuse(const DialogId& id, const std::string& why);
  void turn_away(const std::string& why, const std::optional<DialogId>& id, const Done& done);
  void end_probe(const Probed& probed);

  boost::asio::io_context& loop_;
  const config::NtfySettings settings_;
  Reception& reception_;
  HttpCalls calls_;
  ntfy::Pace pace_;
  ntfy::Listener listener_;
  Alive alive_;
  std::string why_down_;  // of the last message; empty: it went well, or there was none
  std::string probe_nonce_;
  ProbeHandler probed_;  // of the probe that waits for its tap
  std::uint64_t replies_ = 0;
  std::uint64_t turned_away_ = 0;
};

}  // namespace afar
