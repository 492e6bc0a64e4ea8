#include "shared/dialog/fields.h"

#include <nlohmann/json.hpp>

namespace afar {
namespace {

std::string expected_found(const std::string& path, const char* expected,
                           const nlohmann::json& found) {
  return path + ": expected " + expected + ", found a value of type " + found.type_name();
}

}  // namespace

Fields::Fields(const nlohmann::json& object, std::string path)
    : object_(object), path_(std::move(path)) {
  if (!object.is_object()) {
    throw BadField(expected_found(path_.empty() ? "the message" : path_, "an object", object));
  }
}

std::string Fields::path_of(const char* name) const {
  return path_.empty() ? std::string(name) : path_ + "." + name;
}

void Fields::refuse(const char* name, const std::string& why) const {
  throw BadField(path_of(name) + ": " + why);
}

const nlohmann::json* Fields::find(const char* name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

const nlohmann::json& Fields::require(const char* name, const char* expected) const {
  const nlohmann::json* found = find(name);
  if (found == nullptr) refuse(name, std::string("expected ") + expected + ", found nothing");
  return *found;
}

bool Fields::has(const char* name) const { return find(name) != nullptr; }

std::string Fields::string(const char* name) const {
  require(name, "a string");
  return *optional_string(name);
}

std::string Fields::string_or(const char* name, std::string or_else) const {
  return optional_string(name).value_or(std::move(or_else));
}

std::optional<std::string> Fields::optional_string(const char* name) const {
  const nlohmann::json* found = find(name);
  if (found == nullptr) return std::nullopt;
  if (!found->is_string()) throw BadField(expected_found(path_of(name), "a string", *found));
  return found->get<std::string>();
}

bool Fields::boolean_or(const char* name, bool or_else) const {
  const nlohmann::json* found = find(name);
  if (found == nullptr) return or_else;
  if (!found->is_boolean()) throw BadField(expected_found(path_of(name), "true or false", *found));
  return found->get<bool>();
}

std::optional<double> Fields::optional_number(const char* name) const {
  const nlohmann::json* found = find(name);
  if (found == nullptr) return std::nullopt;
  if (!found->is_number()) throw BadField(expected_found(path_of(name), "a number", *found));
  return found->get<double>();
}

std::optional<std::int64_t> Fields::optional_integer(const char* name) const {
  const nlohmann::json* found = find(name);
  if (found == nullptr) return std::nullopt;
  if (!found->is_number_integer()) {
    throw BadField(expected_found(path_of(name), "a whole number", *found));
  }
  if (found->is_number_unsigned() && found->get<std::uint64_t>() > INT64_MAX) {
    refuse(name, "the number is too large");
  }
  return found->get<std::int64_t>();
}

std::vector<std::string> Fields::strings_or_none(const char* name) const {
  std::vector<std::string> strings;
  if (!has(name)) return strings;
  for (const auto& each : array(name)) {
    if (!each.is_string()) throw BadField(expected_found(path_of(name), "strings", each));
    strings.push_back(each.get<std::string>());
  }
  return strings;
}

const nlohmann::json& Fields::object_json(const char* name) const {
  const nlohmann::json& found = require(name, "an object");
  if (!found.is_object()) throw BadField(expected_found(path_of(name), "an object", found));
  return found;
}

Fields Fields::object(const char* name) const { return Fields(object_json(name), path_of(name)); }

const nlohmann::json& Fields::array(const char* name) const {
  const nlohmann::json& found = require(name, "an array");
  if (!found.is_array()) throw BadField(expected_found(path_of(name), "an array", found));
  return found;
}

}  // namespace afar
