// Goal: a call of the permission prompt tool is the dialog that the hook opens for the same call.
#include <gmock/gmock.h>

#include "daemon/core/request_key.h"
#include "tests/unit/mcp/prompt_fixture.h"

namespace afar::hook {
namespace {

using ::testing::HasSubstr;

std::string why_not(const std::string& arguments) {
  const auto asked = claude_code::prompt_ask(headless(), {"s1", "/w"}, arguments);
  const auto* not_understood = std::get_if<claude_code::NotUnderstood>(&asked);
  return not_understood == nullptr ? "understood" : not_understood->why;
}

TEST(PromptTool, TheSameCallHasTheSameKeyAsInTheHook) {
  const OpenRequest ours = prompt("AskUserQuestion", kColorInput).request;
  const OpenRequest hooks = read_ask(pre_tool_use(kColorInput)).request;
  EXPECT_EQ(ours.kind, hooks.kind);
  EXPECT_EQ(ours.tool, hooks.tool);
  EXPECT_EQ(ours.origin.agent, hooks.origin.agent);
  EXPECT_EQ(ours.origin.session, hooks.origin.session);
  EXPECT_EQ(ours.origin.subagent, hooks.origin.subagent);
  EXPECT_EQ(ours.origin.call, hooks.origin.call);
  EXPECT_EQ(ours.origin.project, hooks.origin.project);
  EXPECT_EQ(content_hash(ours.kind, ours.tool, ours.content),
            content_hash(hooks.kind, hooks.tool, hooks.content));
}

TEST(PromptTool, MustBeAskedAndCannotBeDeferred) {
  for (const auto kind :
       {DialogKind::kUserQuestion, DialogKind::kPlanApproval, DialogKind::kPermission}) {
    const OpenRequest request = prompt_of(kind).request;
    EXPECT_EQ(request.kind, kind);
    EXPECT_TRUE(request.must_ask);
    EXPECT_FALSE(request.can_defer);
    EXPECT_FALSE(request.can_race);
    EXPECT_EQ(request.phase, Phase::kBefore);
    EXPECT_FALSE(request.origin.interactive);
    EXPECT_EQ(request.origin.agent_version, "2.1.332");
  }
}

TEST(PromptTool, NamesTheTranscriptWhereTheClientWritesIt) {
  const auto file_of = [](const Environment& environment, const std::string& session) {
    const auto asked = claude_code::prompt_ask(environment, {session, "/home/user/my_project.x"},
                                               prompt_arguments("Bash", kBashInput));
    return std::get<Ask>(asked).transcript;
  };
  EXPECT_EQ(file_of(headless(), "0a-1"),
            "/home/user/.claude/projects/-home-user-my-project-x/0a-1.jsonl");
  EXPECT_EQ(file_of(environment_of({{"CLAUDE_CONFIG_DIR", "/c"}}), "0a-1"),
            "/c/projects/-home-user-my-project-x/0a-1.jsonl");
  EXPECT_EQ(file_of(headless(), "../../etc/passwd"), "");
  EXPECT_EQ(file_of(environment_of({}), "0a-1"), "");
}

TEST(PromptTool, RefusesWhatIsNoCall) {
  EXPECT_THAT(why_not("nothing"), HasSubstr("not JSON"));
  EXPECT_NE(why_not("[]"), "understood");
  EXPECT_THAT(why_not(R"({"input":{}})"), HasSubstr("tool_name"));
  EXPECT_THAT(why_not(R"({"tool_name":"","input":{}})"), HasSubstr("tool_name"));
  EXPECT_THAT(why_not(R"({"tool_name":7,"input":{}})"), HasSubstr("tool_name"));
  EXPECT_THAT(why_not(R"({"tool_name":"Bash"})"), HasSubstr("input"));
  EXPECT_THAT(why_not(R"({"tool_name":"Bash","input":"ls"})"), HasSubstr("input"));
  EXPECT_THAT(why_not(R"({"tool_name":"Bash","input":null})"), HasSubstr("input"));
  EXPECT_THAT(why_not(R"({"tool_name":"Bash","input":{},"tool_use_id":1})"),
              HasSubstr("tool_use_id"));
  EXPECT_THAT(why_not(R"({"tool_name":"AskUserQuestion","input":{}})"), HasSubstr("questions"));
  EXPECT_THAT(why_not(R"({"tool_name":"ExitPlanMode","input":{"plan":1}})"), HasSubstr("plan"));
  const std::string deep = std::string(70, '[') + std::string(70, ']');
  EXPECT_THAT(why_not(R"({"tool_name":"Bash","input":{"a":)" + deep + "}}"), HasSubstr("deep"));
}

}  // namespace
}  // namespace afar::hook
