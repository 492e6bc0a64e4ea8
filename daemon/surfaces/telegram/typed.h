// What a person wrote in a chat about a card, read as an answer. Pure.
#pragma once
#include <string>
#include <variant>

#include "daemon/surfaces/telegram/view.h"
#include "daemon/surfaces/typed.h"

namespace afar::telegram {

// The words answer the question that the chat is asked now. Where words were asked for, they are
// taken as they are; else they may be a choice, too.
std::variant<Answer, NotTyped> read_words(const Dialog& dialog, const View& view,
                                          const std::string& text);

}  // namespace afar::telegram
