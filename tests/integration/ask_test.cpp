// Goal: a question goes from the agent's event to a person and back as exactly what the agent
// takes, and whichever end answers first wins. Method: the real hook and daemon, captured events of
// both releases, answers by the protocol.
#include <gmock/gmock.h>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using ::testing::ElementsAre;

constexpr Exit kQuiet{0, 0};

class AskTest : public ::testing::Test {
 protected:
  void SetUp() override { stage_.start_daemon(); }
  Stage stage_;
};

// Not interactive: PreToolUse waits, and its output is the answer.
TEST_F(AskTest, AHeadlessQuestionIsAnsweredByItsInputWithTheAnswer) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  Operator person = stage_.connect();
  const auto dialog = person.until_open(1).at(0);
  EXPECT_EQ(dialog.at("kind"), "user_question");
  EXPECT_EQ(dialog.at("origin").at("agent_version"), "2.1.332");
  EXPECT_EQ(dialog.at("origin").at("project"), "project");
  EXPECT_EQ(dialog.at("origin").at("call"), "toolu_1");
  EXPECT_EQ(dialog.at("origin").at("interactive"), false);
  EXPECT_FALSE(hook.has_ended());
  person.answer(dialog.at("id"), {"o2"});
  const HookEnd end = hook.end();
  EXPECT_EQ(end.out,
            R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow",)"
            R"("updatedInput":{"questions":[{"question":"Which color?","header":"Color","options":)"
            R"([{"label":"Red","description":"Red thing"},{"label":"Blue","description":)"
            R"("Blue thing"}],"multiSelect":false}],"answers":{"Which color?":"Blue"}}}})"
            "\n");
  EXPECT_EQ(end.err, "");
  EXPECT_EQ(end.exit, kQuiet);
}

// Interactive: the agent shows its picker beside the hook that waits.
TEST_F(AskTest, AnInteractiveQuestionIsLeftToThePickerAndAnsweredBesideIt) {
  Agent agent(stage_);
  Operator person = stage_.connect();
  const HookEnd silent = agent.run(before("s-1", "toolu_1"));
  EXPECT_EQ(silent.out + silent.err, "");
  EXPECT_EQ(silent.exit, kQuiet);
  EXPECT_EQ(person.counter("stayed_out"), 1u);
  Hook hook = agent.hook(beside("s-1"));
  const auto dialog = person.until_open(1).at(0);
  EXPECT_EQ(dialog.at("origin").at("call"), "toolu_1") << "of the call that is under way";
  person.answer(dialog.at("id"), {"o2"});
  const HookEnd end = hook.end();
  EXPECT_EQ(end.out, allowed_beside(beside("s-1"), {{"Which color?", "Blue"}}));
  EXPECT_EQ(end.err, "");
  EXPECT_EQ(end.exit, kQuiet);
}

// The confirmation comes after the hook's output, so it is waited for.
TEST_F(AskTest, AnAnswerThatTheAgentWasToldIsDelivered) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  Operator person = stage_.connect();
  const std::string id = person.until_open(1).at(0).at("id");
  person.answer(id, {"o1"});
  hook.end();
  ASSERT_TRUE(until("the answer is confirmed",
                    [&] { return person.get(id).at("outcome").at("delivery") == "delivered"; }));
  EXPECT_THAT(person.audit_kinds(id), ElementsAre("opened", "answered", "delivered"));
}

TEST_F(AskTest, BothReleasesAreUnderstood) {
  Operator person = stage_.connect();
  int number = 0;
  for (const std::string release : kReleases) {
    const std::string session = "s-" + std::to_string(++number);
    for (const char* file :
         {"PermissionRequest-tui-multi.json", "PermissionRequest-tui-notes.json"}) {
      Event event = captured(release, file);
      event["session_id"] = session;
      Agent agent(stage_);
      Hook hook = agent.hook(event);
      const auto dialog = person.until_open(1).at(0);
      person.answer(dialog.at("id"), {"o1"});
      const auto& question = event["tool_input"]["questions"][0];
      const std::string text = question["question"];
      const std::string label = question["options"][0]["label"];
      const std::string out = hook.end().out;
      EXPECT_EQ(Event::parse(out)["hookSpecificOutput"]["decision"]["updatedInput"]["answers"],
                Event({{text, label}}))
          << release << " " << file << ": " << out;
    }
  }
}

TEST_F(AskTest, FourQuestionsAnsweredOutOfOrderAreGivenTogether) {
  const Event event = captured("claude-code-2.1.197", "PreToolUse-four.json");
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(event);
  Operator person = stage_.connect();
  const std::string id = person.until_open(1).at(0).at("id");
  const auto first = person.answer(id, {"o1", "o2"}, "q3");
  EXPECT_EQ(first.at("complete"), false);
  EXPECT_THAT(first.at("missing"), ElementsAre("q1", "q2", "q4"));
  person.answer(id, {"o2"}, "q1");
  person.answer(id, {"o1"}, "q4");
  EXPECT_FALSE(hook.has_ended());
  EXPECT_EQ(person.answer(id, {"o2"}, "q2").at("complete"), true);
  EXPECT_EQ(hook.end().out, allowed_before(event, {{"Which color?", "Blue"},
                                                   {"Which size?", "M"},
                                                   {"Which features do you want?", "Auth, Logs"},
                                                   {"Proceed?", "Yes"}}));
}

TEST_F(AskTest, WhatThePersonWroteArrivesByteForByte) {
  const Event event = captured("claude-code-2.1.332", "PreToolUse-unicode.json");
  const std::string question = event["tool_input"]["questions"][0]["question"];
  const std::string words = "neither: \"#00ff88\"\n\tsecond line \\ \U0001F98A \u65e5\u672c \u0001";
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(event);
  Operator person = stage_.connect();
  const std::string id = person.until_open(1).at(0).at("id");
  person.call("dialog.answer", {{"id", id}, {"answers", {{"q1", {{"text", words}}}}}});
  const Event output = Event::parse(hook.end().out);
  EXPECT_EQ(output["hookSpecificOutput"]["updatedInput"]["answers"], Event({{question, words}}));
  EXPECT_EQ(output["hookSpecificOutput"]["updatedInput"]["questions"],
            event["tool_input"]["questions"]);
}

TEST_F(AskTest, ANoteGoesAlongWithTheChoice) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  Operator person = stage_.connect();
  const std::string id = person.until_open(1).at(0).at("id");
  person.call("dialog.answer",
              {{"id", id}, {"answers", {{"q1", {{"options", {"o2"}}, {"note", "but dark"}}}}}});
  const Event input = Event::parse(hook.end().out)["hookSpecificOutput"]["updatedInput"];
  EXPECT_EQ(input["answers"], Event({{"Which color?", "Blue"}}));
  EXPECT_EQ(input["annotations"], Event({{"Which color?", {{"notes", "but dark"}}}}));
}

// The model sent answers with its question: they are not the person's.
TEST_F(AskTest, AnswersThatTheModelGaveItselfDoNotPassForThePersons) {
  const Event event = captured("claude-code-2.1.332", "PreToolUse-preanswered.json");
  ASSERT_TRUE(event["tool_input"].contains("answers"));
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(event);
  Operator person = stage_.connect();
  person.answer(person.until_open(1).at(0).at("id"), {"o1"});
  const Event input = Event::parse(hook.end().out)["hookSpecificOutput"]["updatedInput"];
  EXPECT_EQ(input["answers"], Event({{"Which color?", "Red"}}));
}

TEST_F(AskTest, TwoSessionsGetTheirOwnAnswersCrossed) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook first = agent.hook(before("s-1", "toolu_1"));
  Hook second = agent.hook(before("s-2", "toolu_2"));
  Operator person = stage_.connect();
  for (const auto& dialog : person.until_open(2)) {
    const bool is_first = dialog.at("origin").at("session") == "s-1";
    person.answer(dialog.at("id"), {is_first ? "o2" : "o1"});
  }
  EXPECT_EQ(second.end().out, allowed_before(before("s-2", ""), {{"Which color?", "Red"}}));
  EXPECT_EQ(first.end().out, allowed_before(before("s-1", ""), {{"Which color?", "Blue"}}));
}

TEST_F(AskTest, ADismissedQuestionTellsTheAgentThatNobodyAnswers) {
  Agent agent(stage_, Agent::Kind::kHeadless);
  Hook hook = agent.hook(before("s-1", "toolu_1"));
  Operator person = stage_.connect();
  const std::string id = person.until_open(1).at(0).at("id");
  EXPECT_EQ(person.call("dialog.cancel", {{"id", id}}).at("dialog").at("state"), "cancelled");
  const Event output = Event::parse(hook.end().out)["hookSpecificOutput"];
  EXPECT_EQ(output["permissionDecision"], "deny");
  EXPECT_THAT(output["permissionDecisionReason"].get<std::string>(), ::testing::HasSubstr(id));
  EXPECT_EQ(person.error_of("dialog.answer", choice(id, {"o1"})), "already_ended");
}

TEST_F(AskTest, EventsThatConcernNobodyAreSilent) {
  Agent agent(stage_);
  for (const std::string release : kReleases) {
    for (const char* file :
         {"PreToolUse-bash-Bash.json", "PermissionRequest-bash-Bash.json",
          "PostToolUse-bash-Bash.json", "PostToolBatch-batch.json", "SessionStart-startup.json",
          "SubagentStart-subagent.json", "SubagentStop-subagent.json"}) {
      const HookEnd end = agent.run(captured(release, file));
      EXPECT_EQ(end.out, "") << release << " " << file;
      EXPECT_EQ(end.exit, kQuiet) << release << " " << file;
    }
  }
  EXPECT_EQ(stage_.connect().counter("opened"), 0u);
}

}  // namespace
}  // namespace afar::test
