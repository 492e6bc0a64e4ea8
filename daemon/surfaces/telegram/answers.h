// What people tap and write, judged and passed on. A word counts only from a responder, by their
// numeric id, in a chat that cards go to; strangers get silence, and are on record. Loop thread
// only.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "daemon/surfaces/telegram/cards.h"
#include "daemon/surfaces/telegram/keyboard.h"
#include "daemon/surfaces/telegram/pairing.h"
#include "daemon/surfaces/telegram/updates.h"

namespace afar::telegram {

class Answers {
 public:
  Answers(const Door& door, Api& api, Sender& sender, Chats& chats, Cards& cards,
          TelegramPairing& pairing)
      : door_(door), api_(api), sender_(sender), chats_(chats), cards_(cards), pairing_(pairing) {}

  // `note_read`: to be called beside what the update changes; `done`: when that is committed.
  using Step = std::function<void()>;
  void take(const Tapped& tapped, const Step& note_read, const Step& done);
  void take(const Said& said, const Step& note_read, const Step& done);

  // A button that is about no dialog, by its nonce: tells who tapped it, once.
  using ProbeTapped = std::function<void(const std::string& responder, const Tapped& tapped)>;
  void await_probe(const std::string& nonce, ProbeTapped handler);
  void forget_probe(const std::string& nonce) { probes_.erase(nonce); }

 private:
  // A tap of a responder's on its way.
  struct Visit {
    Tapped tapped;
    std::string responder;
    TapData data;
    Step note_read;
    Step done;
    std::shared_ptr<Standing> card{};
  };
  using VisitRef = std::shared_ptr<Visit>;
  // Words of a responder's on their way.
  struct Letter {
    Said said;
    std::string responder;
    std::string words;
    Step note_read;
    Step done;
  };
  using LetterRef = std::shared_ptr<Letter>;

  void toast(const Tapped& tapped, const std::string& text, bool alert = false);
  void say(const Said& to, const std::string& text);

  void turn_away_tap(const Tapped& tapped, const std::optional<TapData>& data, const Step& done);
  void find_tapped(const VisitRef& visit);
  void look_at_tapped(const VisitRef& visit, const std::optional<Dialog>& dialog);
  void refuse_tap(const VisitRef& visit, const std::string& why, bool on_record);
  void act(const VisitRef& visit, const Dialog& dialog, std::size_t current);
  void act_on_option(const VisitRef& visit, const Dialog& dialog, const Question& question);
  void tick(const VisitRef& visit, const Dialog& dialog, const Question& question, bool on);
  void change_view(const VisitRef& visit, const std::string& words = "");
  void answer(const VisitRef& visit, const Question& question, QuestionAnswer given);
  void tell_tap(const VisitRef& visit, const Reply& reply);

  void turn_away_words(const Said& said, const Step& done);
  void find_named(const LetterRef& letter);
  void find_unnamed(const LetterRef& letter);
  void find_only(const LetterRef& letter, const std::vector<CardRow>& rows);
  void ask_which(const LetterRef& letter, const std::vector<CardRow>& rows);
  void answer_words(const LetterRef& letter, const DialogId& id);
  void answer_found(const LetterRef& letter, const Dialog& dialog,
                    const std::shared_ptr<Standing>& card);
  void tell_words(const LetterRef& letter, const Reply& reply,
                  const std::shared_ptr<Standing>& card);
  void end(const LetterRef& letter, const std::string& text);
  bool stands_in(const CardRow& row, ChatId chat);

  // A question was answered: its people go on to what comes next.
  void go_on(const std::shared_ptr<Standing>& card, ChatId chat);

  const Door& door_;
  Api& api_;
  Sender& sender_;
  Chats& chats_;
  Cards& cards_;
  TelegramPairing& pairing_;
  std::map<std::string, ProbeTapped> probes_;
};

// What became of an answer, for the person who gave it.
std::string in_words(const Reply& reply, WallTime now);

}  // namespace afar::telegram
