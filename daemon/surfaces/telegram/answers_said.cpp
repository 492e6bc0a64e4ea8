#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/telegram/answers.h"
#include "daemon/surfaces/telegram/card_text.h"
#include "daemon/surfaces/telegram/message.h"
#include "daemon/surfaces/telegram/typed.h"
#include "daemon/text/printable.h"
#include "daemon/text/words.h"

namespace afar::telegram {
namespace {

constexpr std::size_t kListedMax = 20;
constexpr std::size_t kSayUnits = 3500;

const char kHelp[] =
    "Questions of your agents come here. Tap a button, reply to a card, or write its name and what "
    "you choose: \"tbxkq 2\".";

bool is_command(const std::string& text) { return text.rfind('/', 0) == 0; }

}  // namespace

std::string in_words(const Reply& reply, WallTime now) {
  if (const auto* done = std::get_if<AnswerDone>(&reply)) {
    if (!done->complete) return "Noted.";
    const std::string chosen = answer_in_words(done->dialog.content, done->dialog.answers);
    return "✅ " + done->dialog.id + (chosen.empty() ? " answered." : ": " + chosen);
  }
  if (const auto* ended = std::get_if<AlreadyEnded>(&reply)) {
    return ended_already(ended->dialog, now) + " Nothing changed.";
  }
  if (const auto* refused = std::get_if<AnswerRefused>(&reply)) {
    return printable_line(refused->why) + ". Nothing changed.";
  }
  if (const auto* refused = std::get_if<NotAllowed>(&reply)) {
    return printable_line(refused->why) + ". Nothing changed.";
  }
  if (std::holds_alternative<NotKept>(reply)) {
    return "The disk did not take it: nothing changed. Please try again.";
  }
  return "There is no such dialog any more.";
}

void Answers::say(const Said& to, const std::string& text) {
  RichText words;
  words.plain(cut_end(text, kSayUnits));
  nlohmann::json params = to_json(words);
  params["chat_id"] = to.chat;
  params["disable_notification"] = true;
  params["reply_parameters"] = {{"message_id", to.message}, {"allow_sending_without_reply", true}};
  sender_.send({to.chat, "sendMessage", [params] { return params; }, std::nullopt, true},
               [](const ApiResult&) {});
}

void Answers::take(const Said& said, const Step& note_read, const Step& done) {
  const auto responder = chats_.responder_of(said.from.id);
  // A code may also come from somebody who answers already, as another responder.
  if (said.is_private && pairing_.take(said.from, said.text)) {
    note_read();
    return done();
  }
  if (!responder) return turn_away_words(said, done);
  if (!chats_.is_target(said.chat)) {
    door_.turn_away(*responder, "words in a chat that afar takes no answers in");
    if (said.is_private) say(said, "afar takes no answers in this chat.");
    return done();
  }
  auto letter = std::make_shared<Letter>(Letter{said, *responder, said.text, note_read, done});
  if (is_command(said.text)) return end(letter, kHelp);
  if (said.text.empty()) {
    return end(letter, said.replies_to ? "Only a text can be an answer." : "");
  }
  find_named(letter);
}

// Silence again. Only what was meant for us is on record: a group talks about other things too.
void Answers::turn_away_words(const Said& said, const Step& done) {
  std::string about = said.replies_to ? dialog_named_in(*said.replies_to) : "";
  if (const auto named = read_named(said.text); about.empty() && named) about = named->id;
  if (said.is_private || !about.empty()) {
    door_.turn_away(said.from.in_words(), "a message of somebody who may not answer",
                    about.empty() ? std::nullopt : std::optional(about));
  }
  done();
}

// A reply to a card, or words that begin with a dialog's name.
void Answers::find_named(const LetterRef& letter) {
  const std::string replied =
      letter->said.replies_to ? dialog_named_in(*letter->said.replies_to) : "";
  const auto named = read_named(letter->said.text);
  if (!replied.empty()) {
    if (named && named->id == replied) letter->words = named->words;
    return answer_words(letter, replied);
  }
  if (!named) return find_unnamed(letter);
  door_.find(named->id, [this, letter, named](const std::optional<Dialog>& dialog) {
    // A word of five letters that is no dialog's name is a word.
    if (!dialog) return find_unnamed(letter);
    if (named->words.empty()) {
      return end(letter, "What is your answer to " + named->id + "? Write \"" + named->id +
                             " 2\", or reply to its card.");
    }
    letter->words = named->words;
    answer_words(letter, named->id);
  });
}

void Answers::find_unnamed(const LetterRef& letter) {
  door_.open_cards([this, letter](const std::vector<CardRow>& rows) {
    std::vector<CardRow> here;
    for (const auto& row : rows) {
      if (stands_in(row, letter->said.chat)) here.push_back(row);
    }
    find_only(letter, here);
  });
}

bool Answers::stands_in(const CardRow& row, ChatId chat) {
  const auto card = cards_.standing(row.dialog, row.nonce, row.handle);
  const auto mine = card->handle.chats.find(chat);
  return mine != card->handle.chats.end() && !mine->second.messages.empty();
}

void Answers::find_only(const LetterRef& letter, const std::vector<CardRow>& rows) {
  // In a group people also talk to each other.
  if (!letter->said.is_private) return end(letter, "");
  std::vector<CardRow> writing;
  for (const auto& row : rows) {
    const auto card = cards_.standing(row.dialog, row.nonce, row.handle);
    if (card->handle.chats[letter->said.chat].view.writing) writing.push_back(row);
  }
  const auto& candidates = writing.size() == 1 ? writing : rows;
  if (candidates.empty()) return end(letter, "Nothing waits for an answer now.");
  if (candidates.size() > 1) return ask_which(letter, candidates);
  answer_words(letter, candidates.front().dialog);
}

void Answers::ask_which(const LetterRef& letter, const std::vector<CardRow>& rows) {
  auto list = std::make_shared<std::string>(
      "Which one do you mean? Begin with its name, or reply to its card.\n");
  auto left = std::make_shared<std::size_t>(std::min(rows.size(), kListedMax));
  for (std::size_t i = 0; i < std::min(rows.size(), kListedMax); ++i) {
    door_.find(rows[i].dialog, [this, letter, list, left](const std::optional<Dialog>& dialog) {
      if (dialog) {
        *list += "\n" + dialog->id + " — " + cut_end(printable_line(dialog->content.title), 100);
      }
      if (--*left == 0) end(letter, *list);
    });
  }
}

void Answers::answer_words(const LetterRef& letter, const DialogId& id) {
  door_.open_cards([this, letter, id](const std::vector<CardRow>& rows) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const CardRow& each) { return each.dialog == id; });
    const bool open = row != rows.end();
    if (open && !stands_in(*row, letter->said.chat)) {
      door_.turn_away(letter->responder, "words in a chat without this card", id);
      return end(letter, id + " is not shown in this chat. Nothing changed.");
    }
    auto card = open ? cards_.standing(row->dialog, row->nonce, row->handle) : nullptr;
    door_.find(id, [this, letter, card, id](const std::optional<Dialog>& dialog) {
      if (!dialog) return end(letter, "There is no " + id + " here.");
      answer_found(letter, *dialog, card);
    });
  });
}

void Answers::answer_found(const LetterRef& letter, const Dialog& dialog,
                           const std::shared_ptr<Standing>& card) {
  if (is_final(dialog.state)) {
    return end(letter, ended_already(dialog, read_clocks().wall) + " Nothing changed.");
  }
  const View view = card ? card->handle.chats[letter->said.chat].view : View{};
  const auto read = read_words(dialog, view, letter->words);
  if (const auto* none = std::get_if<NotTyped>(&read)) {
    return end(letter, dialog.id + ": " + printable_line(none->why) + ". Nothing changed.");
  }
  door_.answer(dialog.id, std::get<Answer>(read), letter->responder,
               [this, letter, card](const Reply& reply) { tell_words(letter, reply, card); });
  letter->note_read();
}

void Answers::tell_words(const LetterRef& letter, const Reply& reply,
                         const std::shared_ptr<Standing>& card) {
  if (card && std::holds_alternative<AnswerDone>(reply)) go_on(card, letter->said.chat);
  end(letter, in_words(reply, read_clocks().wall));
}

void Answers::end(const LetterRef& letter, const std::string& text) {
  if (!text.empty()) say(letter->said, text);
  letter->note_read();
  letter->done();
}

}  // namespace afar::telegram
