#include "daemon/core/words.h"

namespace afar::words {

std::string parked(const DialogId& id) {
  return "Nobody has answered this yet (afar " + id +
         "); it stays open for the person to answer later. Go on with what does not depend on it, "
         "or "
         "end your turn and say what is missing. Ask the same question again later to get their "
         "answer, if they have given one by then.";
}

std::string dismissed(const DialogId& id, const std::string& by) {
  return "Nobody answers this (afar " + id + "): " + by +
         " dismissed it without choosing anything. Go on with what does not depend on it, or end "
         "your "
         "turn and say what is missing.";
}

}  // namespace afar::words
