#include "daemon/config/read_web.h"

#include <algorithm>
#include <charconv>

#include "daemon/config/read_secret.h"
#include "shared/os/loopback.h"

namespace afar::config {
namespace {

// "127.0.0.1:7717", "[::1]:7717", "localhost:7717".
void read_listen(const Place& place, WebSettings& web) {
  const auto text = read_name(place);
  if (!text) return;
  const auto colon = text->rfind(':');
  std::string host = colon == std::string::npos ? "" : text->substr(0, colon);
  unsigned port = 65536;
  if (colon != std::string::npos) {
    const char* end = text->data() + text->size();
    const auto read = std::from_chars(text->data() + colon + 1, end, port);
    if (read.ec != std::errc() || read.ptr != end) port = 65536;
  }
  if (host.empty() || port > 65535) {
    place.expected_word("an address and a port like \"127.0.0.1:7717\"");
    return;
  }
  if (!is_loopback_host(host)) {
    place.refuse(
        "the page is served to this machine only; to reach it from elsewhere put a proxy with "
        "https "
        "before it and name that as public_url");
    return;
  }
  if (host == "localhost") host = "127.0.0.1";
  if (host.front() == '[') host = host.substr(1, host.size() - 2);
  web.address = host;
  web.port = static_cast<std::uint16_t>(port);
}

}  // namespace

std::optional<std::string> read_url(const Place& place) {
  auto text = read_name(place);
  if (!text) return std::nullopt;
  const bool secure = text->rfind("https://", 0) == 0;
  const std::size_t begin = secure ? 8 : 7;
  if (!secure && text->rfind("http://", 0) != 0) {
    place.refuse("expected an address that begins with https://");
    return std::nullopt;
  }
  const std::string authority = text->substr(begin, text->find_first_of("/?#", begin) - begin);
  if (authority.empty() || text->find_first_of(" \"<>\\^`{|}") != std::string::npos) {
    place.refuse("this is no web address");
    return std::nullopt;
  }
  if (authority.find('@') != std::string::npos) {
    place.refuse("no user and no password in an address: secrets stand in files of their own");
    return std::nullopt;
  }
  const bool bracketed = authority.front() == '[';
  const std::string host =
      authority.substr(0, bracketed ? authority.find(']') + 1 : authority.find(':'));
  if (!secure && !is_loopback_host(host)) {
    place.refuse("http is for this machine only; expected https");
    return std::nullopt;
  }
  while (text->back() == '/') text->pop_back();
  return text;
}

WebSettings read_web(const Place& place, const std::string& home) {
  WebSettings web;
  if (place.node().type == Node::Type::kBoolean) {
    web.on = place.node().boolean;
    return web;
  }
  read_members(
      place,
      {{"listen", [&](const Place& at) { read_listen(at, web); }},
       {"token_file", [&](const Place& at) { assign(web.token_file, read_path(at, home)); }},
       {"public_url", [&](const Place& at) { assign(web.public_url, read_url(at)); }},
       {"metrics_public", [&](const Place& at) { assign(web.metrics_public, read_boolean(at)); }}});
  return web;
}

}  // namespace afar::config
