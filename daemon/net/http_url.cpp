#include "daemon/net/http_url.h"

#include <curl/curl.h>

#include <memory>

#include "shared/os/loopback.h"

namespace afar {
namespace {

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlDeleter>;

std::optional<std::string> part_of(const Url& url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url.get(), part, &text, 0) != CURLUE_OK) return std::nullopt;
  std::string found(text);
  curl_free(text);
  return found;
}

}  // namespace

std::optional<HttpTarget> read_target(const std::string& url) {
  // What C code reads ends at the first NUL.
  if (url.find('\0') != std::string::npos) return std::nullopt;
  const Url parsed(curl_url());
  if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
    return std::nullopt;
  }
  const auto scheme = part_of(parsed, CURLUPART_SCHEME);
  const auto host = part_of(parsed, CURLUPART_HOST);
  if (!scheme || !host || host->empty()) return std::nullopt;
  if (part_of(parsed, CURLUPART_USER) || part_of(parsed, CURLUPART_PASSWORD)) return std::nullopt;
  const bool loopback = is_loopback_host(*host);
  if (*scheme != "https" && !(*scheme == "http" && loopback)) return std::nullopt;
  return HttpTarget{*scheme, loopback};
}

}  // namespace afar
