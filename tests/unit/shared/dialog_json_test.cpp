// Goal: nothing that a dialog holds is lost or changed on the wire. Method: every field set, read,
// looked at, and written again.
#include "shared/dialog/dialog_json.h"

#include <gmock/gmock.h>

#include "tests/unit/shared/sample.h"

namespace afar {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

TEST(DialogJsonTest, EveryFieldIsReadAndWrittenBack) {
  const json written = sample::dialog();
  const Dialog dialog = dialog_from(written);
  EXPECT_EQ(dialog.id, "tbxkq");
  EXPECT_EQ(dialog.kind, DialogKind::kPlanApproval);
  EXPECT_EQ(dialog.state, DialogState::kAnswered);
  EXPECT_EQ(dialog.content.title, "A title");
  EXPECT_EQ(dialog.content.body, "# A body");
  EXPECT_EQ(dialog.content.context, "I need to know.");
  EXPECT_EQ(dialog.waiters, 2);
  EXPECT_EQ(dialog.created_at, from_rfc3339("2026-11-30T14:00:00Z"));
  EXPECT_EQ(dialog.expires_at - dialog.created_at, std::chrono::days(7));
  EXPECT_EQ(to_json(dialog), written);
}

TEST(DialogJsonTest, QuestionsAreReadWhole) {
  const Dialog dialog = dialog_from(sample::dialog());
  ASSERT_EQ(dialog.content.questions.size(), 2u);
  const Question& first = dialog.content.questions[0];
  EXPECT_EQ(first.text, "Which cache?\nSay \"so\" \\ \u65e5\u672c \U0001F98A");
  EXPECT_TRUE(first.multi_select);
  EXPECT_FALSE(first.allow_free_text);
  EXPECT_FALSE(first.required);
  ASSERT_EQ(first.options.size(), 2u);
  EXPECT_EQ(first.options[0].label, "Redis, shared");
  EXPECT_EQ(first.options[0].preview, "+-+\n|R|\n+-+");
  EXPECT_TRUE(first.options[0].recommended);
  EXPECT_EQ(first.options[1].preview, "");
  ASSERT_EQ(first.links.size(), 1u);
  EXPECT_EQ(first.links[0].title, "Docs");
  EXPECT_EQ(first.links[0].url, "https://example.org/cache");
}

TEST(DialogJsonTest, OriginOutcomeAndAnswersAreReadWhole) {
  const Dialog dialog = dialog_from(sample::dialog());
  EXPECT_EQ(dialog.origin.agent, "claude-code");
  EXPECT_EQ(dialog.origin.agent_version, "2.1.332");
  EXPECT_EQ(dialog.origin.host, "box");
  EXPECT_EQ(dialog.origin.project, "shop-api");
  EXPECT_EQ(dialog.origin.cwd, "/srv/shop-api");
  EXPECT_EQ(dialog.origin.session, "s-1");
  EXPECT_EQ(dialog.origin.generation, 3);
  EXPECT_EQ(dialog.origin.call, "toolu_1");
  EXPECT_EQ(dialog.origin.subagent, "a-1");
  EXPECT_EQ(dialog.origin.permission_mode, "plan");
  EXPECT_EQ(dialog.origin.config_dir, "/home/me/agent");
  EXPECT_FALSE(dialog.origin.interactive);
  ASSERT_TRUE(dialog.outcome);
  EXPECT_EQ(dialog.outcome->state, OutcomeState::kAnswered);
  EXPECT_EQ(dialog.outcome->by, (Decider{Decider::Kind::kPerson, "ann", "cli", "nights"}));
  EXPECT_EQ(dialog.outcome->delivery, Delivery::kPending);
  EXPECT_EQ(dialog.outcome->message, "words");
  EXPECT_TRUE(dialog.outcome->stop);
  EXPECT_THAT(dialog.answers.questions.at("q1").options, ElementsAre("o1", "o2"));
  EXPECT_EQ(dialog.answers.questions.at("q1").text, std::nullopt);
  EXPECT_EQ(dialog.answers.questions.at("q1").note, "a note");
  EXPECT_EQ(dialog.answers.questions.at("q2").text, "seven\n\tor \"eight\"");
  EXPECT_EQ(dialog.answers.response, "to all of it");
}

TEST(DialogJsonTest, WhatMayBeLeftOutHasItsDefault) {
  const Dialog dialog = dialog_from(json::parse(R"({"id": "tbxkq", "kind": "user_question",
      "state": "open", "created_at": "2026-11-30T14:00:00Z", "expires_at": "2026-12-07T14:00:00Z",
      "origin": {"agent": "a", "session": "s"},
      "questions": [{"id": "q1", "text": "?", "options": [{"id": "o1", "label": "A"}]}]})"));
  const Question& question = dialog.content.questions.at(0);
  EXPECT_FALSE(question.multi_select);
  EXPECT_TRUE(question.allow_free_text);
  EXPECT_TRUE(question.required);
  EXPECT_FALSE(question.options.at(0).recommended);
  EXPECT_TRUE(dialog.origin.interactive);
  EXPECT_EQ(dialog.waiters, 0);
  EXPECT_FALSE(dialog.outcome);
  EXPECT_TRUE(dialog.answers.questions.empty());
}

// PROTOCOL.md: what is not there is null, so that a client finds every field.
TEST(DialogJsonTest, WhatIsNotThereIsWrittenAsNull) {
  Dialog dialog;
  dialog.content.questions.push_back(
      {"q1", "", "?", false, true, true, {{"o1", "A", "", "", false}}, {}});
  const json written = to_json(dialog);
  for (const char* field : {"context", "response", "outcome"}) {
    EXPECT_TRUE(written.at(field).is_null()) << field;
  }
  for (const char* field : {"call", "subagent", "agent_version", "permission_mode", "config_dir"}) {
    EXPECT_TRUE(written.at("origin").at(field).is_null()) << field;
  }
  EXPECT_TRUE(written.at("questions").at(0).at("options").at(0).at("preview").is_null());
  EXPECT_EQ(written.at("answers"), json::object());
  EXPECT_EQ(written.at("title"), "");
}

TEST(DialogJsonTest, UnknownFieldsAreIgnored) {
  json written = sample::dialog();
  written["from_the_future"] = {{"a", 1}};
  written["origin"]["planet"] = "Earth";
  written["questions"][0]["options"][0]["colour"] = 7;
  EXPECT_EQ(to_json(dialog_from(written)), sample::dialog());
}

TEST(DialogJsonTest, AnEmptyTextIsATextAndNotNothing) {
  json written = sample::dialog();
  written["answers"]["q2"]["text"] = "";
  written["response"] = "";
  const Dialog dialog = dialog_from(written);
  EXPECT_EQ(dialog.answers.questions.at("q2").text, "");
  EXPECT_EQ(dialog.answers.response, "");
  EXPECT_EQ(to_json(dialog), written);
}

}  // namespace
}  // namespace afar
