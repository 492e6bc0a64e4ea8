// What the field of a form takes, in words and as a check; the same for every surface and for the
// agent's side, which looks once more before it passes an answer on. Pure.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "shared/dialog/dialog.h"
#include "shared/dialog/fields.h"

namespace afar {

// "a whole number from 0 to 150", "a date like 2026-11-30", "at most 2 of the options". Empty where
// any answer would do.
std::string expected_in_words(const Question& question);

// Why this answer does not fit what the question expects: "expected a whole number from 0 to 150,
// found \"abc\"". nullopt where it fits. Blanks around a number do not count.
std::optional<std::string> misfit_of(const Question& question, const QuestionAnswer& answer);

// A text without the blanks around it: what a number is read from, and sent as.
std::string_view without_blanks(std::string_view text);

nlohmann::json to_json(const Expected& expected);
Expected expected_from(const Fields& fields);

}  // namespace afar
