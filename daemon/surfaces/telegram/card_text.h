// What a card says: who asks and what, on one message of Telegram's, whatever the size of what was
// asked. Pure.
#pragma once
#include <string>

#include "daemon/surfaces/telegram/rich_text.h"
#include "daemon/surfaces/telegram/view.h"
#include "shared/dialog/dialog.h"

namespace afar::telegram {

// A message takes 4,096.
inline constexpr std::size_t kTextUnitsMax = 4096;

struct CardText {
  RichText text;
  bool cut = false;  // something that is asked about has no room: the whole is to be sent as a file
};

// The last word of a card's first line is its dialog's id. `url`: of the web page; may be empty.
CardText card_text(const Dialog& dialog, const View& view, const std::string& url, WallTime now);

// Everything that is asked, for a file.
std::string whole_text(const Dialog& dialog);

// The id of the dialog that a message of ours is about, by its text; empty where it is about none.
DialogId dialog_named_in(const std::string& text);

// "🔵 … tbxkq": the first line of all that is said about a dialog.
RichText head_line(const Dialog& dialog);

}  // namespace afar::telegram
