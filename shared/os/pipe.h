// A pipe whose ends are not inherited by what is started later.
#pragma once
#include "shared/os/fd.h"

namespace afar {

struct Pipe {
  UniqueFd reads;
  UniqueFd writes;
};

// Throws std::runtime_error where there are no descriptors left.
Pipe make_pipe();

}  // namespace afar
