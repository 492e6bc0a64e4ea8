// Goal: one question is one dialog, however often it is opened; two questions are two, however much
// they look alike. Method: hooks of one and of several agents at the same time.
#include <gmock/gmock.h>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::UnorderedElementsAre;

class TwiceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    stage_.start_daemon();
    person_.emplace(stage_.connect());
  }

  Stage stage_;
  std::optional<Operator> person_;
  const std::string red_ = allowed_beside(beside(""), {{"Which color?", "Red"}});
  const std::string blue_ = allowed_beside(beside(""), {{"Which color?", "Blue"}});
};

// Registered in the settings and in a plugin: both run, and the agent takes either.
TEST_F(TwiceTest, TheSameEventTwiceAtOnceIsOneDialogForBothHooks) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook first = agent.hook(before("s-1", "toolu_1"));
  Hook second = agent.hook(before("s-1", "toolu_1"));
  ASSERT_TRUE(until("both wait", [&] { return person_->counter("waiters") == 2; }));
  const auto dialogs = person_->open_dialogs();
  ASSERT_EQ(dialogs.size(), 1u);
  EXPECT_EQ(dialogs[0].at("waiters"), 2);
  person_->answer(dialogs[0].at("id"), {"o2"});
  const std::string expected = allowed_before(before("s-1", ""), {{"Which color?", "Blue"}});
  EXPECT_EQ(first.end().out, expected);
  EXPECT_EQ(second.end().out, expected);
  EXPECT_EQ(person_->counter("opened"), 1u);
  EXPECT_EQ(person_->counter("joined"), 1u);
}

TEST_F(TwiceTest, TheSamePickerTwiceAtOnceIsOneDialogForBothHooks) {
  Agent agent(stage_);
  agent.run(before("s-1", "toolu_1"));
  Hook first = agent.hook(beside("s-1"));
  Hook second = agent.hook(beside("s-1"));
  ASSERT_TRUE(until("both wait", [&] { return person_->counter("waiters") == 2; }));
  const auto dialogs = person_->open_dialogs();
  ASSERT_EQ(dialogs.size(), 1u);
  person_->answer(dialogs[0].at("id"), {"o2"});
  EXPECT_EQ(first.end().out, blue_);
  EXPECT_EQ(second.end().out, blue_);
}

TEST_F(TwiceTest, TheTerminalsAnswerReleasesBothHooks) {
  Agent agent(stage_);
  agent.run(before("s-1", "toolu_1"));
  Hook first = agent.hook(beside("s-1"));
  Hook second = agent.hook(beside("s-1"));
  ASSERT_TRUE(until("both wait", [&] { return person_->counter("waiters") == 2; }));
  agent.run(after("s-1", "toolu_1", "Red"));
  EXPECT_EQ(first.end().out + second.end().out, "");
}

TEST_F(TwiceTest, TheSameCallOfAnotherSessionIsAnotherDialog) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook first = agent.hook(before("s-1", "toolu_1"));
  Hook second = agent.hook(before("s-2", "toolu_1"));
  EXPECT_EQ(person_->until_open(2).size(), 2u);
  EXPECT_EQ(person_->counter("joined"), 0u);
}

TEST_F(TwiceTest, ASubagentsQuestionIsItsOwnAndSaysSo) {
  Event of_subagent = before("s-1", "toolu_1");
  of_subagent["agent_id"] = "a0000000000000001";
  of_subagent["agent_type"] = "general-purpose";
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook main = agent.hook(before("s-1", "toolu_1"));
  Hook sub = agent.hook(of_subagent);
  std::vector<json> subagents;
  for (const auto& dialog : person_->until_open(2)) {
    subagents.push_back(dialog.at("origin").at("subagent"));
    const bool is_sub = !subagents.back().is_null();
    person_->answer(dialog.at("id"), {is_sub ? "o1" : "o2"});
  }
  EXPECT_THAT(subagents, UnorderedElementsAre(json(nullptr), json("a0000000000000001")));
  EXPECT_EQ(sub.end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
  EXPECT_EQ(main.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

TEST_F(TwiceTest, EqualPickersOfTwoAgentsAreTwoDialogs) {
  Agent one(stage_);
  Agent two(stage_);
  Hook first = one.hook(beside("s-1"));
  const std::string id_of_first = person_->until_open(1).at(0).at("id");
  Hook second = two.hook(beside("s-1"));
  for (const auto& dialog : person_->until_open(2)) {
    person_->answer(dialog.at("id"), {dialog.at("id") == id_of_first ? "o1" : "o2"});
  }
  EXPECT_EQ(first.end().out, red_);
  EXPECT_EQ(second.end().out, blue_);
}

TEST_F(TwiceTest, EqualQuestionsOfOneTurnAreTwoDialogs) {
  Agent agent(stage_);
  agent.run(before("s-1", "toolu_1"));
  agent.run(before("s-1", "toolu_2"));
  Hook first = agent.hook(beside("s-1"));
  Hook second = agent.hook(beside("s-1"));
  const auto dialogs = person_->until_open(2);
  person_->answer(dialogs[0].at("id"), {"o1"});
  person_->answer(dialogs[1].at("id"), {"o2"});
  // Equal questions: either hook may have got either answer, and both must have got one.
  EXPECT_THAT((std::vector<std::string>{first.end().out, second.end().out}),
              UnorderedElementsAre(red_, blue_));
}

// One of two equal pickers is answered in the terminal: nothing tells whose hook is the other's.
TEST_F(TwiceTest, TheTerminalsAnswerToOneOfTwoEqualQuestionsKeepsTheOtherAnswerable) {
  Agent agent(stage_);
  agent.run(before("s-1", "toolu_1"));
  agent.run(before("s-1", "toolu_2"));
  Hook first = agent.hook(beside("s-1"));
  Hook second = agent.hook(beside("s-1"));
  person_->until_open(2);
  agent.run(after("s-1", "toolu_2", "Red"));
  const auto left = person_->open_dialogs();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].at("waiters"), 2);
  person_->answer(left[0].at("id"), {"o2"});
  EXPECT_EQ(first.end().out, blue_);
  EXPECT_EQ(second.end().out, blue_);
}

TEST_F(TwiceTest, AnEventThatComesAgainAfterTheAnswerGetsTheSameAnswerAtOnce) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  person_->answer(person_->until_open(1).at(0).at("id"), {"o2"});
  const std::string expected = allowed_before(before("s-1", ""), {{"Which color?", "Blue"}});
  EXPECT_EQ(hook.end().out, expected);
  EXPECT_EQ(agent.run(before("s-1", "toolu_1")).out, expected);
  EXPECT_EQ(person_->counter("opened"), 1u);
}

TEST_F(TwiceTest, AnotherContentUnderTheSameCallIsAnotherDialog) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook first = agent.hook(before("s-1", "toolu_1"));
  Hook second = agent.hook(asking(before("s-1", "toolu_1"), "Which colour?"));
  EXPECT_EQ(person_->until_open(2).size(), 2u);
}

}  // namespace
}  // namespace afar::test
