#include "daemon/surfaces/telegram/view.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/rpc/message.h"

namespace afar::telegram {
namespace {

using nlohmann::json;

json to_json(const View& view) {
  json shown = json::object();
  if (view.at) shown["at"] = *view.at;
  if (!view.skipped.empty()) shown["skipped"] = view.skipped;
  if (!view.ticked.empty()) shown["ticked"] = view.ticked;
  if (view.writing) {
    shown["writing"] = {{"question", view.writing->question}, {"option", view.writing->option}};
  }
  return shown;
}

View view_from(const json& shown) {
  View view;
  if (shown.contains("at")) view.at = shown.at("at").get<std::size_t>();
  view.skipped = shown.value("skipped", view.skipped);
  view.ticked = shown.value("ticked", view.ticked);
  if (shown.contains("writing")) {
    const json& writing = shown.at("writing");
    view.writing = {writing.at("question").get<std::size_t>(), writing.value("option", "")};
  }
  return view;
}

bool is_answered(const Dialog& dialog, const Question& question) {
  const auto found = dialog.answers.questions.find(question.id);
  return found != dialog.answers.questions.end() && found->second.gives_something();
}

}  // namespace

bool ChatCard::shows(MessageId message) const {
  return std::find(messages.begin(), messages.end(), message) != messages.end();
}

std::string to_text(const CardHandle& handle) {
  json chats = json::object();
  for (const auto& [id, chat] : handle.chats) {
    json one{{"messages", chat.messages}, {"revision", chat.revision}};
    if (chat.file_sent) one["file_sent"] = true;
    if (!chat.gave_up.empty()) one["gave_up"] = chat.gave_up;
    if (chat.view != View{}) one["view"] = to_json(chat.view);
    chats[std::to_string(id)] = std::move(one);
  }
  return rpc::dump({{"chats", std::move(chats)}});
}

CardHandle handle_from(const std::string& text) {
  if (text.empty()) return {};
  try {
    CardHandle handle;
    const json chats = json::parse(text).value("chats", json::object());
    for (const auto& [id, one] : chats.items()) {
      ChatCard chat;
      chat.messages = one.value("messages", chat.messages);
      chat.revision = one.value("revision", chat.revision);
      chat.file_sent = one.value("file_sent", false);
      chat.gave_up = one.value("gave_up", "");
      if (one.contains("view")) chat.view = view_from(one.at("view"));
      handle.chats[std::stoll(id)] = std::move(chat);
    }
    return handle;
  } catch (const std::exception&) {
    return {};
  }
}

bool is_step(const Question& question) {
  const bool only_closes = !question.options.empty() && !question.allow_free_text &&
                           std::all_of(question.options.begin(), question.options.end(),
                                       [](const Option& option) { return option.closes; });
  return question.required || !only_closes;
}

std::optional<std::size_t> current_question(const Dialog& dialog, const View& view) {
  const auto& questions = dialog.content.questions;
  if (questions.empty()) return std::nullopt;
  if (view.at && *view.at < questions.size()) return view.at;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question& question = questions[i];
    if (is_step(question) && !is_answered(dialog, question) &&
        (question.required || view.skipped.count(question.id) == 0)) {
      return i;
    }
  }
  // All that is left was skipped: from the start again.
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (is_step(questions[i]) && !is_answered(dialog, questions[i])) return i;
  }
  return 0;
}

std::optional<std::size_t> question_before(const Dialog& dialog, std::size_t index) {
  while (index > 0) {
    if (is_step(dialog.content.questions[--index])) return index;
  }
  return std::nullopt;
}

Step step_of(const Dialog& dialog, std::size_t index) {
  Step step{1, 0};
  const auto& questions = dialog.content.questions;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (!is_step(questions[i])) continue;
    ++step.of;
    if (i < index) ++step.number;
  }
  step.of = std::max<std::size_t>(step.of, 1);
  return step;
}

std::vector<std::string> ticked_in(const Dialog& dialog, const View& view,
                                   const Question& question) {
  const auto here = view.ticked.find(question.id);
  if (here != view.ticked.end()) return here->second;
  const auto before = dialog.answers.questions.find(question.id);
  return before == dialog.answers.questions.end() ? std::vector<std::string>{}
                                                  : before->second.options;
}

}  // namespace afar::telegram
