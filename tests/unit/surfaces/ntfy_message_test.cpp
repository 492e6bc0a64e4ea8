// The notifications: their buttons, and how much of a dialog they hold.
#include "daemon/surfaces/ntfy/ntfy_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daemon/surfaces/ntfy/ntfy_text.h"
#include "daemon/text/utf8.h"

namespace afar::ntfy {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const WallTime kNow = *from_rfc3339("2026-11-30T14:02:03.000Z");

config::NtfySettings settings() {
  config::NtfySettings settings;
  settings.topic = "afar-1";
  settings.reply_topic = "afar-1-re";
  settings.reply_token = config::Secret{"tk_reply"};
  settings.responder = "ann";
  return settings;
}

Option option(const std::string& id) {
  Option made;
  made.id = id;
  made.label = "Label of " + id;
  return made;
}

Card card_with(const std::vector<std::string>& options) {
  Card card;
  card.dialog.id = "tbxkq";
  card.dialog.origin.agent = "claude-code";
  card.dialog.origin.project = "shop";
  card.nonce = "aB3dE5fG7hJ9kL1m";
  Question question;
  question.id = "q1";
  question.text = "Which?";
  for (const auto& id : options) question.options.push_back(option(id));
  card.dialog.content.questions.push_back(question);
  return card;
}

Card permission(const std::string& command) {
  Card card = card_with({"allow", "always_1", "deny", "deny_and_stop"});
  card.dialog.kind = DialogKind::kPermission;
  card.dialog.content.body = "```\n" + command + "\n```\n";
  card.dialog.content.context = "I need to run it.";
  return card;
}

json message_of(const Card& card, const config::NtfySettings& by = settings()) {
  return json::parse(open_message(by, card, true, kNow));
}

std::vector<std::string> labels_of(const json& message) {
  std::vector<std::string> labels;
  for (const auto& action : message.value("actions", json::array()))
    labels.push_back(action["label"]);
  return labels;
}

TEST(NtfyMessage, HasAButtonForEachOfThreeOptions) {
  const json message = message_of(card_with({"o1", "o2", "o3"}));
  EXPECT_EQ(message["topic"], "afar-1");
  EXPECT_EQ(message["sequence_id"], "afar-tbxkq");
  EXPECT_THAT(message["title"], testing::AllOf(HasSubstr("shop"), testing::EndsWith("tbxkq")));
  EXPECT_THAT(labels_of(message), ElementsAre("Label of o1", "Label of o2", "Label of o3"));
  EXPECT_EQ(message["actions"][1], json({{"action", "http"},
                                         {"label", "Label of o2"},
                                         {"url", "https://ntfy.sh/afar-1-re"},
                                         {"method", "POST"},
                                         {"headers", {{"Authorization", "Bearer tk_reply"}}},
                                         {"body", "v1 tbxkq o2 aB3dE5fG7hJ9kL1m"},
                                         {"clear", true}}));
}

TEST(NtfyMessage, HasAllOptionsAsButtonsOrNone) {
  EXPECT_THAT(labels_of(message_of(card_with({"o1", "o2", "o3", "o4"}))), IsEmpty());
  EXPECT_THAT(labels_of(message_of(card_with({"o1", "two words"}))), IsEmpty());
  EXPECT_THAT(labels_of(message_of(card_with({}))), IsEmpty());
  Card several = card_with({"o1", "o2"});
  several.dialog.content.questions.push_back(several.dialog.content.questions[0]);
  EXPECT_THAT(labels_of(message_of(several)), IsEmpty());
  Card multi = card_with({"o1", "o2"});
  multi.dialog.content.questions[0].multi_select = true;
  EXPECT_THAT(labels_of(message_of(multi)), IsEmpty());
  Card form = card_with({"o1", "o2"});
  form.dialog.content.questions[0].expects = Expected{};
  EXPECT_THAT(labels_of(message_of(form)), IsEmpty());
  auto without_replies = settings();
  without_replies.reply_topic.clear();
  EXPECT_THAT(labels_of(message_of(card_with({"o1"}), without_replies)), IsEmpty());
}

TEST(NtfyMessage, OpensThePageWhereThereIsOne) {
  Card card = card_with({"o1", "o2", "o3", "o4"});
  EXPECT_THAT(message_of(card)["message"], HasSubstr("afar show tbxkq"));
  card.url = "https://box.example/#tbxkq";
  const json message = message_of(card);
  EXPECT_EQ(message["click"], card.url);
  EXPECT_EQ(message["actions"],
            json::array({{{"action", "view"}, {"label", "Answer…"}, {"url", card.url}}}));
  Card asked = permission("make");
  asked.url = card.url;
  EXPECT_THAT(labels_of(message_of(asked)),
              ElementsAre("Label of allow", "Label of deny", "More…"));
}

TEST(NtfyMessage, ShowsACommandFirstAndWithoutItsFence) {
  const std::string text = message_of(permission("make deploy"))["message"];
  EXPECT_THAT(text, StartsWith("make deploy\n"));
  EXPECT_LT(text.find("make deploy"), text.find("I need to run it."));
}

TEST(NtfyMessage, LetsNobodyAllowWhatIsNotAllThere) {
  for (const char* url : {"", "https://box.example/#tbxkq"}) {
    Card card = permission(std::string(5000, 'x') + "; rm -rf /");
    card.url = url;
    EXPECT_THAT(labels_of(message_of(card)), Not(testing::Contains("Label of allow"))) << url;
    EXPECT_THAT(labels_of(message_of(card)), testing::Contains("Label of deny")) << url;
  }
  Card plan = card_with({"accept", "accept_edits", "accept_with_feedback", "reject"});
  plan.dialog.kind = DialogKind::kPlanApproval;
  plan.dialog.content.body = std::string(5000, 'x');
  EXPECT_THAT(labels_of(message_of(plan)), IsEmpty());
  plan.url = "https://box.example/#tbxkq";
  EXPECT_THAT(labels_of(message_of(plan)),
              ElementsAre("Label of accept", "Label of accept_edits", "More…"));
}

TEST(NtfyMessage, StaysWithinTheServersLimits) {
  std::string wide;
  for (int i = 0; i < 20'000; ++i) wide += "\xf0\x9f\x98\x80";
  for (const std::string& text : {wide, std::string(50'000, '\x1b'), std::string(50'000, '"'),
                                  std::string(50'000, '\n'), std::string(50'000, '\xff')}) {
    Card card = card_with({"o1", "o2", "o3"});
    auto& content = card.dialog.content;
    content.body = content.context = content.questions[0].text = text;
    card.dialog.origin.project = text;
    for (auto& each : content.questions[0].options) each.label = each.description = text;
    for (const std::string& message :
         {open_message(settings(), card, true, kNow), line_message(settings(), text)}) {
      EXPECT_LE(message.size(), 32'768U);
      const json read = json::parse(message);
      EXPECT_LE(read["message"].get_ref<const std::string&>().size(), kTextBytesMax);
      EXPECT_LE(read["title"].get_ref<const std::string&>().size(), kTitleBytesMax);
      EXPECT_TRUE(is_utf8(read["message"].get_ref<const std::string&>()));
      for (const auto& label : labels_of(read)) EXPECT_LE(label.size(), kLabelBytesMax);
    }
  }
}

TEST(NtfyMessage, SaysHowItEndedAndHasNoButton) {
  Card card = card_with({"o1", "o2"});
  card.dialog.state = DialogState::kAnswered;
  card.dialog.answers.questions["q1"].options = {"o2"};
  card.dialog.outcome = Outcome{
      OutcomeState::kAnswered, {Decider::Kind::kPerson, "ann", "ntfy", ""}, kNow, {}, "", false};
  const json message = json::parse(ended_message(settings(), card, kNow));
  EXPECT_THAT(message["message"],
              testing::AllOf(StartsWith("✅ Label of o2 — ann"), HasSubstr("Which?")));
  EXPECT_FALSE(message.contains("actions"));
  EXPECT_EQ(message["sequence_id"], "afar-tbxkq");
}

TEST(NtfyText, IsCutBetweenCharacters) {
  EXPECT_EQ(shortened("short", 10), "short");
  EXPECT_EQ(shortened("ääää", 8), "ääää");
  EXPECT_EQ(shortened("äääää", 9), "ää …");
  EXPECT_EQ(shortened(std::string(100, 'x'), 10), "xxxxxx …");
}

}  // namespace
}  // namespace afar::ntfy
