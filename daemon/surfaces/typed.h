// What a person wrote in a chat, read as an answer: the same wherever people type. Pure.
#pragma once
#include <optional>
#include <string>
#include <variant>

#include "shared/dialog/dialog.h"

namespace afar {

// "tbxkq the words": a name that may be a dialog's, in any case, and what stands behind it.
struct NamedText {
  DialogId id;
  std::string words;
};
// nullopt: it begins with no such name.
std::optional<NamedText> read_named(const std::string& text);

struct NotTyped {
  std::string why;  // for the person, with the options listed
};
// A choice ("2", "1,3", a label), an option with words behind it ("deny use pnpm instead"), or
// words of their own where the question takes some. What is neither is refused: it never turns into
// some option.
std::variant<QuestionAnswer, NotTyped> read_typed(const Question& question,
                                                  const std::string& text);

}  // namespace afar
