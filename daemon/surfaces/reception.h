// Where answers come in: the same for every surface. What is said of a dialog is judged by the
// broker alone, in a turn; handlers run on the loop once that is committed. Owned by main; loop
// thread only.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/config/configuration.h"
#include "daemon/surfaces/redact.h"
#include "daemon/turn/commit_turns.h"

namespace afar {

// Nothing was kept, since the disk failed or something is wrong here: it may be said again.
struct NotKept {
  std::string why;
};
using Reply =
    std::variant<AnswerDone, NoSuchDialog, AlreadyEnded, AnswerRefused, NotAllowed, NotKept>;
using ReplyHandler = std::function<void(const Reply&)>;

class Reception {
 public:
  Reception(CommitTurns& turns, const config::Configuration& configuration)
      : turns_(turns), configuration_(configuration) {}

  // The dialogs in replies are masked.
  void answer(const DialogId& id, const Answer& answer, const Decider& by, ReplyHandler handler);
  // A dialog that was dismissed comes as AnswerDone.
  void dismiss(const DialogId& id, const Decider& by, ReplyHandler handler);
  // nullopt: there is none, or it is not shown on this surface.
  void find(const std::string& surface, const DialogId& id,
            std::function<void(std::optional<Dialog>)> handler);

  // The card that carries this nonce; nullopt: there is none.
  void find_card(const std::string& surface, const std::string& nonce,
                 std::function<void(std::optional<CardRow>)> handler);
  // Those that were shown and whose dialogs are open, oldest first.
  void open_cards(const std::string& surface, std::function<void(std::vector<CardRow>)> handler);
  // What the surface has to know of its card has changed without a send (what is ticked).
  void keep_handle(const std::string& surface, const DialogId& id, const std::string& handle,
                   std::function<void()> kept);

  // Somebody who may not answer tried to: on record, and nothing else. `who`: as the surface knows
  // them.
  void turn_away(const std::string& surface, const std::string& who, const std::string& why,
                 const std::optional<DialogId>& id = std::nullopt);

  // Small facts of a surface's own (how far it has read, who was paired). nullopt: there is none,
  // or the disk failed.
  void find_fact(const std::string& surface, const std::string& key,
                 std::function<void(std::optional<std::string>)> handler);
  void list_facts(const std::string& surface, const std::string& prefix,
                  std::function<void(std::vector<std::pair<std::string, std::string>>)> handler);
  // nullopt removes it. `kept`: false where the disk failed.
  void keep_fact(const std::string& surface, const std::string& key,
                 const std::optional<std::string>& value, std::function<void(bool kept)> handler);

  // The dialog with its secrets masked.
  Dialog masked(const Dialog& dialog) const;

 private:
  // Strangers who come in numbers must not fill the record: so many a minute, and the rest counted
  // in the log.
  bool may_record_stranger(const std::string& surface);

  struct Strangers {
    MonoTime minute{};
    int recorded = 0;
    std::uint64_t unrecorded = 0;
  };
  std::map<std::string, Strangers> strangers_;
  CommitTurns& turns_;
  const config::Configuration& configuration_;
};

}  // namespace afar
