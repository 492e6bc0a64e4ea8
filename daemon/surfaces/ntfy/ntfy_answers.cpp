// What comes back by the reply topic, and what becomes of it.
#include <nlohmann/json.hpp>

#include "daemon/core/answering.h"
#include "daemon/surfaces/ntfy/ntfy.h"
#include "daemon/surfaces/typed.h"
#include "daemon/text/words.h"

namespace afar {
namespace {

constexpr char kWho[] = "the reply topic";

// The one that words are for; the last where all are answered, so that the broker judges them.
const Question* first_unanswered(const Dialog& dialog) {
  const auto& questions = dialog.content.questions;
  for (const auto& question : questions) {
    if (dialog.answers.questions.count(question.id) == 0) return &question;
  }
  return questions.empty() ? nullptr : &questions.back();
}

// Why words are no answer; empty: they are one.
std::string why_not(const std::variant<QuestionAnswer, NotTyped>& typed) {
  if (const auto* not_typed = std::get_if<NotTyped>(&typed)) return not_typed->why;
  for (const auto& id : std::get<QuestionAnswer>(typed).options) {
    // Whoever can write to the topic can write them.
    if (option_grants(id)) return "words carry no code, so they approve nothing; tap the button";
  }
  return "";
}

// Whether a dialog ended by just this answer: a button that came twice.
bool is_same(const Dialog& dialog, const Answer& answer, const Decider& by) {
  return dialog.outcome && dialog.outcome->by == by && dialog.answers == answer;
}

}  // namespace

void Ntfy::take(const std::string& text, const Done& done) {
  ++replies_;
  const auto reply = ntfy::read_reply(text);
  if (const auto* button = std::get_if<ntfy::ButtonReply>(&reply))
    return take_button(*button, done);
  if (const auto* written = std::get_if<ntfy::WrittenReply>(&reply)) {
    return take_written(*written, done);
  }
  turn_away(std::get<ntfy::NoReply>(reply).why, std::nullopt, done);
}

void Ntfy::take_button(const ntfy::ButtonReply& reply, const Done& done) {
  if (reply.dialog == ntfy::kProbe) {
    if (!probed_ || reply.nonce != probe_nonce_)
      return turn_away("an old test", std::nullopt, done);
    end_probe({true, "OK was tapped"});
    return done(true);
  }
  reception_.find_card(name(), reply.nonce,
                       alive_.guard([this, reply, done](const std::optional<CardRow>& card) {
                         take_choice(reply, card, done);
                       }));
}

void Ntfy::take_choice(const ntfy::ButtonReply& reply, const std::optional<CardRow>& card,
                       const Done& done) {
  const auto id = looks_like_dialog_id(reply.dialog) ? std::optional(reply.dialog) : std::nullopt;
  if (!card || card->dialog != reply.dialog) return turn_away("a button of no card", id, done);
  reception_.find(
      name(), card->dialog, alive_.guard([this, reply, done](const std::optional<Dialog>& dialog) {
        if (!dialog) return turn_away("not shown here", reply.dialog, done);
        const auto& questions = dialog->content.questions;
        if (questions.size() != 1 || questions[0].find_option(reply.option) == nullptr) {
          return turn_away("an option that it does not have", reply.dialog, done);
        }
        Answer given;
        given.questions[questions[0].id].options = {reply.option};
        answer(reply.dialog, given, done);
      }));
}

void Ntfy::take_written(const ntfy::WrittenReply& reply, const Done& done) {
  if (!settings_.free_text) {
    return turn_away("words, which free_text does not allow", reply.dialog, done);
  }
  reception_.find(name(), reply.dialog,
                  alive_.guard([this, reply, done](const std::optional<Dialog>& dialog) {
                    if (!dialog) return turn_away("not shown here", reply.dialog, done);
                    const Question* question = first_unanswered(*dialog);
                    if (question == nullptr) return answer(reply.dialog, {}, done);
                    const auto typed = read_typed(*question, reply.text);
                    if (const std::string why = why_not(typed); !why.empty()) {
                      refuse(reply.dialog, why);
                      return done(true);
                    }
                    Answer given;
                    given.questions[question->id] = std::get<QuestionAnswer>(typed);
                    answer(reply.dialog, given, done);
                  }));
}

void Ntfy::answer(const DialogId& id, const Answer& given, const Done& done) {
  const Decider by{Decider::Kind::kPerson, settings_.responder, name(), ""};
  reception_.answer(id, given, by, alive_.guard([this, id, given, done](const Reply& reply) {
    tell(reply, id, given);
    done(!std::holds_alternative<NotKept>(reply));
  }));
}

void Ntfy::tell(const Reply& reply, const DialogId& id, const Answer& given) {
  const Decider by{Decider::Kind::kPerson, settings_.responder, name(), ""};
  if (const auto* ended = std::get_if<AlreadyEnded>(&reply)) {
    if (is_same(ended->dialog, given, by)) return;
    notice(ended_already(ended->dialog, read_clocks().wall) + " Nothing changed.");
  } else if (const auto* refused = std::get_if<AnswerRefused>(&reply)) {
    refuse(id, refused->why);
  } else if (const auto* not_allowed = std::get_if<NotAllowed>(&reply)) {
    refuse(id, not_allowed->why);
  } else if (std::holds_alternative<NoSuchDialog>(reply)) {
    notice("There is no " + id + ".");
  }
}

void Ntfy::refuse(const DialogId& id, const std::string& why) {
  notice(id + " is not answered: " + why);
}

void Ntfy::turn_away(const std::string& why, const std::optional<DialogId>& id, const Done& done) {
  ++turned_away_;
  reception_.turn_away(name(), kWho, why, id);
  done(true);
}

}  // namespace afar
