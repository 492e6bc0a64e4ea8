// JSON-RPC 2.0 messages, one per line. Text in, a bounded and checked message out; and the other
// way.
#pragma once
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>

namespace afar::rpc {

enum class ErrorCode {
  kParse = -32700,
  kInvalidRequest = -32600,
  kUnknownMethod = -32601,
  kInvalidParams = -32602,
  kInternal = -32603,
  kStorageUnavailable = -32000,  // the disk refused; nothing was kept
  kNotFound = -32001,            // no such dialog
  kAlreadyEnded = -32002,        // data.dialog is the dialog as it ended
  kNotAllowed = -32003,          // this role, responder or caller may not
  kTooLarge = -32004,            // over the limits of limits.h
  kRestarting = -32005,          // the daemon stops: connect again and open the same key again
  kTooMany = -32006,             // limits.open_dialogs is reached
  kInvalidAnswer = -32007,       // the message says which option or question was wrong
  kConfigRejected = -32008,      // data.problems; the old configuration stays in force
  kUnavailable = -32009,  // what is asked for is turned off or cannot run; the message says why
};
// The error's name in data.kind ("already_ended"), what a client should switch on.
std::string_view to_word(ErrorCode code);

struct Incoming {
  enum class Kind { kRequest, kNotification, kResult, kError };
  Kind kind = Kind::kNotification;
  std::string id;                        // as JSON text: 7 or "a"; empty for a notification
  std::string method;                    // of requests and notifications
  std::unique_ptr<nlohmann::json> body;  // params, result or error; an empty object where absent

  Incoming();
  Incoming(Incoming&&) noexcept;
  Incoming& operator=(Incoming&&) noexcept;
  ~Incoming();
};

// Why a line is no message; with the id where it could be read.
struct Malformed {
  ErrorCode code = ErrorCode::kParse;
  std::string why;
  std::string id;
};

// Bounded by kNestingMax; the caller bounds the length (LineBuffer).
std::variant<Incoming, Malformed> parse_message(std::string_view line);

// Each gives one line with its newline. Ids are JSON text.
std::string request_line(std::string_view id, std::string_view method,
                         const nlohmann::json& params);
std::string notification_line(std::string_view method, const nlohmann::json& params);
std::string result_line(std::string_view id, const nlohmann::json& result);
// `data` may hold more fields; data.kind is set from the code.
std::string error_line(std::string_view id, ErrorCode code, std::string_view message);
std::string error_line(std::string_view id, ErrorCode code, std::string_view message,
                       nlohmann::json data);

// JSON text on one line; bytes that are not UTF-8 become U+FFFD.
std::string dump(const nlohmann::json& json);

}  // namespace afar::rpc
