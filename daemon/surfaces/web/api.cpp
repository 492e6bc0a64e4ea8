#include "daemon/surfaces/web/api.h"

#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "daemon/surfaces/web/replies.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::web {
namespace {

using nlohmann::json;

// Whether the path is of this form, and which dialog it then names.
bool matches(std::string_view form, std::string_view path, std::string& id) {
  const std::size_t star = form.find('*');
  if (star == std::string_view::npos) return form == path;
  const std::string_view end = form.substr(star + 1);
  if (path.size() <= star + end.size() || path.substr(0, star) != form.substr(0, star) ||
      !path.ends_with(end)) {
    return false;
  }
  const std::string_view name = path.substr(star, path.size() - star - end.size());
  if (name.find('/') != std::string_view::npos) return false;
  id = name;
  return true;
}

// A HEAD is asked as a GET is; its body is left out by the server.
std::string_view method_of(const http::Request& request) {
  return request.method == "HEAD" ? "GET" : std::string_view(request.method);
}

void run(ApiCall& call) {
  std::string allowed;
  for (const auto routes : {dialog_routes(), history_routes(), state_routes()}) {
    for (const auto& route : routes) {
      if (!matches(route.path, call.request().path, call.id)) continue;
      if (route.method == method_of(call.request())) {
        if (route.path.find('*') != std::string_view::npos && !looks_like_dialog_id(call.id)) {
          call.fail(404, "this is no dialog's id");
        } else {
          route.run(call);
        }
        return;
      }
      allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
    }
  }
  if (allowed.empty()) {
    call.fail(404, "the API has nothing at this path");
    return;
  }
  http::Response refused = error_reply(405, "this path takes " + allowed);
  refused.headers.emplace_back("Allow", allowed);
  call.exchange->respond(std::move(refused));
}

}  // namespace

void ApiCall::reply(int status, const json& body) const {
  exchange->respond(json_reply(status, body));
}

void ApiCall::fail(int status, const std::string& words) const {
  exchange->respond(error_reply(status, words));
}

json body_of(const http::Request& request) {
  if (!rpc::nests_within(request.body, rpc::kNestingMax)) throw BadField("the body nests too deep");
  json body = json::parse(request.body, nullptr, /*allow_exceptions=*/false);
  if (!body.is_object()) throw BadField("the body is not a JSON object");
  return body;
}

void run_api(ApiCall call) {
  try {
    run(call);
  } catch (const BadField& bad) {
    call.fail(400, bad.what());
  } catch (const std::exception& error) {
    spdlog::critical("defect: the web API failed: {}", error.what());
    call.fail(500, "afard failed at this; its log says more");
  }
}

}  // namespace afar::web
