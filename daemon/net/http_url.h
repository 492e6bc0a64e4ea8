// Where requests may go.
#pragma once
#include <optional>
#include <string>

namespace afar {

struct HttpTarget {
  std::string scheme;  // "https" or "http"
  bool loopback = false;
};
// nullopt: no address that we would go to: not https (http is for this machine alone), no host, or
// a name or a password in it.
std::optional<HttpTarget> read_target(const std::string& url);

}  // namespace afar
