#include <cmath>
#include <nlohmann/json.hpp>

#include "shared/dialog/expected.h"

namespace afar {
namespace {

using nlohmann::json;

struct TypeWord {
  Expected::Type type;
  const char* word;
};
constexpr TypeWord kTypes[] = {{Expected::Type::kText, "text"},
                               {Expected::Type::kInteger, "integer"},
                               {Expected::Type::kNumber, "number"}};

// A whole number as one, so that people read 150 and not 150.0.
json number_json(double number) {
  constexpr double kExactMax = 9007199254740992.0;
  if (std::abs(number) > kExactMax || number != std::floor(number)) return number;
  return static_cast<std::int64_t>(number);
}

}  // namespace

json to_json(const Expected& expected) {
  json written = json::object();
  for (const auto& [type, word] : kTypes) {
    if (type == expected.type) written["type"] = word;
  }
  if (!expected.format.empty()) written["format"] = expected.format;
  if (expected.minimum) written["minimum"] = number_json(*expected.minimum);
  if (expected.maximum) written["maximum"] = number_json(*expected.maximum);
  if (expected.min_length) written["min_length"] = *expected.min_length;
  if (expected.max_length) written["max_length"] = *expected.max_length;
  if (expected.min_items) written["min_items"] = *expected.min_items;
  if (expected.max_items) written["max_items"] = *expected.max_items;
  if (expected.suggestion) written["suggestion"] = *expected.suggestion;
  return written;
}

Expected expected_from(const Fields& fields) {
  Expected expected;
  const std::string word = fields.string_or("type", "text");
  bool known = false;
  for (const auto& each : kTypes) {
    if (word != each.word) continue;
    expected.type = each.type;
    known = true;
  }
  if (!known) fields.refuse("type", "expected text, integer or number");
  expected.format = fields.string_or("format", "");
  expected.minimum = fields.optional_number("minimum");
  expected.maximum = fields.optional_number("maximum");
  expected.min_length = fields.optional_integer("min_length");
  expected.max_length = fields.optional_integer("max_length");
  expected.min_items = fields.optional_integer("min_items");
  expected.max_items = fields.optional_integer("max_items");
  expected.suggestion = fields.optional_string("suggestion");
  return expected;
}

}  // namespace afar
