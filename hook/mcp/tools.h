// The tools of the server, in the order in which clients list them.
#pragma once
#include <string_view>
#include <vector>

#include "hook/mcp/tool.h"

namespace afar::mcp {

const std::vector<const Tool*>& tools();
// nullptr: there is none of that name.
const Tool* find_tool(std::string_view name);

}  // namespace afar::mcp
