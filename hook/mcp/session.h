// Which session of the agent a call belongs to.
#pragma once
#include <string>
#include <string_view>

#include "hook/mcp/tool.h"

namespace afar::mcp {

// --session, else the client's environment, else the call's `_meta` (JSON text, may be empty), else
// the client's name and the working directory together. Never empty.
std::string session_of(const Desk& desk, std::string_view meta, const std::string& cwd);

// The folder that the client started us in; empty where it is gone.
std::string working_directory();

}  // namespace afar::mcp
