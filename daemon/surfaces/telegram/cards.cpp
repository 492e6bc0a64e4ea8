#include "daemon/surfaces/telegram/cards.h"

#include <nlohmann/json.hpp>

#include "daemon/surfaces/card_url.h"
#include "daemon/surfaces/telegram/card_text.h"
#include "daemon/surfaces/telegram/keyboard.h"
#include "daemon/surfaces/telegram/message.h"

namespace afar::telegram {
namespace {

using nlohmann::json;
using Kind = ApiFailure::Kind;

// When those that are no longer in use are looked for.
constexpr std::size_t kStandingMax = 256;
constexpr int kRefreshesMax = 3;

}  // namespace

std::shared_ptr<Standing> Cards::standing(const DialogId& dialog, const std::string& nonce,
                                          const std::string& handle) {
  if (const auto found = standing_.find(dialog); found != standing_.end()) {
    if (auto there = found->second.lock()) return there;
  }
  if (standing_.size() > kStandingMax) {
    std::erase_if(standing_, [](const auto& each) { return each.second.expired(); });
  }
  auto card = std::make_shared<Standing>(Standing{dialog, nonce, {}});
  for (auto& [chat, mine] : handle_from(handle).chats) {
    // A group that has moved has none of the old messages.
    const bool moved = chats_.where(chat) != chat;
    card->handle.chats[chats_.where(chat)] = moved ? ChatCard{} : std::move(mine);
  }
  standing_[dialog] = card;
  return card;
}

void Cards::keep(const std::shared_ptr<Standing>& card) {
  // The card stays in use until this is on record: whoever loads it then, loads this.
  door_.keep_handle(card->dialog, to_text(card->handle), [card] {});
}

bool Cards::has_work(const Round& round, ChatCard& mine) {
  if (!mine.gave_up.empty()) return false;
  if (mine.messages.empty()) return round.what != What::kClose;
  return round.what == What::kRemind || mine.revision != round.card.revision;
}

void Cards::deliver(const Card& card, What what, SentHandler sent) {
  auto round = std::make_shared<Round>(
      Round{card, what, std::move(sent), standing(card.dialog.id, card.nonce, card.handle)});
  const auto targets = chats_.targets();
  std::vector<Errand> errands;
  for (const auto& target : targets) {
    ChatCard& mine = round->standing->handle.chats[target.id];
    if (!mine.gave_up.empty()) round->gave_up = mine.gave_up;
    if (has_work(*round, mine)) errands.push_back({round, target});
  }
  if (targets.empty()) {
    round->again = TryAgain{"there is no chat to show it in: `afar telegram pair` adds one"};
  }
  round->left = errands.size();
  if (errands.empty()) door_.later([this, round] { finish(*round); });
  for (const auto& errand : errands) run(errand);
}

void Cards::run(const Errand& errand) {
  if (errand.mine().messages.empty()) return send_new(errand);
  if (errand.round->what == What::kRemind) return remind(errand);
  edit(errand);
}

json Cards::message_of(const Dialog& dialog, const std::string& nonce, const View& view,
                       bool& cut) const {
  const std::string url = card_url(configuration_.settings().surfaces.web, dialog.id);
  const CardText text = card_text(dialog, view, url, read_clocks().wall);
  cut = text.cut;
  json message = to_json(text.text);
  message["reply_markup"] = to_json(keyboard_of(dialog, view, nonce));
  return message;
}

void Cards::finish(Round& round) {
  if (round.again) {
    keep(round.standing);
    return round.sent(*round.again);
  }
  bool stands = round.what == What::kClose;
  for (const auto& [chat, mine] : round.standing->handle.chats) {
    stands = stands || !mine.messages.empty();
  }
  if (!stands) return round.sent(GivenUp{round.gave_up});
  round.sent(Shown{to_text(round.standing->handle)});
}

void Cards::refresh(const std::shared_ptr<Standing>& card, ChatId chat) {
  auto& refresh = card->refreshes[chat];
  if (refresh.under_way) {
    refresh.again = true;
    return;
  }
  refresh.under_way = true;
  door_.find(card->dialog, [this, card, chat](const std::optional<Dialog>& dialog) {
    if (!dialog) return end_refresh(card, chat);
    edit_all(card, chat, *dialog);
  });
}

void Cards::edit_all(const std::shared_ptr<Standing>& card, ChatId chat, const Dialog& dialog) {
  const ChatCard& mine = card->handle.chats[chat];
  if (mine.messages.empty()) return end_refresh(card, chat);
  bool cut = false;
  json message = message_of(dialog, card->nonce, mine.view, cut);
  message["chat_id"] = chat;
  auto left = std::make_shared<std::size_t>(mine.messages.size());
  for (const MessageId id : mine.messages) {
    message["message_id"] = id;
    sender_.send({chat, "editMessageText", [message] { return message; }, std::nullopt, true},
                 [this, card, chat, left](const ApiResult& result) {
                   note_refreshed(*card, chat, result);
                   if (--*left == 0) end_refresh(card, chat);
                 });
  }
}

void Cards::note_refreshed(Standing& card, ChatId chat, const ApiResult& result) {
  auto& refresh = card.refreshes[chat];
  const bool passing = result.failure && (result.failure->kind == Kind::kTooMany ||
                                          result.failure->kind == Kind::kBusy ||
                                          result.failure->kind == Kind::kNoAnswer);
  if (!passing) {
    refresh.failures = 0;
  } else if (++refresh.failures < kRefreshesMax) {
    refresh.again = true;  // the sender waits as long as the service asked
  }
}

void Cards::end_refresh(const std::shared_ptr<Standing>& card, ChatId chat) {
  auto& refresh = card->refreshes[chat];
  refresh.under_way = false;
  if (std::exchange(refresh.again, false)) this->refresh(card, chat);
}

}  // namespace afar::telegram
