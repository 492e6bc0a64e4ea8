// What a channel plugin says: its requests, and the answers of its people.
#include <nlohmann/json.hpp>

#include "daemon/surfaces/plugin/plugin.h"
#include "daemon/surfaces/reply_words.h"
#include "daemon/surfaces/typed.h"
#include "daemon/text/words.h"

namespace afar {
namespace {

using nlohmann::json;
using plugin::Form;

constexpr int kMethodNotFound = -32601;
constexpr std::size_t kSayingsMax = 1000;
constexpr std::size_t kWhyMax = 300;

std::string text_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

bool is_numbers(const std::string& text) {
  return text.find_first_of("0123456789") != std::string::npos &&
         text.find_first_not_of("0123456789, \t\r\n") == std::string::npos;
}

std::optional<plugin::Said> in_plain_form(Form form, const std::string& words, bool named,
                                          const Dialog& dialog,
                                          const std::set<std::string>& passed_over) {
  if (form != Form::kPlain) return std::nullopt;
  return plugin::read_words(words, named, dialog, passed_over);
}

}  // namespace

void PluginSurface::take(const json& said) {
  const std::string method = text_in(said, "method");
  if (method.empty()) {
    if (!calls_.take(said)) drop("an answer to nothing that it was asked");
    return;
  }
  if (said.contains("id")) return take_request(said);
  const auto params = said.find("params");
  take_notification(method, params != said.end() && params->is_object() ? *params : json::object());
}

void PluginSurface::take_request(const json& request) {
  const json& id = request.at("id");
  if (!id.is_string() && !id.is_number_integer()) return drop("a request with an odd id");
  json answer = {{"jsonrpc", "2.0"}, {"id", id}};
  if (request.at("method") == "ping") {
    answer["result"] = json::object();
  } else {
    answer["error"] = {{"code", kMethodNotFound}, {"message", "afar has no such method"}};
  }
  write(answer);
}

void PluginSurface::take_notification(const std::string& method, const json& params) {
  if (method == "notifications/claude/channel/dialog_response") {
    take_response(params, Form::kDialog, [params](const Dialog& dialog, const Asked& asked) {
      return plugin::read_dialog_response(params, dialog, asked.passed_over);
    });
  } else if (method == "notifications/claude/channel/ask_question_answer") {
    take_response(params, Form::kAskQuestion, [params](const Dialog& dialog, const Asked&) {
      return plugin::read_ask_question_answer(params, dialog);
    });
  } else if (method == "notifications/claude/channel/permission") {
    take_response(params, Form::kPermission, [params](const Dialog& dialog, const Asked&) {
      return plugin::read_permission(params, dialog);
    });
  } else if (method == "notifications/claude/channel") {
    take_message(params);
  }
}

void PluginSurface::take_response(const json& params, Form form, const Read& read) {
  const std::string id = text_in(params, "request_id");
  if (id.empty()) return drop("an answer without its request_id");
  hear({id,
        [form, read](const Dialog& dialog, const Asked& asked) -> std::optional<plugin::Said> {
          if (asked.form != form) return plugin::Refused{"it was not asked in this form"};
          return read(dialog, asked);
        },
        false,
        {}});
}

void PluginSurface::take_message(const json& params) {
  const std::string text = text_in(params, "content");
  const auto meta = params.find("meta");
  if (!traits_.reply || text.empty()) return;
  if (plugin::is_accepted(meta == params.end() ? json() : *meta, accept_)) return take_words(text);
  const auto named = read_named(text);
  if (!named || !asked_.contains(named->id)) return;
  complain("an answer to " + named->id + " from somebody else is not taken");
  tools_.reception.turn_away(name(), "a stranger", "it does not carry what accept asks for",
                             named->id);
}

void PluginSurface::take_words(const std::string& text) {
  const auto named = read_named(text);
  if (!named) return take_bare_words(text);
  hear({named->id,
        [words = named->words](const Dialog& dialog, const Asked& asked) {
          return in_plain_form(asked.form, words, true, dialog, asked.passed_over);
        },
        true, text});
}

void PluginSurface::take_bare_words(const std::string& text) {
  std::vector<DialogId> open;
  for (const auto& [id, asked] : asked_) {
    if (asked.form == Form::kPlain) open.push_back(id);
  }
  if (open.size() == 1) {
    return hear({open.front(),
                 [text](const Dialog& dialog, const Asked& asked) {
                   return in_plain_form(asked.form, text, false, dialog, asked.passed_over);
                 },
                 false,
                 {}});
  }
  if (open.empty() || !is_numbers(text)) return;
  std::string which = "Which one is meant? Say it with its name, as in \"" + open.front() + " " +
                      text + "\". Open:";
  for (const auto& id : open) which += " " + id;
  reply_with(which, [](const Sent&) {});
}

void PluginSurface::hear(Saying saying) {
  if (sayings_.size() >= kSayingsMax) return drop("answers come faster than they can be judged");
  sayings_.push_back(std::move(saying));
  if (!judging_) hear_next();
}

void PluginSurface::hear_next() {
  if (sayings_.empty()) return;
  judging_ = true;
  const Saying saying = std::move(sayings_.front());
  sayings_.pop_front();
  if (probing_.is_of(saying.id)) return judge(saying, probe_dialog(read_clocks().wall));
  tools_.reception.find(
      name(), saying.id,
      alive_.guard([this, saying](const std::optional<Dialog>& dialog) { judge(saying, dialog); }));
}

void PluginSurface::judge(const Saying& saying, const std::optional<Dialog>& dialog) {
  const auto asked = asked_.find(saying.id);
  if (!dialog) {
    if (!saying.talk.empty()) {
      take_bare_words(saying.talk);
      return done();
    }
    return refuse(saying, "there is no dialog of this id here", true);
  }
  if (dialog->state != DialogState::kOpen) {
    return refuse(saying, ended_already(*dialog, read_clocks().wall), true);
  }
  if (asked == asked_.end()) return refuse(saying, "it is not shown here", true);
  const auto said = saying.read(*dialog, asked->second);
  if (!said) return done();
  if (const auto* refused = std::get_if<plugin::Refused>(&*said)) {
    return refuse(saying, refused->why, true);
  }
  if (const auto* passed = std::get_if<plugin::PassedOver>(&*said)) {
    asked->second.passed_over.insert(passed->question);
    ask(*dialog, asked->second, [](const Sent&) {});
    return done();
  }
  if (probing_.is_of(saying.id)) {
    end_probe();
    return done();
  }
  tools_.reception.answer(
      saying.id, std::get<Answer>(*said), responder(),
      alive_.guard([this, saying](const Reply& reply) { judged(saying, reply); }));
}

void PluginSurface::judged(const Saying& saying, const Reply& reply) {
  const auto refusal = refusal_of(saying.id, reply, read_clocks().wall);
  if (!refusal) return done();
  const bool misfit = std::holds_alternative<AnswerRefused>(reply);
  if (misfit) ask_once_more(saying.id, refusal->why);
  // What concerns its end or who may answer is on record by now.
  refuse(saying, refusal->why, misfit);
}

// Who typed a number that is none may think that it was taken.
void PluginSurface::ask_once_more(const DialogId& id, const std::string& why) {
  tools_.reception.find(
      name(), id, alive_.guard([this, id, why](const std::optional<Dialog>& dialog) {
        const auto asked = asked_.find(id);
        if (!dialog || dialog->state != DialogState::kOpen || asked == asked_.end()) return;
        if (asked->second.form != Form::kDialog || !is_ready()) return;
        asked->second.question.clear();
        asked->second.refused = why;
        ask(*dialog, asked->second, [](const Sent&) {});
      }));
}

void PluginSurface::refuse(const Saying& saying, const std::string& why, bool record) {
  const std::string said = why.substr(0, kWhyMax);
  complain("an answer to " + saying.id.substr(0, 20) + " is refused: " + said);
  if (record) tools_.reception.turn_away(name(), responder().name, said, saying.id);
  if (saying.typed) reply_with(saying.id + ": " + said, [](const Sent&) {});
  done();
}

void PluginSurface::done() {
  judging_ = false;
  hear_next();
}

}  // namespace afar
