// Reads typed fields out of JSON from outside, once, at the edge. Every error names the path, what
// was expected and what was found: "questions[0].text: expected a string, found a number".
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace afar {

class BadField : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One JSON object at a path. Keeps a reference: the JSON must outlive it. null counts as absent.
class Fields {
 public:
  // Throws BadField where `object` is not a JSON object.
  explicit Fields(const nlohmann::json& object, std::string path = "");

  bool has(const char* name) const;
  std::string string(const char* name) const;  // must be there
  std::string string_or(const char* name, std::string or_else) const;
  std::optional<std::string> optional_string(const char* name) const;
  bool boolean_or(const char* name, bool or_else) const;
  std::optional<std::int64_t> optional_integer(const char* name) const;
  std::optional<double> optional_number(const char* name) const;
  std::vector<std::string> strings_or_none(const char* name) const;
  // The object or array named; throws where it is absent or of another type.
  Fields object(const char* name) const;
  const nlohmann::json& array(const char* name) const;
  const nlohmann::json& object_json(const char* name) const;

  std::string path_of(const char* name) const;
  [[noreturn]] void refuse(const char* name, const std::string& why) const;

 private:
  const nlohmann::json* find(const char* name) const;
  const nlohmann::json& require(const char* name, const char* expected) const;

  const nlohmann::json& object_;
  std::string path_;
};

}  // namespace afar
