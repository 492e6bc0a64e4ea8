// What came of an answer, for whoever gave it. Pure.
#pragma once
#include <optional>
#include <string>

#include "daemon/surfaces/reception.h"

namespace afar {

struct Refusal {
  std::string kind;  // as on the wire: "already_ended", "invalid_answer", ...
  std::string why;   // in words
};
// nullopt: it was taken.
std::optional<Refusal> refusal_of(const DialogId& id, const Reply& reply, WallTime now);

// The dialog as it is after it, where there is one.
const Dialog* dialog_in(const Reply& reply);

}  // namespace afar
