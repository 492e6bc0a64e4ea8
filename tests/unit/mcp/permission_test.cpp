// Goal: who allows a call has seen all of it.
#include "hook/agents/claude_code/permission.h"

#include <gmock/gmock.h>

namespace afar::hook::claude_code {
namespace {

using ::testing::HasSubstr;

std::string body(std::string_view input) { return permission_content("Bash", input).body; }

TEST(Permission, ShowsACommandFirstAndWhole) {
  const std::string command = std::string(20'000, 'x') + " && rm -rf /tmp/x";
  EXPECT_EQ(body(R"({"description":"cleans up","command":")" + command + R"(","timeout":5000})"),
            "```\n" + command +
                "\n```\n\ndescription:\n```\ncleans up\n```\n\ntimeout:\n```\n5000\n```\n");
}

TEST(Permission, ShowsEveryFieldOfAnyTool) {
  EXPECT_EQ(
      body(R"({"file_path":"/a","content":"one\ntwo","edits":[{"a":12345678901234567890123}]})"),
      "file_path:\n```\n/a\n```\n\ncontent:\n```\none\ntwo\n```\n\n"
      "edits:\n```\n[{\"a\":12345678901234567890123}]\n```\n");
  EXPECT_EQ(body("{}"), "");
}

TEST(Permission, IsNamedByTheToolAndWhatItActsOn) {
  const auto title = [](const char* tool, const char* input) {
    return permission_content(tool, input).title;
  };
  EXPECT_EQ(title("Bash", R"({"description":"d","command":"make\ndeploy"})"), "Bash: make\ndeploy");
  EXPECT_EQ(title("Edit", R"({"old_string":"a","file_path":"/x"})"), "Edit: /x");
  EXPECT_EQ(title("mcp__db__drop", R"({"table":"all"})"), "mcp__db__drop");
  EXPECT_EQ(title("Odd", R"({"command":7,"path":"","url":"u"})"), "Odd: u");
}

// No text of the agent's can end its block and pass for another field.
TEST(Permission, TextCannotLeaveItsBlock) {
  EXPECT_EQ(body(R"({"command":"ls\n```\n\ndescription:\n```\nharmless"})"),
            "````\nls\n```\n\ndescription:\n```\nharmless\n````\n");
  // Nor a field's name: then the input itself is shown.
  const std::string odd = R"({"command":"rm","a\n```\nb":1})";
  EXPECT_EQ(body(odd), "````\n" + odd + "\n````\n");
}

TEST(Permission, ACommandGivenTwiceIsShownTwice) {
  const std::string twice = R"({"command":"ls","command":"rm"})";
  EXPECT_EQ(body(twice), "```\n" + twice + "\n```\n");
}

TEST(Permission, HasNoAlwaysAndTakesWordsWithADenialOnly) {
  const Content content = permission_content("mcp__db__drop", "{}");
  ASSERT_EQ(content.questions.size(), 1u);
  const Question& question = content.questions[0];
  EXPECT_FALSE(question.allow_free_text);
  EXPECT_FALSE(question.multi_select);
  EXPECT_TRUE(question.required);
  ASSERT_EQ(question.options.size(), 3u);
  EXPECT_EQ(question.options[0].id, "allow");
  EXPECT_EQ(question.options[1].id, "deny");
  EXPECT_EQ(question.options[2].id, "deny_and_stop");
  for (const auto& option : question.options) EXPECT_FALSE(option.recommended);
  EXPECT_THAT(question.text, HasSubstr("mcp__db__drop"));
}

}  // namespace
}  // namespace afar::hook::claude_code
