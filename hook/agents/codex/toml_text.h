// Parts of TOML text by their bytes. What stands where is a parser's word (toml++), not a guess.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace afar::hook::codex {

// Begin and end in the text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Throws setup::Refused, with the file's name and the line, for what is no TOML.
toml::table parse(std::string_view text, const std::string& file);

// The bytes of a value.
Span span_of(std::string_view text, const toml::node& node);
// From the beginning of the line to behind its end.
Span line_of(std::string_view text, std::size_t at);
// Whether a table has a header of its own: [a.b].
bool has_header(std::string_view text, const toml::table& table);
// From the line of its header to behind the line in which its last value ends, without the tables
// within it that have headers too.
Span block_of(std::string_view text, const toml::table& table);

// "\r\n" where the text has such lines.
std::string_view line_end_of(std::string_view text);

}  // namespace afar::hook::codex
