// What a service's answer asks of us, read the same way for every service. Pure.
#pragma once
#include <optional>
#include <string>

#include "daemon/net/http_message.h"

namespace afar {

inline bool is_success(const HttpResponse& answer) {
  return answer.status >= 200 && answer.status < 300;
}

// How long to wait before the next try, as the header Retry-After says it, in seconds or as a date;
// at most a day. nullopt: it says nothing.
std::optional<Milliseconds> retry_after(const HttpResponse& answer, WallTime now);

// "it answered 503"; "nothing came: Timeout was reached".
std::string why_no_success(const HttpResult& result);

}  // namespace afar
