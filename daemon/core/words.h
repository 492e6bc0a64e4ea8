// What the model reads where afar itself speaks. Every text reads well after a prefix that a client
// may put before it ("... hook error: "), names the dialog, and never says that the person decided.
#pragma once
#include <string>

#include "shared/dialog/dialog.h"

namespace afar::words {

// The dialog is parked: nobody answered while the call could wait, and it can be asked again.
std::string parked(const DialogId& id);
// The person dismissed it: nobody is going to answer.
std::string dismissed(const DialogId& id, const std::string& by);

}  // namespace afar::words
