// afar list: what waits for an answer.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/text/printable.h"
#include "daemon/cli/table.h"
#include "daemon/text/time_words.h"
#include "shared/dialog/dialog_json.h"

namespace afar::cli {
namespace {

using nlohmann::json;

// All pages as one array of Dialog.
json list_dialogs(DaemonLink& link, bool all) {
  json dialogs = json::array();
  json cursor = nullptr;
  do {
    json page = link.call("dialog.list", {{"all", all}, {"after", cursor}});
    for (auto& each : page.at("dialogs")) dialogs.push_back(std::move(each));
    json next = page.value("next", json(nullptr));
    // A cursor that does not move would never come to an end.
    if (next == cursor) break;
    cursor = std::move(next);
  } while (!cursor.is_null());
  return dialogs;
}

// What is asked, in a line: the question's own words, or the title of a plan or a permission.
std::string asked_in_a_line(const Dialog& dialog) {
  const Content& content = dialog.content;
  const bool by_title = dialog.kind != DialogKind::kUserQuestion;
  const std::string text = content.questions.empty() ? "" : content.questions[0].text;
  // A form's fields say little without what they are for.
  if (dialog.kind == DialogKind::kElicitation && !content.body.empty()) {
    return printable_line(content.title + ": " + content.body);
  }
  if (by_title) return printable_line(content.title.empty() ? text : content.title);
  return printable_line(text.empty() ? content.title : text);
}

std::string ending_of(const Dialog& dialog) {
  const auto& questions = dialog.content.questions;
  if (dialog.kind != DialogKind::kUserQuestion) return "";
  if (questions.size() > 1) return "  (+" + std::to_string(questions.size() - 1) + " more)";
  const std::size_t options = questions.empty() ? 0 : questions[0].options.size();
  if (options == 0) return "";
  return "  (" + std::to_string(options) + (options == 1 ? " option)" : " options)");
}

Milliseconds waited(const Dialog& dialog, WallTime now) {
  const bool ended = dialog.outcome && dialog.state != DialogState::kOpen;
  return (ended ? dialog.outcome->at : now) - dialog.created_at;
}

void print_dialogs(const json& dialogs, bool with_state, Surroundings& surroundings) {
  Table table;
  table.columns = {{"ID"}, {"WAIT", Column::Align::kRight}, {"AGENT"}, {"PROJECT"}, {"QUESTION"}};
  if (with_state) table.columns.insert(table.columns.begin() + 1, {"STATE"});
  for (const auto& each : dialogs) {
    const Dialog dialog = dialog_from(each);
    std::vector<std::string> row{dialog.id, duration_in_words(waited(dialog, surroundings.now())),
                                 printable_line(dialog.origin.agent),
                                 printable_line(dialog.origin.project), asked_in_a_line(dialog)};
    if (with_state) row.insert(row.begin() + 1, std::string(to_word(dialog.state)));
    table.rows.push_back(std::move(row));
    table.endings.push_back(ending_of(dialog));
  }
  print_table(table, surroundings.console);
}

ExitCode run_list(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const bool all = arguments.has("all");
  const json dialogs = list_dialogs(link, all);
  if (arguments.has("json")) {
    surroundings.console.out << rpc::dump(dialogs) << "\n";
  } else if (dialogs.empty()) {
    // Not among the output: a script that reads it finds no line that is no dialog.
    surroundings.console.err << (all ? "Nothing is on record.\n"
                                     : "Nothing waits for an answer.\n");
  } else {
    print_dialogs(dialogs, all, surroundings);
  }
  return ExitCode::kDone;
}

}  // namespace

Command list_command() {
  return {"list",
          "",
          "what waits for an answer, oldest first",
          "",
          {{"all", "", "ended dialogs too, with their state"},
           {"json", "", "one JSON array of dialogs"}},
          0,
          0,
          run_list};
}

}  // namespace afar::cli
