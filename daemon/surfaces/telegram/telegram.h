// Telegram: a bot of the operator's own, by long polling. Loop thread only.
#pragma once
#include <memory>
#include <string>

#include "daemon/surfaces/surface.h"
#include "daemon/surfaces/telegram/answers.h"
#include "daemon/surfaces/telegram/poll.h"

namespace afar::telegram {

class Telegram : public Surface {
 public:
  Telegram(boost::asio::io_context& loop, HttpClient& http, Reception& reception,
           const config::Configuration& configuration, const config::TelegramSettings& settings,
           Milliseconds rest);

  const std::string& name() const override { return door_.surface(); }
  void start() override;
  void stop() override;
  void show(const Card& card, SentHandler sent) override;
  void update(const Card& card, SentHandler sent) override;
  void close(const Card& card, SentHandler sent) override;
  void remind(const Card& card, SentHandler sent) override;
  void notice(const std::string& text) override;
  void probe(ProbeHandler probed) override;
  nlohmann::json status() const override;
  Pairing* pairing() override { return &pairing_; }

 private:
  void begin(const std::vector<std::pair<std::string, std::string>>& facts);
  void take(const Update& update, const Answers::Step& note_read, const Answers::Step& done);
  void welcome(const Paired& paired);
  void send_probe(ChatId chat, const std::string& nonce, const ProbeHandler& failed,
                  const std::shared_ptr<std::size_t>& left);
  std::string why_down() const;

  Door door_;
  Api api_;
  Chats chats_;
  std::shared_ptr<Sender> sender_;
  Cards cards_;
  TelegramPairing pairing_;
  Answers answers_;
  std::shared_ptr<Poll> poll_;
};

}  // namespace afar::telegram
