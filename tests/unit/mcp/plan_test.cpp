// Goal: a plan is shown whole and named, and what is added to it leaves the rest as it was.
#include "hook/agents/claude_code/plan.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

Content content_of(const json& input) { return plan_content(Fields(input, "input")); }

TEST(Plan, IsNamedByItsFirstHeading) {
  const auto text = [](const char* plan) {
    const Content content = content_of({{"plan", plan}});
    EXPECT_EQ(content.title, content.questions[0].text) << "lists show the title";
    return content.questions[0].text;
  };
  EXPECT_EQ(text("# Add a cache\n1. Redis"), "Approve the plan \"Add a cache\"?");
  EXPECT_EQ(text("\nfirst\r\n## Then ##\r\n# Later"), "Approve the plan \"Then\"?");
  EXPECT_EQ(text("no heading"), "Approve the plan?");
  EXPECT_EQ(text("#\n# \n"), "Approve the plan?");
  EXPECT_EQ(text(""), "Approve the plan?");
}

TEST(Plan, IsShownWholeWithTheFixedOptions) {
  const std::string plan = "# P\n" + std::string(50'000, 'x');
  const Content content = content_of({{"plan", plan}});
  EXPECT_EQ(content.body, plan);
  std::vector<std::string> ids;
  for (const auto& option : content.questions[0].options) ids.push_back(option.id);
  EXPECT_EQ(ids,
            (std::vector<std::string>{"accept", "accept_edits", "accept_with_feedback", "reject"}));
  EXPECT_FALSE(content.questions[0].allow_free_text);
}

TEST(Plan, ASectionIsAddedToThePlanAlone) {
  EXPECT_EQ(with_section(R"({ "n":12345678901234567890123, "plan" : "a\ud83d\"", "z":"plan"})", "T",
                         "say \"hi\""),
            R"({"n":12345678901234567890123,"plan":"a\ud83d\"\n\n## T\n\nsay \"hi\"","z":"plan"})");
}

TEST(Plan, WithoutAPlanThereIsNothingToAddTo) {
  for (const char* input :
       {"{}", R"({"plan":""})", R"({"plan":1})", R"({"plan":null})", "[]", ""}) {
    EXPECT_EQ(with_section(input, "T", "text"), "") << input;
  }
}

}  // namespace
}  // namespace afar::hook::claude_code
