// Goal: `afar answer` sends exactly what was meant and says what became of it. Method: whole
// commands against a daemon of the test's own.
#include <gtest/gtest.h>

#include "shared/dialog/dialog_json.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

using nlohmann::json;

class AnswerCommand : public CliTest {
 protected:
  // The dialog as it stands, and as it is after the answer.
  void give(const Dialog& before, const Dialog& after, const json& more = json::object()) {
    daemon().on("dialog.get", to_json(before));
    json result = {{"dialog", to_json(after)},
                   {"complete", true},
                   {"late", false},
                   {"missing", json::array()}};
    result.update(more);
    daemon().on("dialog.answer", result);
  }
  bool sent_answer() {
    for (const auto& each : daemon().received()) {
      if (each.method == "dialog.answer") return true;
    }
    return false;
  }
};

TEST_F(AnswerCommand, AnswersByNumber) {
  give(sample_dialog(), answered(sample_dialog(), {"o3"}));
  const Ran ran = run({"answer", "tbxkq", "3"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "tbxkq answered: SQLite file cache. The session goes on.\n");
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(
      daemon().params_of("dialog.answer"),
      json({{"id", "tbxkq"},
            {"answers", {{"q1", {{"options", {"o3"}}, {"text", nullptr}, {"note", nullptr}}}}}}));
}

TEST_F(AnswerCommand, TakesAnIdInLargeLetters) {
  give(sample_dialog(), answered(sample_dialog(), {"o3"}));
  EXPECT_EQ(run({"answer", "Tbxkq", "3"}).exit_code, 0);
  EXPECT_EQ(daemon().params_of("dialog.answer")["id"], "tbxkq");
}

TEST_F(AnswerCommand, SendsTextsByteForByte) {
  give(sample_dialog(), answered(sample_dialog(), {}));
  const std::string text = "  two\nlines, \"quoted\" = 🚀\t\x1b[1m ";
  EXPECT_EQ(run({"answer", "tbxkq", "--text", text}).exit_code, 0);
  EXPECT_EQ(daemon().params_of("dialog.answer")["answers"]["q1"]["text"], text);
}

TEST_F(AnswerCommand, TakesATextThatLooksLikeAnOption) {
  give(sample_dialog(), answered(sample_dialog(), {}));
  EXPECT_EQ(run({"answer", "tbxkq", "--text", "--json"}).exit_code, 0);
  EXPECT_EQ(run({"answer", "tbxkq", "--text=-n"}).exit_code, 0);
  EXPECT_EQ(daemon().received()[1].params["answers"]["q1"]["text"], "--json");
  EXPECT_EQ(daemon().received()[3].params["answers"]["q1"]["text"], "-n");
}

TEST_F(AnswerCommand, TakesAChoiceThatLooksLikeAnOptionAfterTwoDashes) {
  Dialog dialog = sample_dialog();
  dialog.content.questions[0].options[1].label = "--force";
  give(dialog, answered(dialog, {"o2"}));
  EXPECT_EQ(run({"answer", "tbxkq", "--", "--force"}).exit_code, 0);
  EXPECT_EQ(daemon().params_of("dialog.answer")["answers"]["q1"]["options"], json({"o2"}));
}

TEST_F(AnswerCommand, ReadsATextFromStandardInput) {
  give(sample_dialog(), answered(sample_dialog(), {}));
  input_ = "one\n\ntwo\n\n";
  EXPECT_EQ(run({"answer", "tbxkq", "--text", "-"}).exit_code, 0);
  EXPECT_EQ(daemon().params_of("dialog.answer")["answers"]["q1"]["text"], "one\n\ntwo\n");
  input_ = "\n";
  EXPECT_EQ(run({"answer", "tbxkq", "--text", "-"}).exit_code, 2) << "nothing was written";
  input_ = std::string(1 << 20, 'x');
  EXPECT_EQ(run({"answer", "tbxkq", "--text", "-"}).exit_code, 2) << "a pasted log";
}

TEST_F(AnswerCommand, SendsNotesAndResponses) {
  give(sample_dialog(), answered(sample_dialog(), {"o1"}));
  EXPECT_EQ(run({"answer", "tbxkq", "1", "--note", "small", "--response", "thanks"}).exit_code, 0);
  const json params = daemon().params_of("dialog.answer");
  EXPECT_EQ(params["answers"]["q1"]["note"], "small");
  EXPECT_EQ(params["response"], "thanks");
}

TEST_F(AnswerCommand, SendsNothingThatIsNoAnswer) {
  give(sample_dialog(), answered(sample_dialog(), {"o1"}));
  for (const auto& words : std::vector<std::vector<std::string>>{
           {}, {"4"}, {"Redis"}, {"1", "--text", "x"}, {"--text", ""}, {"--question", "9", "1"}}) {
    std::vector<std::string> line{"answer", "tbxkq"};
    line.insert(line.end(), words.begin(), words.end());
    const Ran ran = run(line);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_FALSE(sent_answer());
}

TEST_F(AnswerCommand, SaysWhatIsStillMissing) {
  Dialog after = dialog_of_three_questions();
  after.answers.questions["q1"].options = {"o3"};
  give(dialog_of_three_questions(), after,
       {{"complete", false}, {"missing", json::array({"q2", "q3"})}});
  const Ran ran = run({"answer", "tbxkq", "3"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "tbxkq is not answered yet; kept so far: 1: SQLite file cache.\n"
            "Still missing:\n"
            "  2. \"What matters?\"  (afar answer tbxkq 2=CHOICE)\n"
            "  3. \"What is its name?\"  (afar answer tbxkq 3=CHOICE)\n");
}

TEST_F(AnswerCommand, SaysWhatHappensWithALateAnswer) {
  Dialog before = answered(sample_dialog(), {"o3"});
  before.state = DialogState::kDefaulted;
  before.outcome->by = {Decider::Kind::kPolicy, "", "", "night"};
  Dialog after = answered(sample_dialog(), {"o1"});
  after.outcome->delivery = Delivery::kUndelivered;
  give(before, after, {{"late", true}});
  const Ran ran = run({"answer", "tbxkq", "1"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "tbxkq answered late: Redis-based cache. It was defaulted: SQLite file cache, by the "
            "rule \"night\" at 14:02. No agent waits for it now: the answer is kept, told to "
            "its session at its next turn, and given to it when it asks the same again.\n");
}

TEST_F(AnswerCommand, SaysWhereTheAnswerGoes) {
  Dialog after = answered(sample_dialog(), {"o1"});
  after.outcome->delivery = Delivery::kStale;
  give(sample_dialog(), after);
  EXPECT_NE(run({"answer", "tbxkq", "1"}).out.find("The session has moved on"), std::string::npos);
  after.outcome->delivery = Delivery::kPending;
  after.outcome->stop = true;
  give(sample_dialog(), after);
  EXPECT_NE(run({"answer", "tbxkq", "1"}).out.find("The session stops."), std::string::npos);
}

TEST_F(AnswerCommand, SaysWhoWasFirst) {
  daemon().on("dialog.get", to_json(sample_dialog()));
  daemon().on_calls("dialog.answer",
                    {Reply::error(rpc::ErrorCode::kAlreadyEnded, "tbxkq has ended already",
                                  {{"dialog", to_json(answered(sample_dialog(), {"o3"}))}})});
  const Ran ran = run({"answer", "tbxkq", "1"});
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err,
            "afar: tbxkq is answered already: SQLite file cache, by ann on Telegram at 14:02. "
            "Nothing changed.\n");
}

TEST_F(AnswerCommand, AsksTheDaemonEvenWhereTheDialogHasEnded) {
  const Dialog ended = answered(sample_dialog(), {"o3"});
  daemon().on("dialog.get", to_json(ended));
  daemon().on_calls("dialog.answer", {Reply::error(rpc::ErrorCode::kAlreadyEnded, "x",
                                                   {{"dialog", to_json(ended)}})});
  EXPECT_EQ(run({"answer", "tbxkq", "1"}).exit_code, 4);
  EXPECT_TRUE(sent_answer()) << "the attempt belongs on record";
  EXPECT_EQ(run({"answer", "tbxkq", "no such option"}).exit_code, 4)
      << "no other words would do either";
}

TEST_F(AnswerCommand, DeniesInOnesOwnWords) {
  Dialog dialog = sample_plan();
  dialog.kind = DialogKind::kPermission;
  dialog.content.questions[0].options = {{"allow", "Allow once", "", "", false},
                                         {"deny", "Deny", "", "", false}};
  give(dialog, answered(dialog, {"deny"}));
  EXPECT_EQ(run({"answer", "mfvqz", "deny", "--text", "use the staging key"}).exit_code, 0);
  const json answer = daemon().params_of("dialog.answer")["answers"]["q1"];
  EXPECT_EQ(answer["options"], json({"deny"}));
  EXPECT_EQ(answer["text"], "use the staging key");
  EXPECT_EQ(run({"answer", "mfvqz", "allow", "--text", "x"}).exit_code, 2);
}

TEST_F(AnswerCommand, IsRefusedToAnAgent) {
  daemon().on("dialog.get", to_json(sample_dialog()));
  daemon().on_calls("dialog.answer",
                    {Reply::error(rpc::ErrorCode::kNotAllowed, "an agent may not answer")});
  environment_["AI_AGENT"] = "1";
  const Ran ran = run({"answer", "tbxkq", "1"});
  EXPECT_EQ(ran.exit_code, 6);
  EXPECT_EQ(ran.err, "afar: an agent may not answer\n");
  EXPECT_TRUE(daemon().initialize_params()["from_agent"]);
}

TEST_F(AnswerCommand, PrintsExactlyTheJsonOfTheProtocol) {
  give(sample_dialog(), answered(sample_dialog(), {"o3"}), {{"future", 1}});
  const json printed = json::parse(run({"answer", "tbxkq", "3", "--json"}).out);
  EXPECT_EQ(printed["future"], 1);
  EXPECT_EQ(printed["dialog"], to_json(answered(sample_dialog(), {"o3"})));
}

}  // namespace
}  // namespace afar::cli
