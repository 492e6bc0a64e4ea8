// The page's files, compiled into the daemon.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "daemon/net/http_request.h"

namespace afar::web {

struct Asset {
  std::string_view path;  // "/app.js"
  std::string_view type;  // "text/javascript; charset=utf-8"
  std::string_view hash;  // of its bytes
  std::string_view bytes;
};

struct Page {
  std::span<const Asset> assets;
  std::string_view version;  // of all of them: what is asked for with ?v= and this never changes
};

// Made by embed.cmake.
Page page();

// What a GET of the page gets: the file, that it has not changed, or that there is none.
http::Response page_response(const http::Request& request, const Page& page);

}  // namespace afar::web
