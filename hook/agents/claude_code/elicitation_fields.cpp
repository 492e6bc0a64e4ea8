#include "hook/agents/claude_code/elicitation_fields.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "hook/json/raw.h"
#include "shared/dialog/fields.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

// More than anybody fills in; such a form is left to the terminal.
constexpr std::size_t kFieldsMax = 100;
constexpr std::size_t kOptionsMax = 1000;

json parsed(std::string_view text) {
  const auto repaired = raw::without_lone_surrogates(text);
  return json::parse(repaired ? std::string_view(*repaired) : text, nullptr,
                     /*allow_exceptions=*/false);
}

// The JSON text at a path of members; "" where there is none.
std::string_view at(std::string_view object, std::initializer_list<std::string_view> path) {
  for (const auto name : path) object = raw::member(object, name).value_or("");
  return object;
}

void add_option(FormField& field, std::string_view value, std::string label, const Fields& fields) {
  const auto text = raw::text_of(value);
  if (!text && value != "true" && value != "false")
    fields.refuse("type", "expected texts to choose from");
  if (field.values.size() >= kOptionsMax) fields.refuse("type", "there are too many options");
  Option option;
  option.label = label.empty() ? text.value_or("") : std::move(label);
  field.values.push_back(value);
  option.id = "o" + std::to_string(field.values.size());
  field.question.options.push_back(std::move(option));
}

// ["s", "l"], perhaps with the names that people see beside it.
void add_enum(FormField& field, std::string_view values, std::string_view names,
              const Fields& fields) {
  const auto list = raw::elements(values);
  const auto labels = raw::elements(names);
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const bool named = labels && labels->size() == list->size();
    add_option(field, (*list)[i], named ? raw::text_of((*labels)[i]).value_or("") : "", fields);
  }
}

// [{"const": "s", "title": "Small"}]
void add_titled(FormField& field, std::string_view options, const Fields& fields) {
  const auto list = raw::elements(options);
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const auto title = raw::member((*list)[i], "title");
    add_option(field, raw::member((*list)[i], "const").value_or(""),
               title ? raw::text_of(*title).value_or("") : "", fields);
  }
}

// What the form would choose by itself is marked.
void mark_defaults(FormField& field, std::string_view given) {
  const json wanted = parsed(given);
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    const json value = parsed(field.values[i]);
    const bool within =
        wanted.is_array() && std::find(wanted.begin(), wanted.end(), value) != wanted.end();
    field.question.options[i].recommended = value == wanted || within;
  }
}

// A length or a count; a number that is none limits nothing.
std::optional<std::int64_t> count_in(const Fields& fields, const char* name) {
  constexpr double kCountMax = 1e15;
  const auto number = fields.optional_number(name);
  if (!number || !(*number >= 0) || *number > kCountMax) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

void fill_in_text(FormField& field, const std::string& type, std::string_view given,
                  const Fields& fields) {
  Expected expects;
  field.question.allow_free_text = true;
  field.is_text = type == "string";
  if (field.is_text) {
    expects.format = fields.string_or("format", "");
    expects.min_length = count_in(fields, "minLength");
    expects.max_length = count_in(fields, "maxLength");
    expects.suggestion = raw::text_of(given);
  } else {
    const bool whole = type == "integer";
    expects.type = whole ? Expected::Type::kInteger : Expected::Type::kNumber;
    expects.minimum = fields.optional_number("minimum");
    expects.maximum = fields.optional_number("maximum");
    if (!given.empty() && given != "null") expects.suggestion = std::string(given);
  }
  field.question.expects = std::move(expects);
}

void fill_in_choices(FormField& field, std::string_view value, const std::string& type,
                     const Fields& fields) {
  const bool many = type == "array";
  field.question.multi_select = many;
  if (type == "boolean") {
    add_option(field, "true", "Yes", fields);
    add_option(field, "false", "No", fields);
  } else if (many) {
    add_enum(field, at(value, {"items", "enum"}), "", fields);
    add_titled(field, at(value, {"items", "anyOf"}), fields);
    add_titled(field, at(value, {"items", "oneOf"}), fields);
    field.question.expects = Expected{};
    field.question.expects->min_items = count_in(fields, "minItems");
    field.question.expects->max_items = count_in(fields, "maxItems");
  } else {
    add_enum(field, at(value, {"enum"}), at(value, {"enumNames"}), fields);
    add_titled(field, at(value, {"oneOf"}), fields);
  }
  if (field.values.empty()) fields.refuse("type", "there is nothing to choose from");
  mark_defaults(field, at(value, {"default"}));
}

FormField field_of(const raw::Member& member, std::size_t number, const json& required) {
  const std::string name = raw::text_of(member.key).value_or("");
  const json document = parsed(member.value);
  const Fields fields(document, "requested_schema.properties." + name);
  FormField field;
  field.key = member.key;
  Question& question = field.question;
  question.id = "q" + std::to_string(number);
  question.header = fields.string_or("title", name);
  question.text = fields.string_or("description", question.header);
  question.allow_free_text = false;
  question.required =
      required.is_array() && std::find(required.begin(), required.end(), name) != required.end();
  const std::string type = fields.string("type");
  const bool plain = type == "string" && !fields.has("enum") && !fields.has("oneOf");
  if (plain || type == "integer" || type == "number") {
    fill_in_text(field, type, at(member.value, {"default"}), fields);
  } else if (type == "string" || type == "boolean" || type == "array") {
    fill_in_choices(field, member.value, type, fields);
  } else {
    fields.refuse("type", "a field of the type " + type + " cannot be asked");
  }
  return field;
}

}  // namespace

std::vector<FormField> form_fields(std::string_view schema) {
  std::vector<FormField> fields;
  const auto properties = raw::members(at(schema, {"properties"}));
  if (!properties) throw BadField("requested_schema.properties: expected an object");
  if (properties->size() > kFieldsMax) throw BadField("the form has too many fields");
  const json required = parsed(at(schema, {"required"}));
  for (const auto& member : *properties) {
    const auto same = [&](const FormField& other) {
      return raw::text_of(other.key) == raw::text_of(member.key);
    };
    if (std::any_of(fields.begin(), fields.end(), same)) {
      throw BadField("requested_schema.properties: two fields have the same name");
    }
    fields.push_back(field_of(member, fields.size() + 1, required));
  }
  return fields;
}

}  // namespace afar::hook::claude_code
