#include "daemon/cli/qr.h"

#include <qrcodegen/qrcodegen.hpp>

namespace afar::cli {
namespace {

// Cameras find a code by the white around it: four modules by the standard.
constexpr int kQuiet = 4;

}  // namespace

std::string qr_code(const std::string& text, int columns) {
  using qrcodegen::QrCode;
  try {
    const QrCode code = QrCode::encodeText(text.c_str(), QrCode::Ecc::LOW);
    const int end = code.getSize() + kQuiet;
    if (end + kQuiet > columns) return "";
    std::string lines;
    // Two rows of modules on each line: the upper one in the foreground of a half block.
    for (int y = -kQuiet; y < end; y += 2) {
      lines += "\x1b[30;107m";
      for (int x = -kQuiet; x < end; ++x) {
        const bool upper = code.getModule(x, y);
        const bool lower = code.getModule(x, y + 1);
        lines += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ");
      }
      lines += "\x1b[0m\n";
    }
    return lines;
  } catch (const qrcodegen::data_too_long&) {
    return "";
  }
}

}  // namespace afar::cli
