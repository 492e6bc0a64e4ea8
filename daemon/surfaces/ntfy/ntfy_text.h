// A dialog as the text of a notification: short enough for ntfy, and honest about what it leaves
// out. Pure.
#pragma once
#include <string>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar::ntfy {

// The server makes an attachment of more than 4096 bytes.
inline constexpr std::size_t kTextBytesMax = 4000;
inline constexpr std::size_t kTitleBytesMax = 200;
inline constexpr std::size_t kLabelBytesMax = 60;

// At most so many bytes of a text, cut between characters, and with a sign that it was cut.
std::string shortened(const std::string& text, std::size_t bytes_max);

struct CardText {
  std::string title;
  std::string text;
  bool body_whole = true;  // the command or plan stands there in full
};
// An open dialog. `url`: of the page that has all of it; empty: there is none.
CardText open_text(const Dialog& dialog, const std::string& url, WallTime now);
// One that ended: how, and by whom.
CardText ended_text(const Dialog& dialog, WallTime now);

}  // namespace afar::ntfy
