#include "daemon/surfaces/telegram/chats.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/rpc/message.h"

namespace afar::telegram {
namespace {

using nlohmann::json;

constexpr char kPaired[] = "paired:";
constexpr char kMoved[] = "moved:";
constexpr char kTopic[] = "topic:";
// A group moves once in its life; more is a loop.
constexpr int kMovesMax = 8;

std::optional<std::string> behind(const std::string& key, const std::string& prefix) {
  if (key.rfind(prefix, 0) != 0) return std::nullopt;
  return key.substr(prefix.size());
}

std::string to_text(const Paired& paired) {
  return rpc::dump({{"responder", paired.responder},
                    {"name", paired.person.name},
                    {"username", paired.person.username},
                    {"at", to_rfc3339(paired.at)}});
}

std::optional<Paired> paired_from(const std::string& id, const std::string& value) {
  try {
    const json read = json::parse(value);
    Paired paired;
    paired.person = {std::stoll(id), read.value("name", ""), read.value("username", "")};
    paired.responder = read.at("responder").get<std::string>();
    paired.at = from_rfc3339(read.value("at", "")).value_or(WallTime{});
    return paired;
  } catch (const std::exception&) {
    return std::nullopt;  // nobody is let in by what cannot be read
  }
}

std::int64_t number_in(const std::string& text) {
  try {
    return std::stoll(text);
  } catch (const std::exception&) {
    return 0;
  }
}

std::string topic_key(ChatId chat, const std::string& session) {
  return std::to_string(chat) + ":" + session;
}

}  // namespace

void Chats::take_in(const std::vector<std::pair<std::string, std::string>>& facts) {
  for (const auto& [key, value] : facts) {
    if (const auto id = behind(key, kPaired)) {
      if (auto paired = paired_from(*id, value)) paired_[paired->person.id] = std::move(*paired);
    } else if (const auto from = behind(key, kMoved)) {
      moved_[number_in(*from)] = number_in(value);
    } else if (const auto place = behind(key, kTopic)) {
      topics_[*place] = number_in(value);
    }
  }
}

std::vector<Chats::Target> Chats::targets() const {
  std::vector<Target> targets;
  const auto add = [&](ChatId id, bool topics) {
    id = where(id);
    const auto same = [&](const Target& each) { return each.id == id; };
    if (std::none_of(targets.begin(), targets.end(), same)) targets.push_back({id, topics});
  };
  const auto& settings = configuration_.settings();
  if (!settings.surfaces.telegram) return targets;
  const auto& chats = settings.surfaces.telegram->chats;
  for (const auto& chat : chats) add(chat.id, chat.topics);
  if (chats.empty()) {
    for (const auto& [name, responder] : settings.responders) {
      if (responder.telegram) add(*responder.telegram, false);
    }
  }
  for (const auto& [id, paired] : paired_) add(id, false);
  return targets;
}

bool Chats::is_target(ChatId chat) const {
  const auto all = targets();
  return std::any_of(all.begin(), all.end(), [&](const Target& each) { return each.id == chat; });
}

std::optional<std::string> Chats::responder_of(UserId id) const {
  for (const auto& [name, responder] : configuration_.settings().responders) {
    if (responder.telegram == id) return name;
  }
  const auto found = paired_.find(id);
  if (found == paired_.end()) return std::nullopt;
  return found->second.responder;
}

ChatId Chats::where(ChatId chat) const {
  for (int i = 0; i < kMovesMax; ++i) {
    const auto found = moved_.find(chat);
    if (found == moved_.end() || found->second == 0) break;
    chat = found->second;
  }
  return chat;
}

void Chats::move(ChatId from, ChatId to) {
  if (from == to || from == 0 || to == 0 || where(from) == to) return;
  // Whatever stands in the update, only a chat of ours leads anywhere.
  if (!is_target(where(from))) return;
  moved_[where(from)] = to;
  door_.keep_fact(kMoved + std::to_string(from), std::to_string(to));
}

void Chats::note_closed(ChatId chat, const std::string& why) {
  if (why.empty()) {
    closed_.erase(chat);
  } else if (is_target(chat)) {
    closed_[chat] = why;
  }
}

void Chats::pair(const Paired& paired, std::function<void(bool kept)> handler) {
  const UserId id = paired.person.id;
  door_.keep_fact(kPaired + std::to_string(id), to_text(paired),
                  [this, paired, id, handler = std::move(handler)](bool kept) {
                    if (kept) paired_[id] = paired;
                    handler(kept);
                  });
}

void Chats::unpair(UserId id, std::function<void(bool kept)> handler) {
  door_.keep_fact(kPaired + std::to_string(id), std::nullopt,
                  [this, id, handler = std::move(handler)](bool kept) {
                    if (kept) paired_.erase(id);
                    handler(kept);
                  });
}

MessageId Chats::topic(ChatId chat, const std::string& session) const {
  const auto found = topics_.find(topic_key(chat, session));
  return found == topics_.end() ? 0 : found->second;
}

void Chats::keep_topic(ChatId chat, const std::string& session, MessageId topic) {
  const std::string key = topic_key(chat, session);
  std::optional<std::string> value;
  if (topic != 0) {
    topics_[key] = topic;
    value = std::to_string(topic);
  } else {
    topics_.erase(key);
  }
  door_.keep_fact(kTopic + key, value);
}

}  // namespace afar::telegram
