// A daemon again after one that died, and what is on its record.
#pragma once
#include <string>

#include "tests/integration/operator.h"
#include "tests/integration/stage.h"

namespace afar::test {

// Starts a daemon, unless a waiting hook does, and waits until one takes connections.
void revive(Stage& stage);

// How many lines of a kind are on record.
std::size_t count_kind(Operator& record, const std::string& kind);

}  // namespace afar::test
