#include "daemon/surfaces/web/replies.h"

#include <nlohmann/json.hpp>

#include "shared/rpc/message.h"

namespace afar::web {

std::vector<http::Header> api_headers(const char* type) {
  return {{"Content-Type", type}, {"Cache-Control", "no-store"}};
}

http::Response json_reply(int status, const nlohmann::json& body) {
  return {status, api_headers("application/json"), rpc::dump(body)};
}

http::Response error_reply(int status, const std::string& words) {
  return json_reply(status, {{"error", words}});
}

}  // namespace afar::web
