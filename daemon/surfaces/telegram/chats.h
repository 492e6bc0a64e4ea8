// Where cards go and whose word counts: the chats and people of the configuration, and those that
// were paired. Loop thread only.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/config/configuration.h"
#include "daemon/surfaces/telegram/door.h"
#include "daemon/surfaces/telegram/updates.h"

namespace afar::telegram {

// Somebody who was paired: by their private chat, which has their own id.
struct Paired {
  Person person;
  std::string responder;
  WallTime at{};
};

class Chats {
 public:
  Chats(const Door& door, const config::Configuration& configuration)
      : door_(door), configuration_(configuration) {}

  // What was kept before, by its key ("paired:1001", "moved:-5", "topic:-5:SESSION").
  void take_in(const std::vector<std::pair<std::string, std::string>>& facts);

  struct Target {
    ChatId id = 0;
    bool topics = false;
  };
  // Every chat that cards go to. Where the configuration names none: the private chats of all who
  // may answer.
  std::vector<Target> targets() const;
  bool is_target(ChatId chat) const;
  // The name by which this person answers; nullopt: a stranger.
  std::optional<std::string> responder_of(UserId id) const;

  // The chat has another id from now on.
  void move(ChatId from, ChatId to);
  ChatId where(ChatId chat) const;
  // The service does not let us write there; an empty `why`: it does again.
  void note_closed(ChatId chat, const std::string& why);
  const std::map<ChatId, std::string>& closed() const { return closed_; }

  const std::map<UserId, Paired>& paired() const { return paired_; }
  void pair(const Paired& paired, std::function<void(bool kept)> handler);
  void unpair(UserId id, std::function<void(bool kept)> handler);

  // The topic of a session in a chat; 0: none yet.
  MessageId topic(ChatId chat, const std::string& session) const;
  void keep_topic(ChatId chat, const std::string& session, MessageId topic);

 private:
  const Door& door_;
  const config::Configuration& configuration_;
  std::map<UserId, Paired> paired_;
  std::map<ChatId, ChatId> moved_;
  std::map<ChatId, std::string> closed_;
  std::map<std::string, MessageId> topics_;  // by "CHAT:SESSION"
};

}  // namespace afar::telegram
