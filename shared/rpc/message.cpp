#include "shared/rpc/message.h"

#include <nlohmann/json.hpp>

#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::rpc {
namespace {

using nlohmann::json;

// An id that JSON-RPC allows, as text; empty where there is none.
std::string id_text(const json& message) {
  const auto id = message.find("id");
  if (id == message.end() || !(id->is_string() || id->is_number_integer())) return "";
  return id->dump();
}

std::string line_of(std::string_view id, const json& body) {
  // The id is JSON text already and is put in as it came.
  std::string line = R"({"jsonrpc":"2.0",)";
  if (!id.empty()) line.append(R"("id":)").append(id).append(",");
  const std::string rest = dump(body);
  line.append(rest, 1, rest.size() - 1);
  line.push_back('\n');
  return line;
}

std::unique_ptr<json> take(json& message, const char* name) {
  const auto found = message.find(name);
  if (found == message.end() || found->is_null()) return std::make_unique<json>(json::object());
  return std::make_unique<json>(std::move(*found));
}

}  // namespace

Incoming::Incoming() = default;
Incoming::Incoming(Incoming&&) noexcept = default;
Incoming& Incoming::operator=(Incoming&&) noexcept = default;
Incoming::~Incoming() = default;

std::string_view to_word(ErrorCode code) {
  switch (code) {
    case ErrorCode::kParse:
      return "parse_error";
    case ErrorCode::kInvalidRequest:
      return "invalid_request";
    case ErrorCode::kUnknownMethod:
      return "unknown_method";
    case ErrorCode::kInvalidParams:
      return "invalid_params";
    case ErrorCode::kInternal:
      return "internal_error";
    case ErrorCode::kStorageUnavailable:
      return "storage_unavailable";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kAlreadyEnded:
      return "already_ended";
    case ErrorCode::kNotAllowed:
      return "not_allowed";
    case ErrorCode::kTooLarge:
      return "too_large";
    case ErrorCode::kRestarting:
      return "restarting";
    case ErrorCode::kTooMany:
      return "too_many";
    case ErrorCode::kInvalidAnswer:
      return "invalid_answer";
    case ErrorCode::kConfigRejected:
      return "config_rejected";
    case ErrorCode::kUnavailable:
      return "unavailable";
  }
  return "error";
}

std::variant<Incoming, Malformed> parse_message(std::string_view line) {
  if (!nests_within(line, kNestingMax)) {
    return Malformed{ErrorCode::kTooLarge,
                     "the message nests deeper than " + std::to_string(kNestingMax) + " levels",
                     ""};
  }
  // A NUL would end the text for the parser, and what stands behind it would pass unread.
  const bool has_nul = line.find('\0') != std::string_view::npos;
  json message = has_nul ? json(json::value_t::discarded)
                         : json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (message.is_discarded()) return Malformed{ErrorCode::kParse, "the line is not JSON", ""};
  if (!message.is_object()) {
    return Malformed{ErrorCode::kInvalidRequest, "the message is not an object", ""};
  }
  Incoming incoming;
  incoming.id = id_text(message);
  const auto version = message.find("jsonrpc");
  if (version == message.end() || *version != "2.0") {
    return Malformed{ErrorCode::kInvalidRequest, "jsonrpc is not \"2.0\"", incoming.id};
  }
  const auto method = message.find("method");
  if (method != message.end()) {
    if (!method->is_string()) {
      return Malformed{ErrorCode::kInvalidRequest, "method is not a string", incoming.id};
    }
    if (message.contains("id") && incoming.id.empty()) {
      return Malformed{ErrorCode::kInvalidRequest, "id is neither a string nor a whole number", ""};
    }
    incoming.kind = incoming.id.empty() ? Incoming::Kind::kNotification : Incoming::Kind::kRequest;
    incoming.method = method->get<std::string>();
    incoming.body = take(message, "params");
  } else if (message.contains("error")) {
    incoming.kind = Incoming::Kind::kError;
    incoming.body = take(message, "error");
  } else if (message.contains("result")) {
    incoming.kind = Incoming::Kind::kResult;
    incoming.body = take(message, "result");
  } else {
    return Malformed{ErrorCode::kInvalidRequest, "neither a method nor a result", incoming.id};
  }
  return incoming;
}

std::string request_line(std::string_view id, std::string_view method, const json& params) {
  return line_of(id, {{"method", method}, {"params", params}});
}

std::string notification_line(std::string_view method, const json& params) {
  return line_of("", {{"method", method}, {"params", params}});
}

std::string result_line(std::string_view id, const json& result) {
  return line_of(id, {{"result", result}});
}

std::string error_line(std::string_view id, ErrorCode code, std::string_view message) {
  return error_line(id, code, message, json::object());
}

std::string error_line(std::string_view id, ErrorCode code, std::string_view message, json data) {
  data["kind"] = to_word(code);
  return line_of(
      id.empty() ? "null" : id,
      {{"error",
        {{"code", static_cast<int>(code)}, {"message", message}, {"data", std::move(data)}}}});
}

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace afar::rpc
