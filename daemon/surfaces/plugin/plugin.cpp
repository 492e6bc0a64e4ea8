#include "daemon/surfaces/plugin/plugin.h"

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/card_url.h"
#include "daemon/surfaces/plugin/messages.h"
#include "shared/version.h"

namespace afar {
namespace {

using nlohmann::json;
using plugin::Form;

constexpr char kProtocol[] = "2025-06-18";
constexpr int kToolPagesMax = 20;
constexpr char kDialogRequest[] = "notifications/claude/channel/dialog_request";
constexpr char kAskQuestionRequest[] = "notifications/claude/channel/ask_question_request";
constexpr char kPermissionRequest[] = "notifications/claude/channel/permission_request";
constexpr char kDialogClosed[] = "notifications/claude/channel/dialog_closed";

json notification(const char* method, const json& params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
}

// What an incoming message must carry; left out: the chat that is written to.
std::map<std::string, std::string> accepted_by(const config::PluginSettings& settings) {
  if (!settings.accept.empty() || settings.chat_id.empty()) return settings.accept;
  return {{"chat_id", settings.chat_id}};
}

// Why a result of the reply tool is none; empty: it was sent.
std::string why_not_sent(const json* result, const std::string& why) {
  if (result == nullptr) return why;
  const bool failed = result->is_object() && result->value("isError", json()) == true;
  return failed ? "its reply tool failed" : "";
}

}  // namespace

PluginSurface::PluginSurface(SurfaceTools tools, const config::PluginSettings& settings)
    : ProgramSurface(tools, "plugin:" + settings.name, settings, std::nullopt),
      settings_(settings),
      accept_(accepted_by(settings)),
      calls_(tools.loop, [this](const json& message) { write(message); }) {}

void PluginSurface::stop() {
  ProgramSurface::stop();
  calls_.forget_all();
}

void PluginSurface::begin() {
  traits_ = {};
  why_not_.clear();
  asked_.clear();
  sayings_.clear();
  const json params = {
      {"protocolVersion", kProtocol},
      {"capabilities", json::object()},
      {"clientInfo", {{"name", "afar"}, {"version", std::string(product_version())}}}};
  calls_.call("initialize", params,
              [this](const json* result, const std::string& why) { initialized(result, why); });
}

void PluginSurface::end_run() { calls_.fail_all("it ended"); }

void PluginSurface::initialized(const json* result, const std::string& why) {
  if (result == nullptr) return start_again("initialize: " + why);
  traits_ = plugin::traits_from(*result);
  write(notification("notifications/initialized", json::object()));
  if (traits_.has_tools) return list_tools("", kToolPagesMax);
  be_ready();
}

void PluginSurface::list_tools(const std::string& cursor, int pages_left) {
  const json params = cursor.empty() ? json::object() : json{{"cursor", cursor}};
  calls_.call("tools/list", params, [this, pages_left](const json* result, const std::string& why) {
    if (result == nullptr) return start_again("tools/list: " + why);
    traits_.reply = plugin::reply_tool_in(*result);
    const json next = result->is_object() ? result->value("nextCursor", json()) : json();
    if (traits_.reply || !next.is_string() || pages_left <= 1) return be_ready();
    list_tools(next.get<std::string>(), pages_left - 1);
  });
}

void PluginSurface::be_ready() {
  if (traits_.reply && traits_.reply->needs_chat_id && settings_.chat_id.empty()) {
    traits_.reply.reset();
    complain("its reply tool wants a chat_id, and the configuration has none");
  }
  if (traits_.shows_nothing()) {
    why_not_ = "it declares no form in which it could be shown a dialog";
    return complain(why_not_);
  }
  if (traits_.form_for(DialogKind::kPlanApproval) == Form::kPlain && accept_.empty()) {
    complain(
        "nothing that is written to it counts as an answer: neither accept nor chat_id is set");
  }
  ready();
}

std::string PluginSurface::why_down() const {
  return why_not_.empty() ? ProgramSurface::why_down() : why_not_;
}

void PluginSurface::present(Change change, const Card& card, SentHandler sent) {
  if (change == Change::kClosed) return close_there(card, std::move(sent));
  const auto form = traits_.form_for(card.dialog.kind);
  if (!form) return later(std::move(sent), GivenUp{"it has no form for such a dialog"});
  Asked& asked = asked_[card.dialog.id];
  if (change == Change::kOpen) asked = {};
  if (change == Change::kRemind) asked.question.clear();
  asked.form = *form;
  asked.url = card.url;
  ask(card.dialog, asked, std::move(sent));
}

void PluginSurface::ask(const Dialog& dialog, Asked& asked, SentHandler sent) {
  const Question* next = plugin::next_question(dialog, asked.passed_over);
  if (next == nullptr) {
    // Those that were left out are all that is left: they come again.
    asked.passed_over.clear();
    next = plugin::next_question(dialog, asked.passed_over);
  }
  const bool whole = asked.form == Form::kAskQuestion || asked.form == Form::kPermission;
  if (next == nullptr || asked.question == next->id || (whole && !asked.question.empty())) {
    return later(std::move(sent), shown());
  }
  asked.question = next->id;
  const std::string refused = std::exchange(asked.refused, {});
  auto noted = [this, id = dialog.id, sent = std::move(sent)](const Sent& result) {
    const auto found = asked_.find(id);
    if (!std::holds_alternative<Shown>(result) && found != asked_.end()) {
      found->second.question.clear();
    }
    sent(result);
  };
  switch (asked.form) {
    case Form::kDialog:
      return notify(kDialogRequest, plugin::dialog_request(dialog, *next, asked.url, refused),
                    noted);
    case Form::kAskQuestion:
      return notify(kAskQuestionRequest, plugin::ask_question_request(dialog), noted);
    case Form::kPermission:
      return notify(kPermissionRequest, plugin::permission_request(dialog), noted);
    case Form::kPlain:
      return reply_with(plugin::plain_text(dialog, *next), noted);
  }
}

void PluginSurface::close_there(const Card& card, SentHandler sent) {
  const auto asked = asked_.extract(card.dialog.id);
  const auto form =
      asked.empty() ? traits_.form_for(card.dialog.kind) : std::optional(asked.mapped().form);
  const WallTime now = read_clocks().wall;
  if (!form || form == Form::kPermission) return later(std::move(sent), shown());
  if (form == Form::kPlain) {
    return reply_with(plugin::plain_ending(card.dialog, now), std::move(sent));
  }
  notify(kDialogClosed, plugin::dialog_closed(card.dialog, now), std::move(sent));
}

void PluginSurface::notify(const char* method, const json& params, SentHandler sent) {
  write(notification(method, params), shown_once_written(std::move(sent)));
}

void PluginSurface::reply_with(const std::string& text, SentHandler sent) {
  json arguments = {{"text", text}};
  if (traits_.reply && traits_.reply->takes_chat_id && !settings_.chat_id.empty()) {
    arguments["chat_id"] = settings_.chat_id;
  }
  calls_.call("tools/call", {{"name", "reply"}, {"arguments", std::move(arguments)}},
              [sent = std::move(sent)](const json* result, const std::string& why) {
                const std::string failed = why_not_sent(result, why);
                if (failed.empty()) return sent(shown());
                sent(TryAgain{failed, {}});
              });
}

void PluginSurface::later(SentHandler sent, Sent result) {
  boost::asio::post(tools_.loop, alive_.guard([sent = std::move(sent), result] { sent(result); }));
}

void PluginSurface::notice(const std::string& text) {
  if (is_ready() && traits_.channel && traits_.reply) reply_with(text, [](const Sent&) {});
}

void PluginSurface::probe(ProbeHandler probed) {
  const auto form = is_ready() ? traits_.form_for(DialogKind::kUserQuestion) : std::nullopt;
  if (!form) {
    const std::string why =
        is_ready() ? "it takes permissions alone, and there is none to try" : why_down();
    return boost::asio::post(tools_.loop, alive_.guard([probed, why] { probed({false, why}); }));
  }
  probing_.begin(std::move(probed));
  Asked& asked = asked_[kProbeId] = {};
  asked.form = *form;
  ask(probe_dialog(read_clocks().wall), asked, [this](const Sent& sent) {
    if (const auto* failed = std::get_if<TryAgain>(&sent)) probing_.end({false, failed->why});
  });
}

void PluginSurface::end_probe() {
  Card card;
  card.dialog = probe_dialog(read_clocks().wall);
  card.dialog.state = DialogState::kCancelled;
  close_there(card, [](const Sent&) {});
  probing_.end({true, "it was answered"});
}

json PluginSurface::status() const {
  json status = ProgramSurface::status();
  status["forms"] = json::array();
  if (traits_.dialog) status["forms"].push_back("dialog");
  if (traits_.ask_question) status["forms"].push_back("ask_question");
  if (traits_.permission) status["forms"].push_back("permission");
  if (traits_.channel && traits_.reply) status["forms"].push_back("text");
  return status;
}

}  // namespace afar
