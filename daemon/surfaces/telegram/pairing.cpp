#include "daemon/surfaces/telegram/pairing.h"

#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "daemon/surfaces/nonce.h"

namespace afar::telegram {
namespace {

constexpr Milliseconds kCodeLasts = std::chrono::minutes(10);
constexpr std::size_t kCodeLetters = 10;  // some 59 bits
// Somebody is guessing.
constexpr int kWrongMax = 20;
constexpr std::size_t kTextMax = 64;

const char kVoid[] = "this code is not in use: it was used, replaced or is too old";

// The code as it was sent: alone, or by the link ("/start CODE").
std::string code_in(const std::string& text) {
  if (text.size() > kTextMax) return "";
  std::string code = text.rfind("/start", 0) == 0 ? text.substr(6) : text;
  code.erase(0, code.find_first_not_of(" \t\r\n"));
  code.erase(code.find_last_not_of(" \t\r\n") + 1);
  return code;
}

}  // namespace

void TelegramPairing::begin(const std::string& responder, Handler<PairingCode> handler) {
  api_.call("getMe", nlohmann::json::object(), [this, responder, handler](const ApiResult& result) {
    if (result.failure) return handler(std::nullopt, result.failure->why);
    const auto name = result.result->find("username");
    if (name == result.result->end() || !name->is_string()) {
      return handler(std::nullopt, "the service did not say the bot's name");
    }
    open(responder, name->get<std::string>(), handler);
  });
}

void TelegramPairing::open(const std::string& responder, const std::string& bot,
                           const Handler<PairingCode>& handler) {
  end("another code was asked for");
  const std::string code = draw_nonce(kCodeLetters);
  const WallTime expires_at = read_clocks().wall + kCodeLasts;
  open_ = Open{code, responder, expires_at, 0, std::nullopt, nullptr};
  timer_.expires_after(kCodeLasts);
  timer_.async_wait(door_.guarded([this](const boost::system::error_code& error) {
    if (!error) end("nobody was paired within ten minutes: the code is void");
  }));
  handler(PairingCode{code, "https://t.me/" + bot + "?start=" + code, "@" + bot, expires_at}, "");
}

void TelegramPairing::end(const std::string& why) {
  timer_.cancel();
  if (!open_) return;
  const auto waiting = std::move(open_->waiting);
  open_.reset();
  if (waiting) waiting(std::nullopt, why);
}

void TelegramPairing::stop() {
  timer_.cancel();
  open_.reset();
}

bool TelegramPairing::take(const Person& person, const std::string& text) {
  if (!open_ || open_->person) return false;
  if (code_in(text) != open_->code) {
    if (++open_->wrong >= kWrongMax) end("too many wrong codes came: this one is void");
    return false;
  }
  open_->person = person;
  spdlog::info("telegram: {} sent the pairing code", person.in_words());
  api_.call("sendMessage",
            {{"chat_id", person.id},
             {"text", "That is the code. Now say in the terminal that it is you."}},
            [](const ApiResult&) {});
  if (open_->waiting) {
    const auto waiting = std::exchange(open_->waiting, nullptr);
    waiting(shown({person, open_->responder, read_clocks().wall}), "");
  }
  return true;
}

void TelegramPairing::await(const std::string& code, Handler<PairedPerson> handler) {
  if (!open_ || open_->code != code) {
    return door_.later([handler] { handler(std::nullopt, kVoid); });
  }
  if (open_->person) {
    const PairedPerson person = shown({*open_->person, open_->responder, read_clocks().wall});
    return door_.later([handler, person] { handler(person, ""); });
  }
  open_->waiting = std::move(handler);
}

void TelegramPairing::confirm(const std::string& code, bool yes, Handler<PairedPerson> handler) {
  if (!open_ || open_->code != code || !open_->person) {
    return door_.later([handler] { handler(std::nullopt, kVoid); });
  }
  const Paired paired{*open_->person, open_->responder, read_clocks().wall};
  end("");
  if (!yes) {
    api_.call(
        "sendMessage",
        {{"chat_id", paired.person.id}, {"text", "The operator said no: you are not paired."}},
        [](const ApiResult&) {});
    return door_.later([handler, paired] { handler(shown(paired), ""); });
  }
  chats_.pair(paired, [this, paired, handler](bool kept) {
    if (!kept) return handler(std::nullopt, "the disk did not take it: nothing was kept");
    if (paired_) paired_(paired);
    handler(shown(paired), "");
  });
}

std::vector<PairedPerson> TelegramPairing::list() const {
  std::vector<PairedPerson> all;
  for (const auto& [id, paired] : chats_.paired()) all.push_back(shown(paired));
  return all;
}

void TelegramPairing::revoke(const std::string& id, Handler<PairedPerson> handler) {
  for (const auto& [user, paired] : chats_.paired()) {
    if (std::to_string(user) != id) continue;
    const PairedPerson person = shown(paired);
    return chats_.unpair(user, [handler, person](bool kept) {
      if (!kept) return handler(std::nullopt, "the disk did not take it: nothing was kept");
      handler(person, "");
    });
  }
  door_.later([handler, id] { handler(std::nullopt, "nobody with the id " + id + " is paired"); });
}

PairedPerson TelegramPairing::shown(const Paired& paired) {
  return {std::to_string(paired.person.id), paired.person.in_words(), paired.responder, paired.at};
}

}  // namespace afar::telegram
