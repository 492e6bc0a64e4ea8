#include "daemon/surfaces/telegram/api.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/telegram/rich_text.h"
#include "daemon/text/printable.h"
#include "shared/rpc/message.h"
#include "shared/rpc/nesting.h"

namespace afar::telegram {
namespace {

using nlohmann::json;

constexpr std::size_t kWhyUnits = 200;
constexpr std::int64_t kRetrySecondsMax = 3600;
constexpr int kNestingMax = 64;

std::optional<json> parsed(const std::string& body) {
  if (!rpc::nests_within(body, kNestingMax)) return std::nullopt;
  json answer = json::parse(body, nullptr, false);
  if (!answer.is_object() || !answer.contains("ok")) return std::nullopt;
  return answer;
}

std::int64_t number_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

ApiFailure::Kind kind_of(std::int64_t code) {
  using Kind = ApiFailure::Kind;
  switch (code) {
    case 401:
    case 404:  // a token that cannot be one, too; no method of ours is unknown there
      return Kind::kToken;
    case 403:
      return Kind::kForbidden;
    case 409:
      return Kind::kConflict;
    case 429:
      return Kind::kTooMany;
    default:
      return code >= 500 ? Kind::kBusy : Kind::kRefused;
  }
}

ApiFailure failure_in(const json& answer, long status) {
  ApiFailure failure;
  const std::int64_t code = number_in(answer, "error_code");
  failure.kind = kind_of(code != 0 ? code : status);
  const auto words = answer.find("description");
  failure.why = words != answer.end() && words->is_string()
                    ? cut_end(printable_line(words->get_ref<const std::string&>()), kWhyUnits)
                    : "HTTP status " + std::to_string(status);
  const auto more = answer.find("parameters");
  if (more == answer.end() || !more->is_object()) return failure;
  const auto seconds =
      std::clamp<std::int64_t>(number_in(*more, "retry_after"), 0, kRetrySecondsMax);
  failure.retry_after = std::chrono::seconds(seconds);
  failure.moved_to = number_in(*more, "migrate_to_chat_id");
  if (failure.moved_to != 0) failure.kind = ApiFailure::Kind::kMoved;
  return failure;
}

ApiResult result_of(const HttpResult& answered) {
  if (const auto* failure = std::get_if<HttpFailure>(&answered)) {
    return {nullptr, ApiFailure{ApiFailure::Kind::kNoAnswer, failure->why, {}, 0}};
  }
  const auto& response = std::get<HttpResponse>(answered);
  auto answer = parsed(response.body);
  if (!answer) {
    // A proxy's words, or a service in pieces.
    const bool busy = response.status >= 500 || response.status < 400;
    return {nullptr, ApiFailure{busy ? ApiFailure::Kind::kBusy : kind_of(response.status),
                                "HTTP status " + std::to_string(response.status),
                                {},
                                0}};
  }
  if (response.status == 200 && (*answer)["ok"] == true && answer->contains("result")) {
    return {std::make_shared<const json>(std::move((*answer)["result"])), std::nullopt};
  }
  return {nullptr, failure_in(*answer, response.status)};
}

}  // namespace

std::string Api::without_token(std::string text) const {
  for (std::size_t at = text.find(token_); at != std::string::npos; at = text.find(token_)) {
    text.replace(at, token_.size(), "TOKEN");
  }
  return text;
}

HttpTicket Api::send(const std::string& method, HttpRequest request, ApiHandler handler) {
  request.method = "POST";
  request.url = base_ + "/bot" + token_ + "/" + method;
  auto ticket = std::make_shared<HttpTicket>(0);
  *ticket = http_.send(std::move(request), [this, ticket, handler](const HttpResult& answered) {
    under_way_.erase(*ticket);
    ApiResult result = result_of(answered);
    if (result.failure) result.failure->why = without_token(std::move(result.failure->why));
    handler(result);
  });
  under_way_.insert(*ticket);
  return *ticket;
}

void Api::cancel(HttpTicket ticket) {
  under_way_.erase(ticket);
  http_.cancel(ticket);
}

void Api::stop() {
  for (const HttpTicket ticket : std::exchange(under_way_, {})) http_.cancel(ticket);
}

HttpTicket Api::call(const std::string& method, const json& params, ApiHandler handler,
                     Milliseconds timeout) {
  HttpRequest request;
  request.headers = {{"content-type", "application/json"}};
  request.body = rpc::dump(params);
  request.timeout = timeout;
  return send(method, std::move(request), std::move(handler));
}

HttpTicket Api::send_file(const std::string& method, const json& params, ApiFile file,
                          ApiHandler handler) {
  HttpRequest request;
  request.timeout = std::chrono::seconds(60);
  for (const auto& [name, value] : params.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : rpc::dump(value);
    request.parts.push_back({name, text});
  }
  request.parts.push_back({std::move(file.field), std::move(file.content), std::move(file.name),
                           "text/plain; charset=utf-8"});
  return send(method, std::move(request), std::move(handler));
}

}  // namespace afar::telegram
