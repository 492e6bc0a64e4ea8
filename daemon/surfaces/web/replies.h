// Answers of the API: JSON, never kept by anybody on the way.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/net/http_request.h"

namespace afar::web {

http::Response json_reply(int status, const nlohmann::json& body);
// {"error": "words"}
http::Response error_reply(int status, const std::string& words);
std::vector<http::Header> api_headers(const char* type);

}  // namespace afar::web
