#include "daemon/cli/audit_lines.h"

#include <nlohmann/json.hpp>

#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"
#include "daemon/cli/width.h"
#include "shared/rpc/message.h"

namespace afar::cli {
namespace {

using nlohmann::json;

// The longest kind is left_to_terminal.
constexpr std::size_t kKindColumns = 16;
constexpr std::size_t kIdColumns = 5;
// A line a person reads; all of it is in --json and --csv.
constexpr std::size_t kBodyColumns = 100;

// A field's text; empty where it is absent or null. What is no string is JSON.
std::string text_of(const json& object, const char* name) {
  if (!object.is_object()) return "";
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : rpc::dump(*found);
}

// "ann (cli)", "policy night", "terminal": who it was, in a few words.
std::string actor_in_words(const json& actor) {
  const std::string kind = text_of(actor, "kind");
  const std::string name = text_of(actor, "name");
  const std::string surface = text_of(actor, "surface");
  const std::string rule = text_of(actor, "rule");
  std::string words = name.empty() ? kind : name;
  if (!rule.empty()) words += " " + rule;
  if (!surface.empty() && surface != words) words += " (" + surface + ")";
  return printable_line(words);
}

// "o1, o3 \"their own words\"": what was chosen, by the ids on record.
std::string chosen_on_record(const json& answer) {
  std::string words;
  for (const auto& option : answer.value("options", json::array())) {
    if (!option.is_string()) continue;
    words += (words.empty() ? "" : ", ") + option.get<std::string>();
  }
  const std::string text = text_of(answer, "text");
  if (!text.empty()) words += (words.empty() ? "" : " ") + ("\"" + text + "\"");
  return words;
}

std::string answers_on_record(const json& answers) {
  std::string words;
  for (const auto& each : answers.items()) {
    if (!each.value().is_object()) continue;
    words += (words.empty() ? "" : "; ") + each.key() + ": " + chosen_on_record(each.value());
  }
  return words;
}

// What an event says, in short: a question's text, what was chosen, why something was refused; for
// any other event its JSON.
std::string body_in_short(const json& body) {
  if (!body.is_object()) return body.is_string() ? body.get<std::string>() : rpc::dump(body);
  if (const std::string why = text_of(body, "why"); !why.empty()) return why;
  const auto answers = body.find("answers");
  if (answers != body.end() && answers->is_object()) {
    // A form that was filled in in the terminal has only the whole.
    return answers->empty() ? text_of(body, "response") : answers_on_record(*answers);
  }
  if (const std::string title = text_of(body, "title"); !title.empty()) return title;
  const auto questions = body.find("questions");
  if (questions != body.end() && questions->is_array() && !questions->empty()) {
    return text_of(questions->front(), "text");
  }
  return body.empty() ? "" : rpc::dump(body);
}

std::string csv_field(const std::string& text) {
  const std::string shown = printable_block(text, "");
  if (shown.find_first_of(",\"\n") == std::string::npos) return shown;
  std::string field = "\"";
  for (const char c : shown) {
    if (c == '"') field.push_back('"');
    field.push_back(c);
  }
  field.push_back('"');
  return field;
}

}  // namespace

std::string audit_text_line(const json& event, const Console& console) {
  const auto at = from_rfc3339(text_of(event, "at"));
  const std::string time = at ? timestamp(*at) : printable_line(text_of(event, "at"));
  std::string line = time + "  " +
                     padded_right(printable_line(text_of(event, "kind")), kKindColumns) + "  " +
                     padded_right(printable_line(text_of(event, "dialog")), kIdColumns) + "  " +
                     actor_in_words(event.value("actor", json::object()));
  const auto body = event.find("body");
  if (body == event.end() || body->is_null()) {
    line += "  (text removed)";
  } else if (const std::string text = body_in_short(*body); !text.empty()) {
    line += "  " + cut_to_width(printable_line(text), kBodyColumns);
  }
  if (!console.terminal) return line;
  return cut_to_width(line, static_cast<std::size_t>(console.columns));
}

std::string audit_csv_header() {
  return "seq,at,kind,dialog,actor_kind,actor_name,actor_surface,actor_rule,body,hash";
}

std::string audit_csv_line(const json& event) {
  const json actor = event.value("actor", json::object());
  std::string line;
  for (const char* name : {"seq", "at", "kind", "dialog"})
    line += csv_field(text_of(event, name)) + ",";
  for (const char* name : {"kind", "name", "surface", "rule"}) {
    line += csv_field(text_of(actor, name)) + ",";
  }
  return line + csv_field(text_of(event, "body")) + "," + csv_field(text_of(event, "hash"));
}

}  // namespace afar::cli
