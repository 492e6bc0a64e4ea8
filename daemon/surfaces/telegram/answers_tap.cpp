#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/telegram/answers.h"
#include "daemon/surfaces/telegram/rich_text.h"
#include "daemon/text/words.h"

namespace afar::telegram {
namespace {

constexpr std::size_t kToastUnits = 200;
// Copies of one card in a chat.
constexpr std::size_t kMessagesMax = 5;

bool ends_dialog(const Question& question, const Tap& tap) {
  return tap.act == Act::kChoose && tap.option < question.options.size() &&
         question.options[tap.option].closes;
}

}  // namespace

void Answers::toast(const Tapped& tapped, const std::string& text, bool alert) {
  nlohmann::json params{{"callback_query_id", tapped.query}};
  if (!text.empty()) params["text"] = cut_end(text, kToastUnits);
  if (alert) params["show_alert"] = true;
  // Too late for the person's screen: what they did counts all the same.
  api_.call("answerCallbackQuery", params, [](const ApiResult&) {});
}

void Answers::await_probe(const std::string& nonce, ProbeTapped handler) {
  probes_[nonce] = std::move(handler);
}

void Answers::take(const Tapped& tapped, const Step& note_read, const Step& done) {
  auto data = read_tap(tapped.data);
  const auto responder = chats_.responder_of(tapped.from.id);
  if (!responder) return turn_away_tap(tapped, data, done);
  auto visit =
      std::make_shared<Visit>(Visit{tapped, *responder, data.value_or(TapData{}), note_read, done});
  if (!data) return refuse_tap(visit, "This is no button of afar's.", true);
  if (!chats_.is_target(tapped.chat)) {
    return refuse_tap(visit, "afar takes no answers in this chat.", true);
  }
  if (const auto probe = probes_.find(data->nonce); probe != probes_.end()) {
    const ProbeTapped tell = std::move(probe->second);
    probes_.erase(probe);
    toast(tapped, "It works.");
    tell(*responder, tapped);
    return done();
  }
  find_tapped(visit);
}

// Silence: nothing tells a stranger that anybody listens.
void Answers::turn_away_tap(const Tapped& tapped, const std::optional<TapData>& data,
                            const Step& done) {
  const std::string who = tapped.from.in_words();
  const auto record = [this, who, done](const std::optional<DialogId>& dialog) {
    door_.turn_away(who, "a button was tapped by somebody who may not answer", dialog);
    done();
  };
  if (!data) return record(std::nullopt);
  door_.find_card(data->nonce, [record](const std::optional<CardRow>& row) {
    record(row ? std::optional(row->dialog) : std::nullopt);
  });
}

void Answers::find_tapped(const VisitRef& visit) {
  door_.find_card(visit->data.nonce, [this, visit](const std::optional<CardRow>& row) {
    if (!row) return refuse_tap(visit, "This button belongs to no card of afar's.", true);
    visit->card = cards_.standing(row->dialog, row->nonce, row->handle);
    door_.find(row->dialog, [this, visit](const std::optional<Dialog>& dialog) {
      look_at_tapped(visit, dialog);
    });
  });
}

void Answers::look_at_tapped(const VisitRef& visit, const std::optional<Dialog>& dialog) {
  if (!dialog) return refuse_tap(visit, "This dialog is not shown here any more.", false);
  // A send that was not confirmed arrived all the same: both copies are this card.
  auto& messages = visit->card->handle.chats[visit->tapped.chat].messages;
  const MessageId message = visit->tapped.message;
  if (std::find(messages.begin(), messages.end(), message) == messages.end() &&
      messages.size() < kMessagesMax) {
    messages.push_back(message);
    cards_.keep(visit->card);
  }
  if (dialog->state != DialogState::kOpen) {
    cards_.refresh(visit->card, visit->tapped.chat);
    return refuse_tap(visit, ended_already(*dialog, read_clocks().wall) + " Nothing changed.",
                      false);
  }
  const View& view = visit->card->handle.chats[visit->tapped.chat].view;
  const auto current = current_question(*dialog, view);
  const auto& questions = dialog->content.questions;
  const Tap& tap = visit->data.tap;
  const bool ends = tap.question < questions.size() && ends_dialog(questions[tap.question], tap);
  if (!current || (tap.question != *current && !ends)) {
    cards_.refresh(visit->card, visit->tapped.chat);
    return refuse_tap(visit, "The card has moved on: look at it again. Nothing changed.", false);
  }
  act(visit, *dialog, tap.question);
}

// The truth, to somebody who may know it.
void Answers::refuse_tap(const VisitRef& visit, const std::string& why, bool on_record) {
  toast(visit->tapped, why, true);
  if (on_record) {
    const auto dialog = visit->card ? std::optional(visit->card->dialog) : std::nullopt;
    door_.turn_away(visit->responder, why, dialog);
  }
  visit->done();
}

void Answers::act(const VisitRef& visit, const Dialog& dialog, std::size_t current) {
  const Question& question = dialog.content.questions[current];
  View& view = visit->card->handle.chats[visit->tapped.chat].view;
  switch (visit->data.tap.act) {
    case Act::kChoose:
    case Act::kTick:
    case Act::kUntick:
      return act_on_option(visit, dialog, question);
    case Act::kDone: {
      auto ticked = ticked_in(dialog, view, question);
      if (ticked.empty()) return refuse_tap(visit, "Choose at least one first.", false);
      return answer(visit, question, {std::move(ticked), std::nullopt, std::nullopt});
    }
    case Act::kWrite: {
      // The ordinary free-text button carries no option: its index is past the last one.
      const auto& options = question.options;
      const std::size_t index = visit->data.tap.option;
      const bool with_option = index < options.size();
      view.writing = Writing{current, with_option ? options[index].id : ""};
      return change_view(visit, "Write your words as a reply to the card.");
    }
    case Act::kSuggest:
      if (!question.expects || !question.expects->suggestion) break;
      return answer(visit, question, {{}, *question.expects->suggestion, std::nullopt});
    case Act::kSkip:
      if (question.required) break;
      view.skipped.insert(question.id);
      view.at.reset();
      return change_view(visit);
    case Act::kBack:
      if (view.writing) {
        view.writing.reset();
      } else if (const auto before = question_before(dialog, current)) {
        view.at = before;
      }
      return change_view(visit);
  }
  refuse_tap(visit, "This button does nothing here.", true);
}

void Answers::act_on_option(const VisitRef& visit, const Dialog& dialog, const Question& question) {
  const Tap& tap = visit->data.tap;
  if (tap.option >= question.options.size()) {
    return refuse_tap(visit, "There is no such option.", true);
  }
  if (tap.act == Act::kChoose) {
    return answer(visit, question, {{question.options[tap.option].id}, std::nullopt, std::nullopt});
  }
  tick(visit, dialog, question, tap.act == Act::kTick);
}

// The button says which of the two it wants: the same tap twice does not undo itself.
void Answers::tick(const VisitRef& visit, const Dialog& dialog, const Question& question, bool on) {
  View& view = visit->card->handle.chats[visit->tapped.chat].view;
  auto ticked = ticked_in(dialog, view, question);
  const std::string& id = question.options[visit->data.tap.option].id;
  std::erase(ticked, id);
  if (on) ticked.push_back(id);
  view.ticked[question.id] = std::move(ticked);
  change_view(visit);
}

void Answers::change_view(const VisitRef& visit, const std::string& words) {
  toast(visit->tapped, words);
  cards_.keep(visit->card);
  visit->note_read();
  cards_.refresh(visit->card, visit->tapped.chat);
  visit->done();
}

void Answers::answer(const VisitRef& visit, const Question& question, QuestionAnswer given) {
  Answer answer;
  answer.questions[question.id] = std::move(given);
  door_.answer(visit->card->dialog, answer, visit->responder,
               [this, visit](const Reply& reply) { tell_tap(visit, reply); });
  visit->note_read();
}

void Answers::tell_tap(const VisitRef& visit, const Reply& reply) {
  const bool taken = std::holds_alternative<AnswerDone>(reply);
  toast(visit->tapped, in_words(reply, read_clocks().wall), !taken);
  if (taken) {
    go_on(visit->card, visit->tapped.chat);
  } else {
    cards_.refresh(visit->card, visit->tapped.chat);
  }
  visit->done();
}

void Answers::go_on(const std::shared_ptr<Standing>& card, ChatId chat) {
  View& view = card->handle.chats[chat].view;
  const View before = view;
  view.at.reset();
  view.writing.reset();
  view.ticked.clear();
  if (view != before) cards_.keep(card);
}

}  // namespace afar::telegram
