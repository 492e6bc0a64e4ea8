#include "daemon/surfaces/web/guard.h"

#include <algorithm>

namespace afar::web {
namespace {

// "https://box.example:8443/x" -> "box.example:8443"
std::string_view authority_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  return url.substr(0, url.find_first_of("/?#"));
}

std::string origin_of(const std::string& url) {
  const std::string_view authority = authority_of(url);
  if (authority.empty()) return "";
  return url.substr(0, static_cast<std::size_t>(authority.data() + authority.size() - url.data()));
}

std::string_view without_port(std::string_view authority) {
  const std::size_t bracket = authority.rfind(']');
  const std::size_t colon = authority.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  return has_port ? authority.substr(0, colon) : authority;
}

// A dotted address of this machine to itself, and no name that only begins like one.
bool is_loopback_address(std::string_view host) {
  return host.rfind("127.", 0) == 0 &&
         host.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool is_json(const http::Request& request) {
  const std::string type = request.header("Content-Type").value_or("");
  std::string_view media = std::string_view(type).substr(0, type.find(';'));
  while (!media.empty() && media.back() == ' ') media.remove_suffix(1);
  return http::same_word(media, "application/json");
}

}  // namespace

Guard::Guard(const std::string& public_url)
    : public_origin_(origin_of(public_url)), public_host_(without_port(authority_of(public_url))) {}

// The port does not matter: a tunnel ends at another one, and it is names that are stolen.
bool Guard::is_our_name(std::string_view authority) const {
  const std::string_view host = without_port(authority);
  return http::same_word(host, "localhost") || host == "[::1]" || is_loopback_address(host) ||
         (!public_host_.empty() && http::same_word(host, public_host_));
}

bool Guard::comes_from_us(const http::Request& request, const std::string& origin) const {
  if (!public_origin_.empty() && http::same_word(origin, public_origin_)) return true;
  // Another port of this machine is another page.
  const std::string_view authority = authority_of(origin);
  return !authority.empty() && is_our_name(authority) &&
         http::same_word(authority, request.header("Host").value_or(""));
}

std::optional<Refusal> Guard::refusal(const http::Request& request) const {
  const auto host = request.header("Host");
  if (!host || host->empty()) return Refusal{400, "the request names no host"};
  if (!is_our_name(*host)) {
    return Refusal{403,
                   "this page is not served under that name; the configuration's public_url says "
                   "under which other one it is"};
  }
  const bool is_post = request.method == "POST";
  const auto site = request.header("Sec-Fetch-Site");
  const bool from_elsewhere = site && *site != "same-origin" && *site != "none";
  // A link that leads to the page is fine, and all that it can do is show it.
  if (from_elsewhere && (is_post || request.path.rfind("/api/", 0) == 0)) {
    return Refusal{403, "another page sent this"};
  }
  if (!is_post) return std::nullopt;
  const auto origin = request.header("Origin");
  if (origin && !comes_from_us(request, *origin)) return Refusal{403, "another page sent this"};
  if (!is_json(request)) return Refusal{415, "expected Content-Type: application/json"};
  return std::nullopt;
}

bool Guard::secures_cookies(const http::Request& request) const {
  const auto origin = request.header("Origin");
  const std::string& from = origin ? *origin : public_origin_;
  return from.rfind("https://", 0) == 0;
}

std::vector<http::Header> safety_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
           "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
           "frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

}  // namespace afar::web
