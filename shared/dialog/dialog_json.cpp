#include "shared/dialog/dialog_json.h"

#include <nlohmann/json.hpp>

#include "shared/dialog/expected.h"

namespace afar {
namespace {

using nlohmann::json;

json null_if_empty(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }
json null_if_absent(const std::optional<std::string>& text) {
  return text ? json(*text) : json(nullptr);
}

WallTime time_field(const Fields& fields, const char* name) {
  const auto time = from_rfc3339(fields.string(name));
  if (!time) fields.refuse(name, "expected a time like 2026-11-30T14:02:03.004Z");
  return *time;
}

// A field that holds one of a list of words; `from` knows them.
template <typename From>
auto word_field(const Fields& fields, const char* name, From from) {
  const std::string word = fields.string(name);
  const auto value = from(word);
  if (!value) fields.refuse(name, "unknown word \"" + word.substr(0, 40) + "\"");
  return *value;
}

json option_json(const Option& option) {
  json written = {{"id", option.id},
                  {"label", option.label},
                  {"description", option.description},
                  {"preview", null_if_empty(option.preview)},
                  {"recommended", option.recommended}};
  if (option.closes) written["closes"] = true;
  if (option.edits) written["edits"] = true;
  return written;
}

Option option_from(const Fields& fields) {
  Option option;
  option.id = fields.string("id");
  option.label = fields.string("label");
  option.description = fields.string_or("description", "");
  option.preview = fields.string_or("preview", "");
  option.recommended = fields.boolean_or("recommended", false);
  option.closes = fields.boolean_or("closes", false);
  option.edits = fields.boolean_or("edits", false);
  return option;
}

// Reads an array of objects, each by `read`, with its index in the path of an error.
template <typename Read>
auto objects_from(const Fields& fields, const char* name, Read read) {
  std::vector<decltype(read(fields))> items;
  if (!fields.has(name)) return items;
  int index = 0;
  for (const auto& each : fields.array(name)) {
    items.push_back(read(Fields(each, fields.path_of(name) + "[" + std::to_string(index++) + "]")));
  }
  return items;
}

Question question_from(const Fields& fields) {
  Question question;
  question.id = fields.string("id");
  question.header = fields.string_or("header", "");
  question.text = fields.string("text");
  question.multi_select = fields.boolean_or("multi_select", false);
  question.allow_free_text = fields.boolean_or("allow_free_text", true);
  question.required = fields.boolean_or("required", true);
  question.options = objects_from(fields, "options", option_from);
  question.links = objects_from(fields, "links", [](const Fields& link) {
    return Link{link.string_or("title", ""), link.string("url")};
  });
  if (fields.has("expects")) question.expects = expected_from(fields.object("expects"));
  return question;
}

QuestionAnswer question_answer_from(const Fields& fields) {
  return {fields.strings_or_none("options"), fields.optional_string("text"),
          fields.optional_string("note"), fields.boolean_or("by_default", false),
          fields.optional_string("edited")};
}

}  // namespace

json to_json(const Question& question) {
  json options = json::array();
  for (const auto& option : question.options) options.push_back(option_json(option));
  json result = {{"id", question.id},
                 {"header", question.header},
                 {"text", question.text},
                 {"multi_select", question.multi_select},
                 {"allow_free_text", question.allow_free_text},
                 {"required", question.required},
                 {"options", std::move(options)}};
  for (const auto& link : question.links) {
    result["links"].push_back({{"title", link.title}, {"url", link.url}});
  }
  if (question.expects) result["expects"] = to_json(*question.expects);
  return result;
}

json to_json(const Origin& origin) {
  return {{"agent", origin.agent},
          {"agent_version", null_if_empty(origin.agent_version)},
          {"host", origin.host},
          {"project", origin.project},
          {"cwd", origin.cwd},
          {"session", origin.session},
          {"generation", origin.generation},
          {"call", null_if_empty(origin.call)},
          {"subagent", null_if_empty(origin.subagent)},
          {"permission_mode", null_if_empty(origin.permission_mode)},
          {"interactive", origin.interactive},
          {"config_dir", null_if_empty(origin.config_dir)}};
}

json to_json(const Decider& decider) {
  return {{"kind", to_word(decider.kind)},
          {"name", null_if_empty(decider.name)},
          {"surface", null_if_empty(decider.surface)},
          {"rule", null_if_empty(decider.rule)}};
}

json to_json(const Outcome& outcome) {
  return {{"state", to_word(outcome.state)},
          {"by", to_json(outcome.by)},
          {"at", to_rfc3339(outcome.at)},
          {"delivery", to_word(outcome.delivery)},
          {"message", null_if_empty(outcome.message)},
          {"stop", outcome.stop}};
}

json to_json(const std::map<std::string, QuestionAnswer>& answers) {
  json result = json::object();
  for (const auto& [question, answer] : answers) {
    result[question] = {{"options", answer.options},
                        {"text", null_if_absent(answer.text)},
                        {"note", null_if_absent(answer.note)}};
    if (answer.by_default) result[question]["by_default"] = true;
    if (answer.edited) result[question]["edited"] = *answer.edited;
  }
  return result;
}

json to_json(const Dialog& dialog) {
  json questions = json::array();
  for (const auto& question : dialog.content.questions) questions.push_back(to_json(question));
  return {{"id", dialog.id},
          {"kind", to_word(dialog.kind)},
          {"state", to_word(dialog.state)},
          {"title", dialog.content.title},
          {"body", dialog.content.body},
          {"context", null_if_empty(dialog.content.context)},
          {"questions", std::move(questions)},
          {"origin", to_json(dialog.origin)},
          {"created_at", to_rfc3339(dialog.created_at)},
          {"expires_at", to_rfc3339(dialog.expires_at)},
          {"waiters", dialog.waiters},
          {"answers", to_json(dialog.answers.questions)},
          {"response", null_if_absent(dialog.answers.response)},
          {"outcome", dialog.outcome ? to_json(*dialog.outcome) : json(nullptr)}};
}

Content content_from(const Fields& fields) {
  return {fields.string_or("title", ""), fields.string_or("body", ""),
          fields.string_or("context", ""), objects_from(fields, "questions", question_from)};
}

Origin origin_from(const Fields& fields) {
  Origin origin;
  origin.agent = fields.string("agent");
  origin.agent_version = fields.string_or("agent_version", "");
  origin.host = fields.string_or("host", "");
  origin.project = fields.string_or("project", "");
  origin.cwd = fields.string_or("cwd", "");
  origin.session = fields.string("session");
  origin.generation = fields.optional_integer("generation").value_or(0);
  origin.call = fields.string_or("call", "");
  origin.subagent = fields.string_or("subagent", "");
  origin.permission_mode = fields.string_or("permission_mode", "");
  origin.interactive = fields.boolean_or("interactive", true);
  origin.config_dir = fields.string_or("config_dir", "");
  return origin;
}

Decider decider_from(const Fields& fields) {
  return {word_field(fields, "kind", decider_kind_from), fields.string_or("name", ""),
          fields.string_or("surface", ""), fields.string_or("rule", "")};
}

Outcome outcome_from(const Fields& fields) {
  return {word_field(fields, "state", outcome_state_from),
          decider_from(fields.object("by")),
          time_field(fields, "at"),
          word_field(fields, "delivery", delivery_from),
          fields.string_or("message", ""),
          fields.boolean_or("stop", false)};
}

Answer answer_from(const Fields& fields) {
  Answer answer;
  if (fields.has("answers")) {
    for (const auto& [question, value] : fields.object_json("answers").items()) {
      answer.questions[question] =
          question_answer_from(Fields(value, fields.path_of("answers") + "." + question));
    }
  }
  answer.response = fields.optional_string("response");
  return answer;
}

Dialog dialog_from(const json& source) {
  const Fields fields(source, "dialog");
  Dialog dialog;
  dialog.id = fields.string("id");
  dialog.kind = word_field(fields, "kind", dialog_kind_from);
  dialog.state = word_field(fields, "state", dialog_state_from);
  dialog.content = content_from(fields);
  dialog.origin = origin_from(fields.object("origin"));
  dialog.created_at = time_field(fields, "created_at");
  dialog.expires_at = time_field(fields, "expires_at");
  dialog.waiters = static_cast<int>(fields.optional_integer("waiters").value_or(0));
  dialog.answers = answer_from(fields);
  if (fields.has("outcome")) dialog.outcome = outcome_from(fields.object("outcome"));
  return dialog;
}

}  // namespace afar
