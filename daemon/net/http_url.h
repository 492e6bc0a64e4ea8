// Where requests may go.
#pragma once
#include <optional>
#include <string>

namespace afar {

// This machine by its name or number: localhost, 127.0.0.0/8, ::1. Numbers as they are written out
// in full.
bool is_loopback_host(const std::string& host);

struct HttpTarget {
  std::string scheme;  // "https" or "http"
  bool loopback = false;
};
// nullopt: no address that we would go to: not https (http is for this machine alone), no host, or
// a name or a password in it.
std::optional<HttpTarget> read_target(const std::string& url);

}  // namespace afar
