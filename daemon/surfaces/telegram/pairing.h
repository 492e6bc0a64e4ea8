// Pairing by Telegram: the code comes to the bot in a private chat. One code at a time.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>

#include "daemon/surfaces/pairing.h"
#include "daemon/surfaces/telegram/api.h"
#include "daemon/surfaces/telegram/chats.h"

namespace afar::telegram {

class TelegramPairing : public Pairing {
 public:
  TelegramPairing(boost::asio::io_context& loop, const Door& door, Api& api, Chats& chats)
      : timer_(loop), door_(door), api_(api), chats_(chats) {}

  void begin(const std::string& responder, Handler<PairingCode> handler) override;
  void await(const std::string& code, Handler<PairedPerson> handler) override;
  void confirm(const std::string& code, bool yes, Handler<PairedPerson> handler) override;
  std::vector<PairedPerson> list() const override;
  void revoke(const std::string& id, Handler<PairedPerson> handler) override;
  void stop();

  // A stranger wrote this in a private chat. Whether it is the code: then they are answered, and
  // the operator is asked.
  bool take(const Person& person, const std::string& text);
  // Called when somebody was paired.
  void on_paired(std::function<void(const Paired&)> handler) { paired_ = std::move(handler); }

 private:
  struct Open {
    std::string code;
    std::string responder;
    WallTime expires_at{};
    int wrong = 0;
    std::optional<Person> person;
    Handler<PairedPerson> waiting;
  };

  void open(const std::string& responder, const std::string& bot,
            const Handler<PairingCode>& handler);
  void end(const std::string& why);
  static PairedPerson shown(const Paired& paired);

  boost::asio::steady_timer timer_;
  const Door& door_;
  Api& api_;
  Chats& chats_;
  std::optional<Open> open_;
  std::function<void(const Paired&)> paired_;
};

}  // namespace afar::telegram
