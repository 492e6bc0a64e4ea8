// Goal: the client is told to go on only where a person or a rule said so. Method: every kind of
// dialog with every way to end, and every answer that says less than yes.
#include <gmock/gmock.h>

#include "tests/unit/mcp/prompt_fixture.h"

namespace afar::hook {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr DialogKind kKinds[] = {DialogKind::kUserQuestion, DialogKind::kPlanApproval,
                                 DialogKind::kPermission};
constexpr OutcomeState kStates[] = {OutcomeState::kAnswered, OutcomeState::kDefaulted,
                                    OutcomeState::kDenied,   OutcomeState::kDeferred,
                                    OutcomeState::kLeft,     OutcomeState::kCancelled,
                                    OutcomeState::kExpired};

// What would allow, were it an answer.
Answer yes_to(DialogKind kind) {
  const char* option = kind == DialogKind::kUserQuestion   ? "o1"
                       : kind == DialogKind::kPlanApproval ? "accept"
                                                           : "allow";
  Answer answer;
  answer.questions["q1"].options = {option};
  return answer;
}

OpenResult ended(OutcomeState state, const Answer& answer, const std::string& message) {
  OpenResult result;
  result.id = "tbxkq";
  result.outcome.state = state;
  result.outcome.message = message;
  result.outcome.by = {Decider::Kind::kPolicy, "", "", "night"};
  result.answers = answer;
  return result;
}

// A denial is {"behavior":"deny","message":non-empty} and nothing that could pass for an allow.
void expect_denial(const json& reply) {
  EXPECT_EQ(reply.at("behavior"), "deny") << reply;
  EXPECT_FALSE(reply.at("message").get<std::string>().empty()) << reply;
  EXPECT_FALSE(reply.contains("updatedInput")) << reply;
}

TEST(PromptReply, OnlyAnAnswerOrADefaultCanAllow) {
  for (const auto kind : kKinds) {
    for (const auto state : kStates) {
      for (const char* message : {"", "words of the daemon"}) {
        SCOPED_TRACE(std::string(to_word(kind)) + " " + std::string(to_word(state)) + message);
        const json reply = reply_json(prompt_of(kind), ended(state, yes_to(kind), message));
        // A question's default has no place for its mark beside an answer.
        const bool allows =
            state == OutcomeState::kAnswered ||
            (state == OutcomeState::kDefaulted && kind != DialogKind::kUserQuestion);
        if (allows) {
          EXPECT_EQ(reply.at("behavior"), "allow") << reply;
        } else {
          expect_denial(reply);
        }
      }
    }
  }
}

TEST(PromptReply, NeverAllowsWithoutAWholeAnswer) {
  for (const auto kind : kKinds) {
    for (const auto state : {OutcomeState::kAnswered, OutcomeState::kDefaulted}) {
      SCOPED_TRACE(std::string(to_word(kind)) + " " + std::string(to_word(state)));
      const Ask ask = prompt_of(kind);
      for (const auto& answers : std::vector<std::map<std::string, QuestionAnswer>>{
               {},
               {{"q1", {}}},
               {{"q1", {{"no such option"}, {}, {}}}},
               {{"q1", {{""}, {}, {}}}},
               {{"q2", {{"allow"}, {}, {}}}},
               {{"q1", {{}, {}, "only a note"}}}}) {
        expect_denial(reply_json(ask, ended(state, {answers, {}}, "")));
      }
    }
  }
  // Words alone are no leave, nor is more than one option.
  const Ask bash = prompt_of(DialogKind::kPermission);
  expect_denial(reply_json(bash, answered({{"q1", {{}, "allow", {}}}})));
  expect_denial(reply_json(bash, answered({{"q1", {{"allow", "deny"}, {}, {}}}})));
}

TEST(PromptReply, AnAgentGivesNoLeave) {
  for (const auto kind : {DialogKind::kPlanApproval, DialogKind::kPermission}) {
    OpenResult result = ended(OutcomeState::kAnswered, yes_to(kind), "");
    result.outcome.by = {Decider::Kind::kAgent, "claude-code", "", ""};
    expect_denial(reply_json(prompt_of(kind), result));
  }
}

TEST(PromptReply, AQuestionIsAnsweredAsTheHookAnswersIt) {
  const json hooks = json::parse(
      reply_to_input(kColorInput, chosen("o2")).text)["hookSpecificOutput"]["updatedInput"];
  EXPECT_EQ(reply_json(prompt("AskUserQuestion", kColorInput), chosen("o2")),
            (json{{"behavior", "allow"}, {"updatedInput", hooks}}));
  EXPECT_EQ(hooks["answers"], (json{{"Which color?", "Blue"}}));
}

TEST(PromptReply, AnAllowedCallRunsWithItsInputByTheByte) {
  const std::string input = R"({"n":12345678901234567890123,"s":"\ud83d","command" : "a" })";
  EXPECT_EQ(claude_code::prompt_reply(prompt("Bash", input), chosen("allow")),
            R"({"behavior":"allow","updatedInput":)" + input + "}");
}

TEST(PromptReply, ANoIsExactlyThePersonsWords) {
  const Ask bash = prompt_of(DialogKind::kPermission);
  const std::string words = "use the staging key\n\"now\" \xf0\x9f\xa6\x8a";
  EXPECT_EQ(reply_json(bash, chosen("deny", words)),
            (json{{"behavior", "deny"}, {"message", words}}));
  EXPECT_EQ(reply_json(bash, chosen("deny")),
            (json{{"behavior", "deny"}, {"message", "Denied by owner."}}));
  EXPECT_EQ(reply_json(bash, chosen("deny_and_stop", words)),
            (json{{"behavior", "deny"}, {"message", words}, {"interrupt", true}}));
  const Ask plan = prompt_of(DialogKind::kPlanApproval);
  EXPECT_EQ(reply_json(plan, chosen("reject", words)),
            (json{{"behavior", "deny"}, {"message", words}}));
  EXPECT_EQ(reply_json(plan, chosen("reject")),
            (json{{"behavior", "deny"}, {"message", "Rejected by owner."}}));
}

TEST(PromptReply, APlanIsApprovedInEveryWay) {
  const Ask plan = prompt_of(DialogKind::kPlanApproval);
  EXPECT_EQ(claude_code::prompt_reply(plan, chosen("accept")),
            std::string(R"({"behavior":"allow","updatedInput":)") + kPlanInput + "}");
  const json edits = reply_json(plan, chosen("accept_edits"));
  EXPECT_EQ(edits.at("updatedPermissions"),
            json::parse(R"([{"type":"setMode","mode":"acceptEdits","destination":"session"}])"));
  EXPECT_EQ(edits.at("updatedInput"), json::parse(kPlanInput));
  const json feedback = reply_json(plan, chosen("accept_with_feedback", "and \"test\" it"));
  EXPECT_EQ(feedback.at("updatedInput").at("plan"),
            "# Add a cache\n1. Redis\n\n## The person's feedback\n\nand \"test\" it");
  EXPECT_EQ(feedback.at("updatedInput").at("planFilePath"), "/p.md");
}

// Newer clients send no plan where there is no file of it.
TEST(PromptReply, FeedbackIsNeverLostForWantOfAPlan) {
  const Ask empty = prompt("ExitPlanMode", "{}");
  EXPECT_EQ(empty.request.content.questions[0].find_option("accept_with_feedback"), nullptr);
  EXPECT_EQ(reply_json(empty, chosen("accept")).at("behavior"), "allow");
  EXPECT_EQ(reply_json(empty, chosen("accept_with_feedback", "test it")),
            (json{{"behavior", "deny"}, {"message", "test it"}}));
}

TEST(PromptReply, ADefaultIsMarked) {
  const std::string mark = "afar tbxkq: not the person's answer.";
  const auto by_default = [&](DialogKind kind, const char* option) {
    Answer answer;
    answer.questions["q1"].options = {option};
    return reply_json(prompt_of(kind), ended(OutcomeState::kDefaulted, answer, mark));
  };
  const json question = by_default(DialogKind::kUserQuestion, "o1");
  expect_denial(question);
  EXPECT_THAT(question.at("message").get<std::string>(),
              AllOf(HasSubstr(mark), HasSubstr("\"Which color?\" = \"Red\"")));
  const json plan = by_default(DialogKind::kPlanApproval, "accept");
  EXPECT_THAT(plan.at("updatedInput").at("plan").get<std::string>(), HasSubstr(mark));
  const json deny = by_default(DialogKind::kPermission, "deny");
  EXPECT_THAT(deny.at("message").get<std::string>(), HasSubstr(mark));
  // Without a plan there is nowhere to put the mark.
  Answer accept;
  accept.questions["q1"].options = {"accept"};
  expect_denial(
      reply_json(prompt("ExitPlanMode", "{}"), ended(OutcomeState::kDefaulted, accept, mark)));
}

TEST(PromptReply, WhatWasLeftWasAskedOfNobodyOrAnsweredByNobody) {
  const Ask bash = prompt_of(DialogKind::kPermission);
  OpenResult left = ended(OutcomeState::kLeft, {}, "");
  EXPECT_THAT(reply_json(bash, left).at("message").get<std::string>(),
              AllOf(HasSubstr("Nobody answered"), HasSubstr("afar tbxkq")));
  left.id.reset();
  EXPECT_THAT(reply_json(bash, left).at("message").get<std::string>(),
              AllOf(HasSubstr("Nobody was asked"), HasSubstr("\"night\""),
                    HasSubstr("no terminal to fall back to")));
}

TEST(PromptReply, ARuleThatStopsEndsTheRun) {
  OpenResult stop = ended(OutcomeState::kDenied, {}, "End your turn.");
  stop.outcome.stop = true;
  EXPECT_EQ(reply_json(prompt_of(DialogKind::kPermission), stop),
            (json{{"behavior", "deny"}, {"message", "End your turn."}, {"interrupt", true}}));
}

}  // namespace
}  // namespace afar::hook
