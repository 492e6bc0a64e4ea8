#include "hook/mcp/session.h"

#include <gtest/gtest.h>

#include "hook/mcp/permission_prompt.h"
#include "tests/unit/hook/support.h"

namespace afar::mcp {
namespace {

TEST(McpSession, IsTheNearestThatSomebodyTells) {
  Desk desk;
  desk.environment = hook::environment_of({{"CLAUDE_CODE_SESSION_ID", "of the environment"}});
  desk.client = "codex";
  const char* meta = R"({"x-codex-turn-metadata":{"thread_id":"of the call"}})";
  desk.options.session = "named";
  EXPECT_EQ(session_of(desk, meta, "/w"), "named");
  desk.options.session = "";
  EXPECT_EQ(session_of(desk, meta, "/w"), "of the environment");
  desk.environment = hook::environment_of({});
  EXPECT_EQ(session_of(desk, meta, "/w"), "of the call");
  EXPECT_EQ(session_of(desk, R"({"x-codex-turn-metadata":"{\"thread_id\":\"in text\"}"})", "/w"),
            "in text");
  for (const char* silent : {"", "{}", "[]", R"({"x-codex-turn-metadata":7})",
                             R"({"x-codex-turn-metadata":{"thread_id":7}})"}) {
    EXPECT_EQ(session_of(desk, silent, "/w"), "codex /w") << silent;
  }
  desk.client = "";
  EXPECT_EQ(session_of(desk, "", "/w"), "mcp /w");
}

TEST(HostLimit, IsTheClientsOwn) {
  const auto limit = [](const char* value) {
    return host_limit(hook::environment_of({{"MCP_TOOL_TIMEOUT", value}})).count();
  };
  EXPECT_EQ(limit("60000"), 60'000);
  EXPECT_EQ(limit("5"), 1000);
  EXPECT_EQ(limit("9999999999999"), 2'147'483'647);
  for (const char* none : {"", "soon", "-1", "0", "10s", "99999999999999999999999"}) {
    EXPECT_EQ(limit(none), 100'000'000) << none;
  }
}

}  // namespace
}  // namespace afar::mcp
