// What is printed for an outcome: the captured cases of both releases, and what must never be
// printed.
#include "shared/dialog/dialog_json.h"
#include "support.h"

namespace afar::hook {
namespace {

using nlohmann::json;

constexpr const char* kColor =
    R"_({"questions":[{"question":"Which color?","header":"Color","options":[{"label":"Red",)_"
    R"_("description":"r"},{"label":"Blue (Recommended)","description":"b"}],)_"
    R"_("multiSelect":false}]})_";

QuestionAnswer options(std::vector<std::string> ids) { return {std::move(ids), {}, {}}; }
QuestionAnswer text(std::string words) { return {{}, std::move(words), {}}; }

json output_of(const Reply& reply) {
  EXPECT_EQ(reply.complaint, "");
  return json::parse(reply.text)["hookSpecificOutput"];
}

TEST(Reply, IsWhatBothReleasesTook) {
  for (const auto& release : releases()) {
    for (const auto& each : json::parse(fixture(release, "replies.json"))) {
      SCOPED_TRACE(release + " " + each["case"].get<std::string>());
      const Ask ask = read_ask(fixture(release, each["input"]));
      const Reply reply = make_agent("claude-code")->write(ask, open_result_from(each["result"]));
      EXPECT_EQ(reply.complaint, "");
      EXPECT_EQ(json::parse(reply.text), each["stdout"]);
    }
  }
}

TEST(Reply, EchoesTheInputByItsBytes) {
  const std::string extra =
      R"("metadata":{"n":12345678901234567890123,"s":"\ud83d lone","e":"\u00e9"})";
  const std::string questions =
      R"([{"question":"Q \ud83d?","options":[{"label":"A\ude00","preview":"p\ud83d"},{"label":"B"}]}])";
  const Reply reply = reply_to_input("{" + extra + ",\"questions\":" + questions + "}",
                                     answered({{"q1", options({"o1"})}}));
  EXPECT_EQ(reply.complaint, "");
  EXPECT_EQ(
      reply.text,
      R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow",)"
      R"("updatedInput":{)" +
          extra + R"(,"questions":)" + questions +
          R"(,"answers":{"Q \ud83d?":"A\ude00"},"annotations":{"Q \ud83d?":{"preview":"p\ud83d"}}}}})");
}

TEST(Reply, GivesBackTheArrayOfQuestionsThatCameAsAString) {
  const std::string array =
      R"([{"question":"Say \"hi\"?","options":[{"label":"Ja\nso"},{"label":"B"}]}])";
  const Reply reply = reply_to_input(json{{"questions", array}, {"metadata", {{"a", 1}}}}.dump(),
                                     answered({{"q1", options({"o1"})}}));
  const json updated = output_of(reply)["updatedInput"];
  EXPECT_EQ(updated["questions"], json::parse(array));
  EXPECT_EQ(updated["metadata"], (json{{"a", 1}}));
  EXPECT_EQ(updated["answers"], (json{{"Say \"hi\"?", "Ja\nso"}}));
}

TEST(Reply, DropsWhatTheModelItselfPutIntoTheAnswerFields) {
  const std::string input =
      R"({"response":"mine","afkTimeoutMs":60000,"followUp":true,"annotations":{"Q":{"notes":"x"}},)"
      R"("answers":{"Q":"B"},"questions":[{"question":"Q","options":[{"label":"A"},{"label":"B"}]}]})";
  const json updated =
      output_of(reply_to_input(input, answered({{"q1", options({"o1"})}})))["updatedInput"];
  EXPECT_EQ(updated["answers"], (json{{"Q", "A"}}));
  EXPECT_EQ(updated.size(), 2u) << updated;
}

TEST(Reply, JoinsLabelsAndThenTheFreeText) {
  const std::string input =
      R"({"questions":[{"question":"Q","multiSelect":true,"options":[{"label":"A"},{"label":"B"}]}]})";
  const QuestionAnswer given{{"o1", "o2"}, "and C,\n\"quoted\" 🦊", {}};
  EXPECT_EQ(output_of(reply_to_input(input, answered({{"q1", given}})))["updatedInput"]["answers"],
            (json{{"Q", "A, B, and C,\n\"quoted\" 🦊"}}));
}

TEST(Reply, AReplyToTheWholeStandsForWhatHasNoAnswer) {
  const std::string input =
      R"({"questions":[{"question":"Q1","options":[{"label":"A"}]},{"question":"Q2","options":[{"label":"B"}]}]})";
  OpenResult result = answered({{"q1", options({"o1"})}});
  result.answers.response = "do as you like";
  EXPECT_EQ(output_of(reply_to_input(input, result))["updatedInput"]["answers"],
            (json{{"Q1", "A"}, {"Q2", "do as you like"}}));
  // Nothing is left without an answer: it goes along as a note.
  result.answers.questions["q2"] = options({"o1"});
  const json updated = output_of(reply_to_input(input, result))["updatedInput"];
  EXPECT_EQ(updated["answers"], (json{{"Q1", "A"}, {"Q2", "B"}}));
  EXPECT_EQ(updated["annotations"], (json{{"Q2", {{"notes", "do as you like"}}}}));
}

struct NeverGiven {
  std::string name;
  std::map<std::string, QuestionAnswer> answers;
};

TEST(Reply, NeverAllowsWithoutAnAnswerToEveryQuestion) {
  const std::string input =
      R"({"questions":[{"question":"Q1","options":[{"label":"A"},{"label":""}]},{"question":"Q2","options":[{"label":"B"}]}]})";
  const std::vector<NeverGiven> cases{
      {"nothing at all", {}},
      {"one of two", {{"q1", options({"o1"})}}},
      {"an unknown question",
       {{"q1", options({"o1"})}, {"q2", options({"o1"})}, {"q3", text("x")}}},
      {"an unknown option", {{"q1", options({"o9"})}, {"q2", options({"o1"})}}},
      {"an empty text", {{"q1", text("")}, {"q2", options({"o1"})}}},
      {"a note alone", {{"q1", {{}, {}, "hm"}}, {"q2", options({"o1"})}}},
      {"an empty label", {{"q1", options({"o2"})}, {"q2", options({"o1"})}}},
      {"two of a single choice", {{"q1", options({"o1", "o2"})}, {"q2", options({"o1"})}}},
  };
  for (const auto& each : cases) {
    for (const auto state : {OutcomeState::kAnswered, OutcomeState::kDefaulted}) {
      OpenResult result = answered(each.answers);
      result.outcome.state = state;
      const Reply reply = reply_to_input(input, result);
      EXPECT_EQ(reply.text, "") << each.name;
      EXPECT_NE(reply.complaint, "") << each.name;
    }
  }
}

Ask ask_with(Phase phase) {
  Ask ask = read_ask(pre_tool_use(kColor));
  ask.request.phase = phase;
  return ask;
}

OpenResult ended(OutcomeState state, const std::string& message, bool stop = false) {
  OpenResult result = answered({{"q1", options({"o2"})}});
  result.outcome.state = state;
  result.outcome.by = {Decider::Kind::kPolicy, "", "", "night"};
  result.outcome.message = message;
  result.outcome.stop = stop;
  return result;
}

json decided(Phase phase, const OpenResult& result) {
  return output_of(make_agent("claude-code")->write(ask_with(phase), result));
}

TEST(Reply, MarksADefault) {
  const json before = decided(Phase::kBefore, ended(OutcomeState::kDefaulted, "not the person's"));
  EXPECT_EQ(before["permissionDecision"], "allow");
  EXPECT_EQ(before["additionalContext"], "not the person's");
  EXPECT_EQ(before["updatedInput"]["answers"], (json{{"Which color?", "Blue (Recommended)"}}));
  // Nowhere to put the mark: no answer that could pass for the person's.
  const json beside = decided(Phase::kBeside, ended(OutcomeState::kDefaulted, "not the person's"));
  EXPECT_EQ(beside, (json{{"hookEventName", "PermissionRequest"},
                          {"decision", {{"behavior", "deny"}, {"message", "not the person's"}}}}));
  EXPECT_NE(decided(Phase::kBefore, ended(OutcomeState::kDefaulted, ""))["additionalContext"], "");
}

TEST(Reply, DeniesInTheWordsGiven) {
  EXPECT_EQ(decided(Phase::kBefore, ended(OutcomeState::kDenied, "go on with A")),
            (json{{"hookEventName", "PreToolUse"},
                  {"permissionDecision", "deny"},
                  {"permissionDecisionReason", "go on with A"}}));
  EXPECT_EQ(decided(Phase::kBeside, ended(OutcomeState::kDenied, "go on with A"))["decision"],
            (json{{"behavior", "deny"}, {"message", "go on with A"}}));
  // Somebody dismissed it from afar.
  EXPECT_EQ(decided(Phase::kBeside, ended(OutcomeState::kCancelled, "nobody answers"))["decision"],
            (json{{"behavior", "deny"}, {"message", "nobody answers"}}));
}

TEST(Reply, StopsTheTurnWhereAskedTo) {
  EXPECT_EQ(decided(Phase::kBeside, ended(OutcomeState::kDenied, "no", true))["decision"],
            (json{{"behavior", "deny"}, {"message", "no"}, {"interrupt", true}}));
  const std::string reason = decided(
      Phase::kBefore, ended(OutcomeState::kDenied, "No.", true))["permissionDecisionReason"];
  EXPECT_EQ(reason, "No.") << "the words that ask for it are the daemon's";
}

TEST(Reply, DefersOnlyWhereTheEventKnowsIt) {
  EXPECT_EQ(decided(Phase::kBefore, ended(OutcomeState::kDeferred, "")),
            (json{{"hookEventName", "PreToolUse"}, {"permissionDecision", "defer"}}));
  EXPECT_EQ(make_agent("claude-code")
                ->write(ask_with(Phase::kBeside), ended(OutcomeState::kDeferred, ""))
                .text,
            "");
}

TEST(Reply, PrintsNothingWhereTheAgentsOwnDialogDecides) {
  OpenResult in_terminal = answered({{"q1", options({"o1"})}});
  in_terminal.outcome.by.kind = Decider::Kind::kTerminal;
  for (const auto phase : {Phase::kBefore, Phase::kBeside}) {
    for (const auto& result : {ended(OutcomeState::kLeft, "x"), ended(OutcomeState::kExpired, "x"),
                               ended(OutcomeState::kCancelled, ""), in_terminal}) {
      const Reply reply = make_agent("claude-code")->write(ask_with(phase), result);
      EXPECT_EQ(reply.text, "");
      EXPECT_EQ(reply.complaint, "");
    }
  }
}

}  // namespace
}  // namespace afar::hook
