// A link as a QR code for a terminal, to be read by a phone's camera. Pure.
#pragma once
#include <string>

namespace afar::cli {

// Lines of block characters, black on white whatever the terminal's own colours are. `columns`: of
// the terminal; empty where it is too narrow, or the text too long for a code.
std::string qr_code(const std::string& text, int columns);

}  // namespace afar::cli
