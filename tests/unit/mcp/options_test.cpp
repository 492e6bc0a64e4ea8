#include "hook/mcp/options.h"

#include <gmock/gmock.h>

#include "shared/version.h"

namespace afar::mcp {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::variant<Options, hook::Notice> read(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "afar-mcp");
  return read_options(static_cast<int>(arguments.size()), arguments.data());
}

TEST(McpOptions, AreAllOptional) {
  const auto options = std::get<Options>(read({}));
  EXPECT_EQ(options.session, "");
  EXPECT_FALSE(options.no_start);
  const auto given =
      std::get<Options>(read({"--session", "s1", "--no-start", "--socket", "/s", "--db=/d"}));
  EXPECT_EQ(given.session, "s1");
  EXPECT_TRUE(given.no_start);
  EXPECT_EQ(given.paths.socket, "/s");
  EXPECT_EQ(given.paths.database, "/d");
}

TEST(McpOptions, WrongOnesAreOneLineAndExitOne) {
  for (const auto& arguments : std::vector<std::vector<const char*>>{{"--nonsense"},
                                                                     {"word"},
                                                                     {"--session"},
                                                                     {"--session", ""},
                                                                     {"--db="},
                                                                     {"--no-start=7"}}) {
    const auto read_as = read(arguments);
    const auto* notice = std::get_if<hook::Notice>(&read_as);
    ASSERT_NE(notice, nullptr) << arguments[0];
    EXPECT_EQ(notice->exit_code, 1) << arguments[0];
    EXPECT_EQ(notice->out, "") << arguments[0];
    EXPECT_THAT(notice->err, StartsWith("afar-mcp: ")) << arguments[0];
    EXPECT_EQ(std::count(notice->err.begin(), notice->err.end(), '\n'), 1) << arguments[0];
  }
}

TEST(McpOptions, HelpAndVersionAreForStandardOutput) {
  const auto help = std::get<hook::Notice>(read({"--help"}));
  EXPECT_EQ(help.exit_code, 0);
  for (const char* option : {"--session", "--no-start", "--socket", "--db", "--version"}) {
    EXPECT_THAT(help.out, HasSubstr(option));
  }
  EXPECT_EQ(std::get<hook::Notice>(read({"--version"})).out, version_line("afar-mcp") + "\n");
}

}  // namespace
}  // namespace afar::mcp
