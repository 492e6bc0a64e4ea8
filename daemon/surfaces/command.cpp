#include "daemon/surfaces/command.h"

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/reply_words.h"
#include "shared/dialog/dialog_json.h"

namespace afar {
namespace {

using nlohmann::json;

json event(const char* what, const Dialog& dialog) {
  return {{"event", what}, {"dialog", to_json(dialog)}};
}

}  // namespace

void CommandSurface::present(Change change, const Card& card, SentHandler sent) {
  const char* what = change == Change::kOpen     ? "open"
                     : change == Change::kClosed ? "closed"
                                                 : "update";
  json said = event(what, card.dialog);
  if (change == Change::kRemind) said["reminder"] = true;
  if (!card.url.empty()) said["url"] = card.url;
  write(said, shown_once_written(std::move(sent)));
}

void CommandSurface::take(const json& said) {
  const auto id = said.find("id");
  if (id == said.end() || !id->is_string()) return drop("a line without the id of a dialog");
  const DialogId dialog = id->get<std::string>();
  Answer given;
  try {
    given = answer_from(Fields(said));
  } catch (const BadField& bad) {
    return reply(dialog, AnswerRefused{bad.what()});
  }
  if (probing_.is_of(dialog)) return end_probe();
  answer(dialog, given, [this, dialog](const Reply& came) { reply(dialog, came); });
}

void CommandSurface::reply(const DialogId& id, const Reply& came) {
  json said = {{"event", "reply"}, {"id", id}, {"ok", true}};
  if (const auto refusal = refusal_of(id, came, read_clocks().wall)) {
    said["ok"] = false;
    said["kind"] = refusal->kind;
    said["error"] = refusal->why;
    complain("an answer to " + id.substr(0, 20) + " is refused: " + refusal->why);
  }
  if (const Dialog* dialog = dialog_in(came)) said["dialog"] = to_json(*dialog);
  if (const auto* done = std::get_if<AnswerDone>(&came)) said["missing"] = done->missing;
  write(said);
}

void CommandSurface::notice(const std::string& text) {
  if (is_ready()) write({{"event", "notice"}, {"text", text}});
}

void CommandSurface::probe(ProbeHandler probed) {
  if (!is_ready()) {
    return boost::asio::post(tools_.loop, alive_.guard([probed, why = why_down()] {
      probed({false, why});
    }));
  }
  probing_.begin(std::move(probed));
  write(event("open", probe_dialog(read_clocks().wall)));
}

void CommandSurface::end_probe() {
  Dialog dialog = probe_dialog(read_clocks().wall);
  dialog.state = DialogState::kCancelled;
  write({{"event", "reply"}, {"id", dialog.id}, {"ok", true}});
  write(event("closed", dialog));
  probing_.end({true, "it was answered"});
}

}  // namespace afar
