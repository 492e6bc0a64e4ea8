// What the agent is told where no daemon can decide.
#include "hook/fallback.h"

#include <sys/stat.h>

#include "hook/deadlines.h"
#include "support.h"
#include "temporary_folder.h"

namespace afar::hook {
namespace {

using nlohmann::json;

constexpr const char* kQuestions =
    R"_({"questions":[{"question":"Which color?",)_"
    R"_("options":[{"label":"Red"},{"label":"Blue (Recommended)"}]},)_"
    R"_({"question":"Which parts?","multiSelect":true,"options":[{"label":"A"},)_"
    R"_({"label":"B (Recommended)"},{"label":"C (Recommended)"}]},)_"
    R"_({"question":"Go?","multiSelect":true,"options":[{"label":"Yes"},{"label":"No"}]}]})_";

Ask ask_of(const std::string& tool_input, Phase phase) {
  Ask ask = read_ask(pre_tool_use(tool_input));
  ask.request.phase = phase;
  return ask;
}

// What is printed in each case.
json printed(IfUnavailable wanted, const std::string& tool_input, Phase phase) {
  const Ask ask = ask_of(tool_input, phase);
  const OpenResult result = unavailable_result(wanted, ask.request, read_clocks().wall);
  EXPECT_EQ(result.id, std::nullopt);
  EXPECT_EQ(result.outcome.by.kind, Decider::Kind::kPolicy);
  const Reply reply = make_agent("claude-code")->write(ask, result);
  EXPECT_EQ(reply.complaint, "");
  return reply.text.empty() ? json() : json::parse(reply.text)["hookSpecificOutput"];
}

TEST(Fallback, LocalPrintsNothing) {
  EXPECT_EQ(printed(IfUnavailable::kLocal, kQuestions, Phase::kBefore), json());
  EXPECT_EQ(printed(IfUnavailable::kLocal, kQuestions, Phase::kBeside), json());
}

TEST(Fallback, DenySaysThatAfarCouldNotBeReached) {
  const json before = printed(IfUnavailable::kDeny, kQuestions, Phase::kBefore);
  EXPECT_EQ(before["permissionDecision"], "deny");
  const std::string reason = before["permissionDecisionReason"];
  EXPECT_NE(reason.find("afar could not put this question to the person"), std::string::npos);
  EXPECT_NE(reason.find("has not seen it"), std::string::npos);
  const json beside = printed(IfUnavailable::kDeny, kQuestions, Phase::kBeside);
  EXPECT_EQ(beside["decision"]["behavior"], "deny");
  EXPECT_NE(beside["decision"]["message"].get<std::string>().find(
                "afar could not put this question to the person"),
            std::string::npos);
}

TEST(Fallback, DefaultChoosesTheRecommendedElseTheFirstAndSaysSo) {
  const json before = printed(IfUnavailable::kDefault, kQuestions, Phase::kBefore);
  EXPECT_EQ(before["permissionDecision"], "allow");
  EXPECT_EQ(before["updatedInput"]["answers"],
            (json{{"Which color?", "Blue (Recommended)"},
                  {"Which parts?", "B (Recommended), C (Recommended)"},
                  {"Go?", "Yes"}}));
  const std::string mark = before["additionalContext"];
  EXPECT_NE(mark.find("not the person's answer"), std::string::npos);
  EXPECT_NE(mark.find("afar could not put this question to the person"), std::string::npos);

  const json beside = printed(IfUnavailable::kDefault, kQuestions, Phase::kBeside);
  EXPECT_EQ(beside["decision"]["behavior"], "deny");
  const std::string message = beside["decision"]["message"];
  EXPECT_NE(message.find(R"_("Which color?" = "Blue (Recommended)")_"), std::string::npos)
      << message;
  EXPECT_NE(message.find(R"_("Which parts?" = "B (Recommended), C (Recommended)")_"),
            std::string::npos);
  EXPECT_NE(message.find("not the person's answer"), std::string::npos);
}

TEST(Fallback, WithoutOptionsThereIsNoDefault) {
  const std::string input =
      R"({"questions":[{"question":"Name?"},{"question":"Go?","options":[{"label":"Yes"}]}]})";
  const json before = printed(IfUnavailable::kDefault, input, Phase::kBefore);
  EXPECT_EQ(before["permissionDecision"], "deny");
  EXPECT_NE(before["permissionDecisionReason"].get<std::string>().find("It has no default"),
            std::string::npos);
}

TEST(Fallback, LeavesALineForTheDaemon) {
  const TemporaryFolder folder;
  const Ask ask = ask_of(kQuestions, Phase::kBefore);
  const OpenResult result =
      unavailable_result(IfUnavailable::kDeny, ask.request, read_clocks().wall);
  append_to_spool(folder.path() + "/state", ask.request, result, "no daemon");
  append_to_spool(folder.path() + "/state", ask.request, result, "no daemon\nstill");
  std::ifstream spool(folder.path() + "/state/spool");
  std::string line;
  int lines = 0;
  while (std::getline(spool, line)) {
    const json told = json::parse(line);
    EXPECT_EQ(told["state"], "denied");
    EXPECT_EQ(told["call"], "toolu_1");
    EXPECT_EQ(told["session"], "s1");
    ++lines;
  }
  EXPECT_EQ(lines, 2);
  struct stat info {};
  ASSERT_EQ(::stat((folder.path() + "/state/spool").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST(Deadlines, LeaveFiveSecondsOrATenth) {
  using std::chrono::seconds;
  const MonoTime start{};
  EXPECT_EQ(deadlines_for(start, seconds(600)).limit - start, seconds(595));
  EXPECT_EQ(deadlines_for(start, seconds(600)).guard - start, Milliseconds(597'500));
  EXPECT_EQ(deadlines_for(start, seconds(50)).limit - start, seconds(45));
  EXPECT_EQ(deadlines_for(start, seconds(8)).limit - start, Milliseconds(7'200));
  EXPECT_EQ(deadlines_for(start, seconds(8)).guard - start, Milliseconds(7'600));
  EXPECT_EQ(deadlines_for(start, seconds(1)).guard - start, Milliseconds(950));
  EXPECT_EQ(deadlines_for(start, seconds(604'800)).limit - start, seconds(604'795));
}

}  // namespace
}  // namespace afar::hook
