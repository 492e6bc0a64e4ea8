// The answer that policy gives in a person's place, always whole or not at all. Pure.
#pragma once
#include <optional>

#include "daemon/core/ruling.h"
#include "shared/dialog/dialog.h"

namespace afar {

// nullopt: this dialog has no default, since a question has none (no such label, no options) or its
// kind must not be decided so: a permission or an elicitation has a default only where the operator
// named its label, never for being the first or the recommended one.
std::optional<Answer> default_answer(DialogKind kind, const Content& content,
                                     const DefaultChoice& choice);

}  // namespace afar
