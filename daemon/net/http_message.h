// What goes out by HTTP and what comes back, as values. Neither is ever printed whole: addresses,
// headers and bodies hold tokens and people's texts.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "shared/dialog/time.h"

namespace afar {

// Names a request under way; 0: none.
using HttpTicket = std::uint64_t;

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

// One part of a form (multipart/form-data).
struct HttpPart {
  std::string name;
  std::string data;
  std::string file_name = {};     // empty: a plain field
  std::string content_type = {};  // empty: none is said
};

struct HttpRequest {
  std::string method = "GET";
  std::string url;  // https, or http to this machine; no name or password in it
  HttpHeaders headers = {};
  std::string body = {};
  std::vector<HttpPart> parts = {};  // where there are any, they are the body
  // send(): all of it, from the name's look-up to the last byte. stream(): how long nothing may
  // come.
  Milliseconds timeout = std::chrono::seconds(30);
  std::size_t body_max = 8 * 1024 * 1024;  // of the answer; a longer one is a failure
};

struct HttpResponse {
  long status = 0;      // any status is an answer
  HttpHeaders headers;  // names in small letters
  std::string body;

  // The first one of this name (small letters); empty: there is none.
  std::string_view header(std::string_view name) const {
    for (const auto& [each, value] : headers) {
      if (each == name) return value;
    }
    return {};
  }
};

// There was no answer. In words for people; no address, header or body stands in them.
struct HttpFailure {
  std::string why;
};

using HttpResult = std::variant<HttpResponse, HttpFailure>;

}  // namespace afar
