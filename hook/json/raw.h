// Finds parts of JSON text by their bytes. An agent's input is echoed to it as it came: a DOM would
// turn a 23-digit integer into a double and refuses a lone surrogate, which is legal JSON text.
// Views point into the text given. Text that is no JSON is tolerated: the answer is then nothing,
// or some part of it, never a read outside.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace afar::raw {

struct Member {
  std::string_view key;    // with its quotes and escapes
  std::string_view value;  // without white space around it
};

// The bytes of the value that the text begins with, behind white space; empty where none does.
std::string_view first_value(std::string_view text);

// The parts of the one object or array that `text` is; nullopt where it is none.
std::optional<std::vector<Member>> members(std::string_view text);
std::optional<std::vector<std::string_view>> elements(std::string_view text);

// The value of the member of that name, the last one where there are several (as every parser in
// use here takes it); nullopt where there is none.
std::optional<std::string_view> member(std::string_view object, std::string_view name);

// What a JSON string (with its quotes) says, lone surrogates replaced by U+FFFD; nullopt where it
// is no string.
std::optional<std::string> text_of(std::string_view string);
// Whether a JSON string (with its quotes) says exactly this.
bool says(std::string_view string, std::string_view wanted);
// The JSON text that a JSON string holds, lone surrogates kept as escapes of it; nullopt where it
// is no string.
std::optional<std::string> json_inside(std::string_view string);

// The same JSON text with every escaped lone surrogate replaced by \ufffd, so that a parser takes
// it; nullopt where there is none to replace.
std::optional<std::string> without_lone_surrogates(std::string_view json);

}  // namespace afar::raw
