// The fields of an MCP server's form, read from its schema (flat JSON: texts, numbers, booleans,
// and choices in the four ways in which MCP writes them). Pure.
#pragma once
#include <string_view>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar::hook::claude_code {

// One field of the schema; the views point into its text.
struct FormField {
  std::string_view key;  // with its quotes
  Question question;
  std::vector<std::string_view> values;  // of the options, as JSON text
  bool is_text = false;                  // else a number, where there are no options
};

// In the schema's order. Throws BadField where one of them cannot be asked.
std::vector<FormField> form_fields(std::string_view schema);

}  // namespace afar::hook::claude_code
