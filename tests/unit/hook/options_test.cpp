#include "hook/options.h"

#include <gtest/gtest.h>

#include <variant>

namespace afar::hook {
namespace {

std::variant<Options, Notice> read(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "afar-hook");
  return read_options(static_cast<int>(arguments.size()), arguments.data());
}

TEST(Options, HaveTheDefaultsOfTheContract) {
  const auto options = std::get<Options>(read({"--agent", "claude-code"}));
  EXPECT_EQ(options.agent, "claude-code");
  EXPECT_EQ(options.if_unavailable, IfUnavailable::kLocal);
  EXPECT_EQ(options.host_timeout.count(), 600);
  EXPECT_FALSE(options.no_start);
  EXPECT_EQ(options.paths.socket, "");
}

TEST(Options, AreTakenInBothForms) {
  const auto options = std::get<Options>(
      read({"--agent=claude-code", "--if-unavailable", "default", "--host-timeout=604800",
            "--no-start", "--socket", "/run/a=b.sock", "--db=/var/x.db"}));
  EXPECT_EQ(options.if_unavailable, IfUnavailable::kDefault);
  EXPECT_EQ(options.host_timeout.count(), 604'800);
  EXPECT_TRUE(options.no_start);
  EXPECT_EQ(options.paths.socket, "/run/a=b.sock");
  EXPECT_EQ(options.paths.database, "/var/x.db");
}

TEST(Options, WrongOnesExitOneWithOneLine) {
  const std::vector<std::vector<const char*>> wrong{
      {},
      {"--agent"},
      {"--agent", "nobody"},
      {"--agent="},
      {"--agent", "claude-code", "--bogus"},
      {"--agent", "claude-code", "--wake", "--print-request"},
      {"--agent", "claude-code", "extra"},
      {"--agent", "claude-code", "-x"},
      {"--agent", "claude-code", ""},
      {"--agent", "claude-code", "--if-unavailable", "ask"},
      {"--agent", "claude-code", "--if-unavailable"},
      {"--agent", "claude-code", "--host-timeout", "0"},
      {"--agent", "claude-code", "--host-timeout", "-5"},
      {"--agent", "claude-code", "--host-timeout", "8s"},
      {"--agent", "claude-code", "--host-timeout", "1.5"},
      {"--agent", "claude-code", "--host-timeout", "99999999999999999999"},
      {"--agent", "claude-code", "--host-timeout", ""},
      {"--agent", "claude-code", "--socket", ""},
      {"--no-start"},
  };
  for (const auto& each : wrong) {
    const auto read_as = read(each);
    ASSERT_TRUE(std::holds_alternative<Notice>(read_as)) << (each.empty() ? "none" : each.back());
    const auto& notice = std::get<Notice>(read_as);
    EXPECT_EQ(notice.exit_code, 1);
    EXPECT_EQ(notice.out, "");
    EXPECT_EQ(notice.err.find('\n'), notice.err.size() - 1) << notice.err;
  }
}

TEST(Options, HelpAndVersionNeedNothingElse) {
  const auto help = std::get<Notice>(read({"--help"}));
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("--if-unavailable"), std::string::npos);
  const auto version = std::get<Notice>(read({"--agent", "claude-code", "--version"}));
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out.rfind("afar-hook ", 0), 0u);
}

}  // namespace
}  // namespace afar::hook
