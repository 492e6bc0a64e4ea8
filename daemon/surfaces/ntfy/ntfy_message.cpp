#include "daemon/surfaces/ntfy/ntfy_message.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/core/answering.h"
#include "daemon/surfaces/ntfy/ntfy_reply.h"
#include "daemon/surfaces/ntfy/ntfy_text.h"
#include "daemon/text/printable.h"
#include "shared/rpc/message.h"

namespace afar::ntfy {
namespace {

using nlohmann::json;

constexpr std::size_t kButtonsMax = 3;  // the server refuses more
constexpr int kLow = 2;                 // neither sound nor vibration
constexpr std::size_t kUrlBytesMax = 2000;

json base_message(const config::NtfySettings& settings, const CardText& text) {
  return {{"topic", settings.topic}, {"title", text.title}, {"message", text.text}};
}

json reply_button(const config::NtfySettings& settings, const std::string& label,
                  const std::string& body) {
  json button = {
      {"action", "http"}, {"label", label}, {"url", settings.base + "/" + settings.reply_topic},
      {"method", "POST"}, {"body", body},   {"clear", true}};
  // Everybody who reads the topic sees it: it is to write to the reply topic, and no more.
  if (settings.reply_token) {
    button["headers"] = {{"Authorization", "Bearer " + settings.reply_token->value}};
  }
  return button;
}

std::string label_of(const Option& option) {
  const std::string label = printable_line(option.label);
  return shortened((option.recommended ? "★ " : "") + (label.empty() ? option.id : label),
                   kLabelBytesMax);
}

// Of a permission or a plan, whose ids are known, the two that a tap is enough for; of any other
// question all, or none: which are left out would steer the person.
std::vector<const Option*> options_for_buttons(const Dialog& dialog) {
  if (dialog.content.questions.size() != 1) return {};
  const Question& question = dialog.content.questions[0];
  const bool all_fit = std::all_of(question.options.begin(), question.options.end(),
                                   [](const Option& each) { return fits_button(each.id); });
  if (question.multi_select || question.expects || !all_fit) return {};
  std::vector<const Option*> options;
  if (question.options.size() <= kButtonsMax) {
    for (const auto& option : question.options) options.push_back(&option);
    return options;
  }
  for (const char* id : {"allow", "deny", "accept", "accept_edits"}) {
    if (const Option* option = question.find_option(id)) options.push_back(option);
  }
  return options.size() == 2 ? options : std::vector<const Option*>();
}

// Nobody approves what they cannot see. A plan's page has the whole; a command has to stand there.
bool may_grant(const Dialog& dialog, const CardText& text, const std::string& url) {
  return text.body_whole || (dialog.kind != DialogKind::kPermission && !url.empty());
}

json buttons_of(const config::NtfySettings& settings, const Card& card, const CardText& text) {
  json buttons = json::array();
  const Dialog& dialog = card.dialog;
  std::size_t offered = 0;
  if (!settings.reply_topic.empty()) {
    for (const Option* option : options_for_buttons(dialog)) {
      if (option_grants(option->id) && !may_grant(dialog, text, card.url)) continue;
      buttons.push_back(reply_button(settings, label_of(*option),
                                     button_body({dialog.id, option->id, card.nonce})));
      ++offered;
    }
  }
  const bool all =
      !dialog.content.questions.empty() && offered == dialog.content.questions[0].options.size();
  if (!all && buttons.size() < kButtonsMax && !card.url.empty()) {
    buttons.push_back(
        {{"action", "view"}, {"label", offered > 0 ? "More…" : "Answer…"}, {"url", card.url}});
  }
  return buttons;
}

void add_card(json& message, const Card& card) {
  message["sequence_id"] = sequence_of(card.dialog.id);
  if (!card.url.empty() && card.url.size() <= kUrlBytesMax) message["click"] = card.url;
}

}  // namespace

std::string sequence_of(const DialogId& id) { return "afar-" + id; }

std::string open_message(const config::NtfySettings& settings, const Card& card, bool rings,
                         WallTime now) {
  const CardText text = open_text(card.dialog, card.url, now);
  json message = base_message(settings, text);
  add_card(message, card);
  if (!rings) message["priority"] = kLow;
  json buttons = buttons_of(settings, card, text);
  if (!buttons.empty()) message["actions"] = std::move(buttons);
  return rpc::dump(message);
}

std::string ended_message(const config::NtfySettings& settings, const Card& card, WallTime now) {
  json message = base_message(settings, ended_text(card.dialog, now));
  add_card(message, card);
  message["priority"] = kLow;
  return rpc::dump(message);
}

std::string line_message(const config::NtfySettings& settings, const std::string& text) {
  json message = base_message(settings, {"afar", shortened(printable_line(text), kTextBytesMax)});
  message["priority"] = kLow;
  return rpc::dump(message);
}

std::string probe_message(const config::NtfySettings& settings, const std::string& nonce) {
  json message = base_message(settings, {"afar", "A test. Tap OK to answer it."});
  message["actions"] =
      json::array({reply_button(settings, "OK", button_body({kProbe, "ok", nonce}))});
  return rpc::dump(message);
}

}  // namespace afar::ntfy
