#include "hook/mcp/handshake.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/version.h"

namespace afar::mcp {
namespace {

// Newest first. What we use of them is the same in all.
constexpr std::array<std::string_view, 4> kRevisions{"2025-11-25", "2025-06-18", "2025-03-26",
                                                     "2024-11-05"};

}  // namespace

std::string_view agreed_revision(std::string_view wanted) {
  for (const auto revision : kRevisions) {
    if (revision == wanted) return revision;
  }
  return kRevisions.front();
}

nlohmann::json initialize_result(const nlohmann::json& params) {
  const auto wanted = params.find("protocolVersion");
  const bool named = wanted != params.end() && wanted->is_string();
  return {{"protocolVersion", agreed_revision(named ? wanted->get<std::string>() : "")},
          {"capabilities", {{"tools", nlohmann::json::object()}}},
          {"serverInfo", {{"name", "afar"}, {"title", "afar"}, {"version", product_version()}}}};
}

}  // namespace afar::mcp
