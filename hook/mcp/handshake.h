// How client and server agree on a revision of MCP.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace afar::mcp {

// What the client wants where we speak it, else our newest; the client may then leave.
std::string_view agreed_revision(std::string_view wanted);

// The result of initialize.
nlohmann::json initialize_result(const nlohmann::json& params);

}  // namespace afar::mcp
