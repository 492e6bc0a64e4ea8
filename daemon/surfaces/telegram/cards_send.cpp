#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/telegram/card_text.h"
#include "daemon/surfaces/telegram/cards.h"
#include "daemon/surfaces/telegram/message.h"
#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"

namespace afar::telegram {
namespace {

using nlohmann::json;
using Kind = ApiFailure::Kind;

constexpr std::size_t kTopicUnits = 100;  // the service takes 128
constexpr std::size_t kReminderUnits = 300;
constexpr std::size_t kSessionBytes = 8;

MessageId message_id_in(const ApiResult& result) {
  const auto& message = *result.result;
  const auto found = message.is_object() ? message.find("message_id") : message.end();
  return found != message.end() && found->is_number_integer() ? found->get<MessageId>() : 0;
}

std::string topic_name(const Origin& origin) {
  std::string name = printable_line(origin.project.empty() ? origin.agent : origin.project);
  return cut_end(name, kTopicUnits) + " · " +
         printable_line(origin.session.substr(0, kSessionBytes));
}

// It stands as it should, or there is nothing left that could be changed.
bool is_unchanged(const ApiFailure& failure) { return failure.says("message is not modified"); }
bool is_gone(const ApiFailure& failure) {
  return failure.says("message to edit not found") || failure.says("message can't be edited") ||
         failure.says("MESSAGE_ID_INVALID");
}

std::function<json()> written(json params) {
  return [params = std::move(params)] { return params; };
}

}  // namespace

void Cards::send_new(const Errand& errand) {
  const Dialog& dialog = errand.round->card.dialog;
  const MessageId topic =
      errand.target.topics ? chats_.topic(errand.target.id, dialog.origin.session) : 0;
  if (errand.target.topics && topic == 0) return make_topic(errand);
  bool cut = false;
  json message = message_of(dialog, errand.round->card.nonce, errand.mine().view, cut);
  message["chat_id"] = errand.target.id;
  if (topic > 0) message["message_thread_id"] = topic;
  sender_.send({errand.target.id, "sendMessage", written(std::move(message))},
               [this, errand, cut](const ApiResult& result) {
                 if (result.failure) return note_failure(errand, *result.failure);
                 ChatCard& mine = errand.mine();
                 mine.messages = {message_id_in(result)};
                 mine.revision = errand.round->card.revision;
                 chats_.note_closed(errand.target.id, "");
                 if (cut && !mine.file_sent) return send_file(errand);
                 end(errand);
               });
}

// Cards of one session that come at the same time wait for the same topic.
void Cards::make_topic(const Errand& errand) {
  const Origin& origin = errand.round->card.dialog.origin;
  const auto key = std::make_pair(errand.target.id, origin.session);
  auto& waiting = topics_to_come_[key];
  waiting.push_back(errand);
  if (waiting.size() > 1) return;
  sender_.send({errand.target.id, "createForumTopic",
                written({{"chat_id", errand.target.id}, {"name", topic_name(origin)}})},
               [this, key](const ApiResult& result) { note_topic(key, result); });
}

void Cards::note_topic(const std::pair<ChatId, std::string>& key, const ApiResult& result) {
  const auto waiting = topics_to_come_.extract(key).mapped();
  const bool never = result.failure && result.failure->kind == Kind::kRefused;
  if (never) spdlog::warn("telegram: chat {} has no topics: {}", key.first, result.failure->why);
  if (!result.failure) {
    chats_.keep_topic(key.first, key.second,
                      result.result->value("message_thread_id", MessageId{0}));
  }
  for (Errand errand : waiting) {
    if (result.failure && !never) {
      note_failure(errand, *result.failure);
      continue;
    }
    // A topic that could not be made, or has no id, is not asked for again: the card comes without.
    errand.target.topics = chats_.topic(key.first, key.second) != 0;
    send_new(errand);
  }
}

void Cards::edit(const Errand& errand) {
  const auto messages = errand.mine().messages;
  for (std::size_t i = messages.size(); i-- > 0;) {
    auto cut = std::make_shared<bool>(false);
    // Where its people are in it may change while it waits for its turn.
    const auto write = [this, errand, cut, message = messages[i]] {
      const Card& card = errand.round->card;
      json params = message_of(card.dialog, card.nonce, errand.mine().view, *cut);
      params["chat_id"] = errand.target.id;
      params["message_id"] = message;
      return params;
    };
    const bool is_copy = i > 0;
    sender_.send({errand.target.id, "editMessageText", write},
                 [this, errand, cut, is_copy](const ApiResult& result) {
                   if (!is_copy) note_edited(errand, result, *cut);
                 });
  }
}

void Cards::note_edited(const Errand& errand, const ApiResult& result, bool cut) {
  if (result.failure && !is_unchanged(*result.failure))
    return note_failure(errand, *result.failure);
  ChatCard& mine = errand.mine();
  mine.revision = errand.round->card.revision;
  if (cut && !mine.file_sent) return send_file(errand);
  end(errand);
}

// An edit makes no sound: who is reminded gets a message.
void Cards::remind(const Errand& errand) {
  const Dialog& dialog = errand.round->card.dialog;
  RichText text = head_line(dialog);
  const std::string waits = duration_in_words(read_clocks().wall - dialog.created_at);
  text.new_line().plain("⏰ It still waits, " + waits +
                        " now: " + cut_end(printable_line(dialog.content.title), kReminderUnits));
  json message = to_json(text);
  message["chat_id"] = errand.target.id;
  message["reply_parameters"] = {{"message_id", errand.mine().messages.front()},
                                 {"allow_sending_without_reply", true}};
  const MessageId topic =
      errand.target.topics ? chats_.topic(errand.target.id, dialog.origin.session) : 0;
  if (topic > 0) message["message_thread_id"] = topic;
  sender_.send({errand.target.id, "sendMessage", written(std::move(message))},
               [this, errand](const ApiResult& result) {
                 if (result.failure) return note_failure(errand, *result.failure);
                 end(errand);
               });
}

void Cards::send_file(const Errand& errand) {
  const Dialog& dialog = errand.round->card.dialog;
  json params{
      {"chat_id", errand.target.id},
      {"caption", "All of it. " + dialog.id},
      {"disable_notification", true},
      {"reply_parameters",
       {{"message_id", errand.mine().messages.front()}, {"allow_sending_without_reply", true}}}};
  const MessageId topic =
      errand.target.topics ? chats_.topic(errand.target.id, dialog.origin.session) : 0;
  if (topic > 0) params["message_thread_id"] = topic;
  sender_.send({errand.target.id, "sendDocument", written(std::move(params)),
                ApiFile{"document", dialog.id + ".txt", whole_text(dialog)}},
               [this, errand](const ApiResult& result) {
                 if (result.failure && result.failure->kind != Kind::kRefused) {
                   // The card stands; its file is tried once more with it.
                   errand.mine().revision = -1;
                   return note_failure(errand, *result.failure);
                 }
                 errand.mine().file_sent = true;
                 end(errand);
               });
}

// The group has another id now: none of its old messages can be changed from there.
void Cards::follow(Errand errand, ChatId moved_to) {
  Round& round = *errand.round;
  chats_.move(errand.target.id, moved_to);
  const View view = errand.mine().view;
  round.standing->handle.chats.erase(errand.target.id);
  errand.target.id = moved_to;
  ChatCard& mine = errand.mine();
  mine.view = view;
  if (mine.messages.empty() && round.what != What::kClose) return send_new(errand);
  end(errand);
}

void Cards::note_failure(Errand errand, const ApiFailure& failure) {
  Round& round = *errand.round;
  const std::string where = "chat " + std::to_string(errand.target.id) + ": " + failure.why;
  if (failure.kind == Kind::kMoved) return follow(errand, failure.moved_to);
  if (is_gone(failure)) {
    errand.mine().messages.clear();
    if (round.what != What::kClose) return send_new(errand);
    return end(errand);
  }
  if (failure.says("message thread not found") && !errand.topic_was_gone) {
    errand.topic_was_gone = true;
    chats_.keep_topic(errand.target.id, round.card.dialog.origin.session, 0);
    return run(errand);
  }
  if (failure.kind == Kind::kForbidden) chats_.note_closed(errand.target.id, failure.why);
  if (failure.kind == Kind::kForbidden || failure.kind == Kind::kRefused) {
    spdlog::warn("telegram: {} is not shown in {}", round.card.dialog.id, where);
    errand.mine().gave_up = failure.why;
    round.gave_up = where;
    return end(errand);
  }
  const Milliseconds after = failure.retry_after;
  if (!round.again) round.again = TryAgain{where, after};
  round.again->after = std::max(round.again->after, after);
  end(errand);
}

void Cards::end(const Errand& errand) {
  Round& round = *errand.round;
  if (--round.left == 0) finish(round);
}

}  // namespace afar::telegram
