// Goal: the code is whole, and only drawn where it fits. Method: its size and the finder patterns
// that every reader looks for; the modules themselves are the library's.
#include "daemon/cli/qr.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

namespace afar::cli {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(QrCode, HasItsQuietZoneAndFinderPattern) {
  // 25 bytes at the lowest correction: version 2, 25 modules; with the quiet zone 33 of each.
  const auto lines = lines_of(qr_code("https://example.org/#code", 80));
  ASSERT_EQ(lines.size(), 17u);
  const std::string white = "\x1b[30;107m";
  EXPECT_EQ(lines[0], white + std::string(33, ' ') + "\x1b[0m");
  EXPECT_EQ(lines[2].rfind(white + "    █▀▀▀▀▀█ ", 0), 0u) << lines[2];
  EXPECT_EQ(lines[3].rfind(white + "    █ ███ █ ", 0), 0u) << lines[3];
  EXPECT_EQ(lines[5].rfind(white + "    ▀▀▀▀▀▀▀ ", 0), 0u) << lines[5];
}

TEST(QrCode, IsLeftOutWhereItDoesNotFit) {
  EXPECT_EQ(qr_code("https://example.org/#code", 32), "");
  EXPECT_NE(qr_code("https://example.org/#code", 33), "");
  EXPECT_EQ(qr_code(std::string(5000, 'x'), 1000), "");
}

}  // namespace
}  // namespace afar::cli
