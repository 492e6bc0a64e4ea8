// Masks what looks like a secret in a dialog that goes to a surface. The record keeps it whole, and
// what a person is asked to approve (a permission's command, path or address) is never masked: they
// have to see it as it is. Pure.
#pragma once
#include <string>
#include <vector>

#include "daemon/core/pattern.h"
#include "shared/dialog/dialog.h"

namespace afar {

inline constexpr char kMask[] = "[masked]";

// `more`: the operator's own patterns; all that they find is masked.
std::string redacted(const std::string& text, const std::vector<Pattern>& more);
Dialog redacted(Dialog dialog, const std::vector<Pattern>& more);

}  // namespace afar
