#include "daemon/surfaces/telegram/telegram.h"

#include <nlohmann/json.hpp>

#include "daemon/surfaces/nonce.h"
#include "daemon/surfaces/telegram/message.h"
#include "daemon/text/printable.h"

namespace afar::telegram {
namespace {

using nlohmann::json;

constexpr char kName[] = "telegram";
constexpr std::size_t kNoticeUnits = 1000;

// What is kept under a key; empty where there is nothing.
std::string fact(const std::vector<std::pair<std::string, std::string>>& facts,
                 const std::string& wanted) {
  for (const auto& [key, value] : facts) {
    if (key == wanted) return value;
  }
  return "";
}

RichText plain(const std::string& text) {
  RichText words;
  words.plain(text);
  return words;
}

}  // namespace

Telegram::Telegram(boost::asio::io_context& loop, HttpClient& http, Reception& reception,
                   const config::Configuration& configuration,
                   const config::TelegramSettings& settings, Milliseconds rest)
    : door_(loop, reception, kName),
      api_(http, settings.api_base, settings.token.value),
      chats_(door_, configuration),
      sender_(std::make_shared<Sender>(loop, api_)),
      cards_(door_, *sender_, chats_, configuration),
      pairing_(loop, door_, api_, chats_),
      answers_(door_, api_, *sender_, chats_, cards_, pairing_),
      poll_(std::make_shared<Poll>(
          loop, api_, door_, rest,
          [this](const Update& update, const Answers::Step& note_read, const Answers::Step& done) {
            take(update, note_read, done);
          })) {
  pairing_.on_paired([this](const Paired& paired) { welcome(paired); });
}

void Telegram::start() {
  door_.list_facts([this](const auto& facts) { begin(facts); });
}

void Telegram::begin(const std::vector<std::pair<std::string, std::string>>& facts) {
  chats_.take_in(facts);
  poll_->start(fact(facts, Poll::kOffset));
}

void Telegram::stop() {
  door_.close();
  poll_->stop();
  sender_->stop();
  pairing_.stop();
  api_.stop();
}

void Telegram::take(const Update& update, const Answers::Step& note_read,
                    const Answers::Step& done) {
  if (const auto* tapped = std::get_if<Tapped>(&update)) {
    return answers_.take(*tapped, note_read, done);
  }
  if (const auto* said = std::get_if<Said>(&update)) return answers_.take(*said, note_read, done);
  if (const auto* moved = std::get_if<Moved>(&update)) chats_.move(moved->from, moved->to);
  if (const auto* membership = std::get_if<Membership>(&update)) {
    chats_.note_closed(membership->chat,
                       membership->may_write ? "" : "the bot was blocked or removed there");
  }
  done();
}

void Telegram::show(const Card& card, SentHandler sent) {
  cards_.deliver(card, Cards::What::kShow, std::move(sent));
}
void Telegram::update(const Card& card, SentHandler sent) {
  cards_.deliver(card, Cards::What::kUpdate, std::move(sent));
}
void Telegram::close(const Card& card, SentHandler sent) {
  cards_.deliver(card, Cards::What::kClose, std::move(sent));
}
void Telegram::remind(const Card& card, SentHandler sent) {
  cards_.deliver(card, Cards::What::kRemind, std::move(sent));
}

void Telegram::notice(const std::string& text) {
  for (const auto& target : chats_.targets()) {
    json params = to_json(plain(cut_end(printable_line(text), kNoticeUnits)));
    params["chat_id"] = target.id;
    sender_->send({target.id, "sendMessage", [params] { return params; }}, [](const ApiResult&) {});
  }
}

void Telegram::welcome(const Paired& paired) {
  json params = to_json(plain("Paired: you answer as " + printable_line(paired.responder) +
                              ". Questions of your agents come here from now on."));
  params["chat_id"] = paired.person.id;
  sender_->send({paired.person.id, "sendMessage", [params] { return params; }},
                [](const ApiResult&) {});
}

void Telegram::probe(ProbeHandler probed) {
  const auto targets = chats_.targets();
  if (targets.empty()) {
    return door_.later([probed] {
      probed({false, "there is no chat to send to: `afar telegram pair` adds one"});
    });
  }
  const std::string nonce = draw_nonce();
  answers_.await_probe(nonce, [this, probed](const std::string& responder, const Tapped& tapped) {
    json params = to_json(plain("🔔 A test of afar: " + printable_line(responder) + " tapped."));
    params["chat_id"] = tapped.chat;
    params["message_id"] = tapped.message;
    sender_->send({tapped.chat, "editMessageText", [params] { return params; }},
                  [](const ApiResult&) {});
    probed({true, responder + " tapped the button in chat " + std::to_string(tapped.chat)});
  });
  const auto left = std::make_shared<std::size_t>(targets.size());
  for (const auto& target : targets) send_probe(target.id, nonce, probed, left);
}

void Telegram::send_probe(ChatId chat, const std::string& nonce, const ProbeHandler& failed,
                          const std::shared_ptr<std::size_t>& left) {
  json params = to_json(plain("🔔 A test of afar: please tap the button."));
  params["chat_id"] = chat;
  params["reply_markup"] = to_json({{{"It works", tap_data(nonce, {})}}});
  sender_->send({chat, "sendMessage", [params] { return params; }},
                [this, chat, nonce, failed, left](const ApiResult& result) {
                  // Where one chat has it, somebody may tap.
                  if (!result.failure || --*left > 0) return;
                  answers_.forget_probe(nonce);
                  failed({false, "chat " + std::to_string(chat) + ": " + result.failure->why});
                });
}

std::string Telegram::why_down() const {
  if (!poll_->trouble().empty()) return poll_->trouble();
  if (!poll_->is_up()) return "it has not answered yet";
  if (chats_.targets().empty()) return "there is no chat yet: `afar telegram pair` adds one";
  return "";
}

json Telegram::status() const {
  const std::string why = why_down();
  json closed = json::object();
  for (const auto& [chat, reason] : chats_.closed()) closed[std::to_string(chat)] = reason;
  return {{"state", why.empty() ? "up" : "down"}, {"why", why.empty() ? json(nullptr) : json(why)},
          {"chats", chats_.targets().size()},     {"closed_chats", std::move(closed)},
          {"paired", chats_.paired().size()},     {"updates", poll_->updates()},
          {"conflicts", poll_->conflicts()},      {"slowed_down", sender_->slowed_down()},
          {"waiting_to_send", sender_->waiting()}};
}

}  // namespace afar::telegram
