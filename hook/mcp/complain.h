// A word to whoever reads the server's standard error: the client's log.
#pragma once
#include <string_view>

#include "hook/streams.h"

namespace afar::mcp {

inline void complain(std::string_view what) { hook::complain(what, "afar-mcp"); }

}  // namespace afar::mcp
