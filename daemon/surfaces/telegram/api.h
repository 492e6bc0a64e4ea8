// Calls of the Bot API. The token stands in every address: no error, log or status of ours holds
// one. Loop thread only.
#pragma once
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>

#include "daemon/net/http_client.h"
#include "daemon/surfaces/telegram/view.h"

namespace afar::telegram {

// Why a call came to nothing, by what the caller may do about it.
struct ApiFailure {
  enum class Kind {
    kNoAnswer,   // none, or none of the service's own: it may have been done all the same
    kTooMany,    // again after `retry_after`
    kBusy,       // the service's own trouble
    kForbidden,  // this chat does not want us
    kMoved,      // the chat is `moved_to` now
    kConflict,   // somebody else reads this bot's updates
    kToken,      // there is no bot with this token
    kRefused,    // as it is, it is never taken
  };
  Kind kind = Kind::kNoAnswer;
  std::string why;  // in the service's words, where there are some
  Milliseconds retry_after{};
  ChatId moved_to = 0;

  bool says(const char* words) const { return why.find(words) != std::string::npos; }
};

struct ApiResult {
  std::shared_ptr<const nlohmann::json> result;  // empty where it failed
  std::optional<ApiFailure> failure;
};
using ApiHandler = std::function<void(const ApiResult&)>;

struct ApiFile {
  std::string field;  // "document"
  std::string name;
  std::string content;
};

class Api {
 public:
  Api(HttpClient& http, std::string base, std::string token)
      : http_(http), base_(std::move(base)), token_(std::move(token)) {}

  // `params`: an object.
  HttpTicket call(const std::string& method, const nlohmann::json& params, ApiHandler handler,
                  Milliseconds timeout = std::chrono::seconds(30));
  HttpTicket send_file(const std::string& method, const nlohmann::json& params, ApiFile file,
                       ApiHandler handler);
  void cancel(HttpTicket ticket);
  // No handler is called any more.
  void stop();

 private:
  HttpTicket send(const std::string& method, HttpRequest request, ApiHandler handler);
  std::string without_token(std::string text) const;

  HttpClient& http_;
  const std::string base_;
  const std::string token_;
  std::set<HttpTicket> under_way_;
};

}  // namespace afar::telegram
