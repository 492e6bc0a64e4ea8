// What a client of the HTTP server asks, and what it is told: plain values, any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace afar::http {

using Header = std::pair<std::string, std::string>;

struct Request {
  std::string method;  // "GET", "HEAD", "POST", ... as it was sent
  std::string path;    // before the question mark, not decoded
  std::string query;   // after it, not decoded
  std::vector<Header> headers;
  std::string body;
  std::string peer;  // the client's address, without the port

  // The first header of this name, in any case.
  std::optional<std::string> header(std::string_view name) const;
  // How many headers of this name there are.
  std::size_t count(std::string_view name) const;
  // The first such parameter of the query, decoded (any bytes); nullopt where there is none.
  std::optional<std::string> parameter(std::string_view name) const;
  // The value of a cookie.
  std::optional<std::string> cookie(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::vector<Header> headers;
  std::string body;
};

std::string_view reason_phrase(int status);

// Both without regard to case, of ASCII only.
bool same_word(std::string_view one, std::string_view other);

// The head of a message, up to and with its empty line. No value can end its line: a control
// character in one is left out.
std::string head_text(int status, const std::vector<Header>& headers);

}  // namespace afar::http
