#include "daemon/surfaces/web/page.h"

#include <algorithm>

namespace afar::web {
namespace {

// A year: what is asked for by its hash never changes.
constexpr char kForever[] = "public, max-age=31536000, immutable";

const Asset* find(std::span<const Asset> all, std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Asset& asset) { return asset.path == path; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

http::Response page_response(const http::Request& request, const Page& page) {
  const Asset* asset = find(page.assets, request.path);
  if (asset == nullptr) {
    return {404, {{"Content-Type", "text/plain; charset=utf-8"}}, "There is no such page.\n"};
  }
  const std::string tag = "\"" + std::string(asset->hash) + "\"";
  const bool of_version = request.parameter("v") == page.version;
  std::vector<http::Header> headers{{"ETag", tag},
                                    {"Cache-Control", of_version ? kForever : "no-cache"}};
  const std::string known = request.header("If-None-Match").value_or("");
  if (known.find(tag) != std::string::npos) return {304, headers, ""};
  headers.emplace_back("Content-Type", std::string(asset->type));
  return {200, headers, std::string(asset->bytes)};
}

}  // namespace afar::web
