// What a person typed, read as a choice: option numbers, ids or labels. Used by every surface where
// people type (the command line, chats), so that the same words mean the same everywhere. Pure.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar {

// Why the text is no choice, in words for the person, with the options listed.
struct NoChoice {
  std::string why;
};

// Reads the words of one CHOICE list against one question. Each word is an option's number (from
// 1), an id, or a whole label in any case; "=3" means the label "3". In a multi-select, words may
// also hold several, with commas ("1,3"); a label that contains a comma is matched whole first.
// Several words that make one label together ("Redis", "cache" for "Redis cache") are that label.
// Text that matches nothing is refused: it never turns into some option. Returns option ids in the
// order of the question's options, each once.
std::variant<std::vector<std::string>, NoChoice> read_choice(const Question& question,
                                                             const std::vector<std::string>& words);

// "1. Redis-based cache  2. In-memory": the options in one line, for an error.
std::string options_in_words(const Question& question);

}  // namespace afar
