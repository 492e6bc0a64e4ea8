// How many columns a terminal gives to a text, and texts fitted to columns. The text is printable
// (printable.h) and without colours. Pure: no locale.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace afar::cli {

std::size_t display_width(std::string_view text);

// At most `columns` wide; what was cut off is an ellipsis.
std::string cut_to_width(std::string_view text, std::size_t columns);

// Filled up with spaces to `columns`; never cut.
std::string padded_right(std::string_view text, std::size_t columns);
std::string padded_left(std::string_view text, std::size_t columns);

}  // namespace afar::cli
