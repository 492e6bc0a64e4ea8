// What a person typed after `afar answer ID`, read against the dialog as an answer. Pure.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar::cli {

struct AnswerWords {
  std::vector<std::string> choices;     // the CHOICE words, perhaps with "N=" before some
  std::optional<std::string> question;  // --question: a number from 1, or an id
  std::optional<std::string> text;
  std::optional<std::string> note;
  std::optional<std::string> edited;  // what was asked about, as it is to be
  std::optional<std::string> response;
};

// Throws Failure with exit code 2 where the words are no answer to this dialog: it says what there
// is to choose from.
Answer read_answer(const Dialog& dialog, const AnswerWords& words);

}  // namespace afar::cli
