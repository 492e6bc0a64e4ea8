// What nobody can guess, and times that do not all come at once. Any thread.
#pragma once
#include <cstddef>
#include <string>

#include "shared/dialog/time.h"

namespace afar {

// So many letters and digits from the system's own randomness: 16 of them are 95 bits.
std::string draw_nonce(std::size_t letters = 16);

// Up to a fifth shorter or longer.
Milliseconds with_jitter(Milliseconds rest);

}  // namespace afar
