// Text from agents and people is data: nothing in it may move a cursor, colour a screen, hide a
// part of a command or pose as a line of ours. All such text goes through here before it is
// printed.
#pragma once
#include <string>
#include <string_view>

namespace afar {

// On one line: control characters, marks that turn the direction of text, invisible tags and bytes
// that are not UTF-8 are shown as \x1b, \u202e, \U000e0041; a line break as " ⏎ ".
std::string printable_line(std::string_view text);

// As it is laid out, each line after `indent`: the same, but lines and tabs stay. No newline at the
// end.
std::string printable_block(std::string_view text, std::string_view indent);

}  // namespace afar
