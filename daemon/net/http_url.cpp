#include "daemon/net/http_url.h"

#include <arpa/inet.h>
#include <curl/curl.h>

#include <memory>

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

bool is_ipv4_loopback(const std::string& host) {
  in_addr address{};
  return ::inet_pton(AF_INET, host.c_str(), &address) == 1 && (ntohl(address.s_addr) >> 24) == 127;
}

bool is_ipv6_loopback(const std::string& host) {
  in6_addr address{};
  return ::inet_pton(AF_INET6, host.c_str(), &address) == 1 && IN6_IS_ADDR_LOOPBACK(&address);
}

}  // namespace

bool is_loopback_host(const std::string& host) {
  if (host == "localhost" || is_ipv4_loopback(host) || is_ipv6_loopback(host)) return true;
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return bracketed && is_ipv6_loopback(host.substr(1, host.size() - 2));
}

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
