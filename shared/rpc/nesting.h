// Bounds JSON text before it is parsed.
#pragma once
#include <string_view>

namespace afar::rpc {

// Whether arrays and objects in this text nest at most `levels_max` deep. Reads brackets outside of
// strings only; text that is no JSON gets some answer, and the parser then refuses it.
bool nests_within(std::string_view text, int levels_max);

}  // namespace afar::rpc
