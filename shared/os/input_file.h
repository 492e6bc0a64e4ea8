// A text as a program's standard input, however long it is and however late it is read.
#pragma once
#include <string_view>

#include "shared/os/fd.h"

namespace afar {

// A file without a name (mode 0600), at its beginning. Throws std::runtime_error.
UniqueFd input_file(std::string_view text);

}  // namespace afar
