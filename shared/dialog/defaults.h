// The answer that policy gives in a person's place, always whole or not at all. Pure.
#pragma once
#include <optional>
#include <string>

#include "shared/dialog/dialog.h"

namespace afar {

// Which options an operator goes on with when the person does not choose.
struct DefaultChoice {
  enum class Kind {
    kRecommended,  // those the agent marked, else the first
    kFirst,
    kLabel,  // the option with exactly this label
    kNone,
  };
  Kind kind = Kind::kRecommended;
  std::string label;
};

// nullopt: this dialog has no default, since a question has none (no such label, no options) or its
// kind must not be decided so: a permission or the entry into plan mode has a default only where
// the operator named its label, never for being the first or the recommended one. A form has one by
// label too ("Decline"), and by `recommended` what it fills in by itself, where that is all that it
// requires.
//
// `given`: what the person answered already. It stands, and needs no default.
std::optional<Answer> default_answer(DialogKind kind, const Content& content,
                                     const DefaultChoice& choice, const Answer& given = {});

}  // namespace afar
