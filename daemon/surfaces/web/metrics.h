// The daemon's numbers as Prometheus reads them. Pure.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace afar::web {

// From what GET /api/status gives.
std::string metrics_text(const nlohmann::json& status);

}  // namespace afar::web
