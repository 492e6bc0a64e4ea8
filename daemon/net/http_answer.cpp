#include "daemon/net/http_answer.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>

namespace afar {

std::optional<Milliseconds> retry_after(const HttpResponse& answer, WallTime now) {
  constexpr Milliseconds kMost = std::chrono::hours(24);
  const std::string said(answer.header("retry-after"));
  if (said.empty()) return std::nullopt;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), seconds);
  if (error == std::errc::result_out_of_range && said.front() != '-') return kMost;
  if (error != std::errc() || end != said.data() + said.size()) {
    const auto date = static_cast<std::int64_t>(curl_getdate(said.c_str(), nullptr));
    if (date < 0) return std::nullopt;
    seconds = date - std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  }
  if (seconds < 0) return Milliseconds(0);
  return seconds > 86'400 ? kMost : Milliseconds(std::chrono::seconds(seconds));
}

std::string why_no_success(const HttpResult& result) {
  if (const auto* failure = std::get_if<HttpFailure>(&result)) {
    return "nothing came: " + failure->why;
  }
  return "it answered " + std::to_string(std::get<HttpResponse>(result).status);
}

}  // namespace afar
