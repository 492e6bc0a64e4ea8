// Goal: the page's files come as they are in the source, and browsers ask for them again only when
// they have changed.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "daemon/surfaces/web/page.h"

namespace afar::web {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

http::Response get(const std::string& path, const std::string& query = "",
                   std::vector<http::Header> headers = {}) {
  return page_response({"GET", path, query, std::move(headers), "", ""}, page());
}

std::string header(const http::Response& response, const std::string& name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

std::string source_of(const Asset& asset) {
  std::ostringstream text;
  text << std::ifstream(AFAR_SOURCE_DIR "/daemon/surfaces/page" + std::string(asset.path),
                        std::ios::binary)
              .rdbuf();
  return text.str();
}

// The file without what makes the names of others last.
std::string without_version(std::string bytes) {
  const std::string version = "?v=" + std::string(page().version);
  for (std::size_t at = 0; (at = bytes.find(version)) != std::string::npos;) {
    bytes.erase(at, version.size());
  }
  return bytes;
}

TEST(WebPageTest, EachFileIsCompiledInToTheByte) {
  ASSERT_FALSE(page().assets.empty());
  for (const auto& asset : page().assets) {
    EXPECT_EQ(without_version(std::string(asset.bytes)), source_of(asset)) << asset.path;
    EXPECT_EQ(asset.hash.size(), 20u);
    EXPECT_EQ(get(std::string(asset.path)).body, asset.bytes);
  }
}

TEST(WebPageTest, NothingComesFromElsewhereAndNothingStandsInThePageThatItMayNotRun) {
  for (const auto& asset : page().assets) {
    if (!asset.path.ends_with(".html")) continue;
    const std::string text(asset.bytes);
    EXPECT_THAT(text, Not(HasSubstr("src=\"http"))) << asset.path;
    EXPECT_THAT(text, Not(HasSubstr("href=\"http"))) << asset.path;
    EXPECT_THAT(text, Not(HasSubstr("<style"))) << asset.path;
    EXPECT_THAT(text, Not(HasSubstr(" style=\""))) << asset.path;
    EXPECT_THAT(text, Not(HasSubstr("<script>"))) << asset.path;
  }
}

TEST(WebPageTest, WhatIsAskedForByItsVersionIsKeptForGood) {
  const std::string path(page().assets.front().path);
  EXPECT_THAT(header(get(path, "v=" + std::string(page().version)), "Cache-Control"),
              EndsWith("immutable"));
  EXPECT_EQ(header(get(path), "Cache-Control"), "no-cache");
  EXPECT_EQ(header(get(path, "v=0"), "Cache-Control"), "no-cache");
}

TEST(WebPageTest, WhatABrowserHasAlreadyIsNotSentAgain) {
  const std::string tag = header(get("/"), "ETag");
  for (const std::string& known : {tag, "\"x\", " + tag, "W/" + tag}) {
    const auto response = get("/", "", {{"If-None-Match", known}});
    EXPECT_EQ(response.status, 304) << known;
    EXPECT_EQ(response.body, "");
  }
  EXPECT_EQ(get("/", "", {{"If-None-Match", "\"x\""}}).status, 200);
}

TEST(WebPageTest, ThereIsNothingElse) {
  for (const char* path :
       {"/nothing", "/index", "/index.html/", "/../index.html", "/%69ndex.html", "//index.html"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
}

}  // namespace
}  // namespace afar::web
