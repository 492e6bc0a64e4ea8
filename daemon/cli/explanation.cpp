#include "daemon/cli/explanation.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/text/printable.h"
#include "daemon/cli/table.h"
#include "daemon/text/time_words.h"
#include "daemon/text/words.h"
#include "daemon/config/duration.h"
#include "shared/dialog/dialog_json.h"

namespace afar::cli {
namespace {

using nlohmann::json;

Limit limit_of(const json& explanation, const char* name) {
  const auto ms = Fields(explanation).optional_integer(name);
  return ms ? Limit(Milliseconds(*ms)) : std::nullopt;
}

std::string default_in_words(const json& explanation, const OpenRequest& request) {
  const auto given = explanation.find("default");
  if (given == explanation.end() || given->is_null()) return "none";
  const json answer = {{"answers", *given}};
  return answer_in_words(request.content, answer_from(Fields(answer)));
}

std::string approvers_in_words(const json& explanation) {
  std::string names;
  for (const auto& name : Fields(explanation).strings_or_none("approvers")) {
    names += (names.empty() ? "" : ", ") + printable_line(name);
  }
  return names;
}

// The rules in the order in which they were looked at.
void print_why(const json& why, Console& console) {
  if (why.empty()) {
    console.out << "\nThere are no rules: the built-in policy decides.\n";
    return;
  }
  Table table;
  table.columns = {{"RULE"}, {"FILE"}, {"MATCH"}};
  for (const auto& each : why) {
    const Fields fields(each);
    table.rows.push_back({printable_line(fields.string("rule")), fields.string("file"),
                          fields.boolean_or("matched", false)
                              ? "matches"
                              : "does not match: " + fields.string_or("key", "")});
  }
  console.out << "\n";
  print_table(table, console);
}

std::string asker_in_words(const OpenRequest& request, const Facts& facts) {
  const Origin& origin = request.origin;
  std::string words(to_word(request.kind));
  if (!origin.agent.empty()) words += " of " + origin.agent;
  if (!origin.subagent.empty()) words += ", subagent " + origin.subagent;
  if (!request.tool.empty()) words += ", tool " + request.tool;
  if (!origin.cwd.empty()) words += ", in " + origin.cwd;
  if (!origin.host.empty()) words += " on " + origin.host;
  words += origin.interactive ? ", interactive" : ", not interactive";
  words += ", presence " + std::string(to_word(facts.presence)) + ", " + timestamp(facts.now);
  return printable_line(words);
}

}  // namespace

std::string mode_in_words(const json& explanation) {
  const Fields fields(explanation);
  const std::string mode = fields.string("mode");
  const std::string here = fields.string("mode_on_host");
  return mode == here ? mode : mode + " (here: " + here + ")";
}

std::string wait_in_words(const json& explanation) {
  const std::string mode = Fields(explanation).string("mode_on_host");
  if (mode != "race" && mode != "block") return "-";
  const Limit wait = limit_of(explanation, "wait_ms");
  return (wait ? config::duration_text(wait) : "up to the host's limit") + ", then " +
         Fields(explanation).string("on_timeout");
}

void print_explanation(const json& explanation, const OpenRequest& request, const Facts& facts,
                       Console& console) {
  const Fields fields(explanation);
  const auto line = [&](const char* title, const std::string& text) {
    if (!text.empty()) console.out << title << text << "\n";
  };
  console.out << asker_in_words(request, facts) << "\n\n";
  line("rule       ", console.bold(printable_line(fields.string("rule"))));
  line("mode       ", mode_in_words(explanation));
  line("waits      ", wait_in_words(explanation));
  line("default    ", default_in_words(explanation, request));
  line("approvers  ", approvers_in_words(explanation));
  const Limit expires = limit_of(explanation, "expires_ms");
  line("expires    ", expires ? config::duration_text(expires) + " after it was asked" : "never");
  line("message    ", printable_line(fields.string_or("message", "")));
  print_why(explanation.at("why"), console);
}

}  // namespace afar::cli
