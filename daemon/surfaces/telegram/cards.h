// Cards in the chats: sends, edits and ends them, in every chat that they go to. Loop thread only.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "daemon/surfaces/surface.h"
#include "daemon/surfaces/telegram/chats.h"
#include "daemon/surfaces/telegram/sender.h"

namespace afar::telegram {

// A card that something is done with now. What is known of it is kept as its handle; while it is in
// use there is one of it, so that a send under way and a tap see the same.
struct Standing {
  DialogId dialog;
  std::string nonce;
  CardHandle handle;
  struct Refresh {
    bool under_way = false;
    bool again = false;
    int failures = 0;
  };
  std::map<ChatId, Refresh> refreshes{};
};

class Cards {
 public:
  Cards(const Door& door, Sender& sender, Chats& chats, const config::Configuration& configuration)
      : door_(door), sender_(sender), chats_(chats), configuration_(configuration) {}

  enum class What { kShow, kUpdate, kClose, kRemind };
  void deliver(const Card& card, What what, SentHandler sent);

  std::shared_ptr<Standing> standing(const DialogId& dialog, const std::string& nonce,
                                     const std::string& handle);
  // What the people of a chat see of a card has changed by what they did.
  void refresh(const std::shared_ptr<Standing>& card, ChatId chat);
  void keep(const std::shared_ptr<Standing>& card);

 private:
  // One card's way into all of its chats.
  struct Round {
    Card card;
    What what;
    SentHandler sent;
    std::shared_ptr<Standing> standing;
    std::size_t left = 0;
    std::optional<TryAgain> again{};
    std::string gave_up{};  // why, in a chat that can never have it
  };
  // Its way into one chat.
  struct Errand {
    std::shared_ptr<Round> round;
    Chats::Target target;
    bool topic_was_gone = false;
    ChatCard& mine() const { return round->standing->handle.chats[target.id]; }
  };

  static bool has_work(const Round& round, ChatCard& mine);
  void run(const Errand& errand);
  void send_new(const Errand& errand);
  void make_topic(const Errand& errand);
  void note_topic(const std::pair<ChatId, std::string>& key, const ApiResult& result);
  void follow(Errand errand, ChatId moved_to);
  void edit(const Errand& errand);
  void note_edited(const Errand& errand, const ApiResult& result, bool cut);
  void remind(const Errand& errand);
  void send_file(const Errand& errand);
  void note_failure(Errand errand, const ApiFailure& failure);
  void end(const Errand& errand);
  void finish(Round& round);
  nlohmann::json message_of(const Dialog& dialog, const std::string& nonce, const View& view,
                            bool& cut) const;
  void edit_all(const std::shared_ptr<Standing>& card, ChatId chat, const Dialog& dialog);
  static void note_refreshed(Standing& card, ChatId chat, const ApiResult& result);
  void end_refresh(const std::shared_ptr<Standing>& card, ChatId chat);

  const Door& door_;
  Sender& sender_;
  Chats& chats_;
  const config::Configuration& configuration_;
  std::map<DialogId, std::weak_ptr<Standing>> standing_;
  std::map<std::pair<ChatId, std::string>, std::vector<Errand>> topics_to_come_;  // by session
};

}  // namespace afar::telegram
