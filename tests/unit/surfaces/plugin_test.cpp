// What a channel plugin says turns into an answer, or into nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daemon/surfaces/plugin/answers.h"
#include "daemon/surfaces/plugin/messages.h"
#include "daemon/surfaces/plugin/traits.h"

namespace afar::plugin {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Question question(const std::string& id, const std::vector<std::string>& labels) {
  Question made;
  made.id = id;
  made.text = id + "?";
  for (const auto& label : labels) {
    made.options.push_back({"o" + std::to_string(made.options.size() + 1), label, "", "", false});
  }
  return made;
}

Dialog dialog_of(std::vector<Question> questions) {
  Dialog dialog;
  dialog.id = "tbxkq";
  dialog.content.title = "A question";
  dialog.content.questions = std::move(questions);
  return dialog;
}

QuestionAnswer given(const Said& said, const std::string& id = "q1") {
  return std::get<Answer>(said).questions.at(id);
}

std::string refusal(const Said& said) { return std::get<Refused>(said).why; }

Said asked(const Dialog& dialog, const json& answers) {
  return read_ask_question_answer({{"answers", answers}}, dialog);
}

TEST(PluginAsk, ALabelThatHoldsACommaIsOneLabel) {
  Question toppings = question("q1", {"Ham, smoked", "Ham", "Egg"});
  toppings.multi_select = true;
  const Dialog dialog = dialog_of({toppings});
  EXPECT_THAT(given(asked(dialog, {{"q1?", "Ham, smoked, Egg"}})).options, ElementsAre("o1", "o3"));
  EXPECT_THAT(given(asked(dialog, {{"q1?", "Ham, Egg"}})).options, ElementsAre("o2", "o3"));
  const auto mixed = given(asked(dialog, {{"q1?", "Egg, a lot, of salt"}}));
  EXPECT_THAT(mixed.options, ElementsAre("o3"));
  EXPECT_EQ(mixed.text, "a lot, of salt");
  EXPECT_EQ(given(asked(dialog, {{"q1?", "nothing, thanks"}})).text, "nothing, thanks");
}

TEST(PluginAsk, ANumberOrAnIdIsNoLabel) {
  const Dialog dialog = dialog_of({question("q1", {"Red", "Blue"})});
  EXPECT_THAT(given(asked(dialog, {{"q1?", "2"}})).options, ElementsAre());
  EXPECT_EQ(given(asked(dialog, {{"q1?", "o2"}})).text, "o2");
}

TEST(PluginAsk, WhatIsNoTextIsRefused) {
  const Dialog dialog = dialog_of({question("q1", {"Red", "Blue"})});
  EXPECT_THAT(refusal(asked(dialog, {{"q1?", 2}})), HasSubstr("is no text"));
  EXPECT_THAT(refusal(asked(dialog, {{"q1?", ""}})), HasSubstr("is no text"));
  EXPECT_THAT(refusal(asked(dialog, json::object())), HasSubstr("answers"));
  EXPECT_THAT(refusal(asked(dialog, "Red")), HasSubstr("answers"));
  EXPECT_THAT(refusal(read_ask_question_answer(json::object(), dialog)), HasSubstr("answers"));
}

TEST(PluginDialog, WordsBesideAnOptionAreItsNote) {
  const Dialog dialog = dialog_of({question("q1", {"Red", "Blue"})});
  const auto answer =
      given(read_dialog_response({{"selected_option", "o1"}, {"free_text", "dark"}}, dialog, {}));
  EXPECT_THAT(answer.options, ElementsAre("o1"));
  EXPECT_EQ(answer.note, "dark");
  EXPECT_EQ(answer.text, std::nullopt);
}

TEST(PluginDialog, WordsBesideADenialAreItsReason) {
  Question allow = question("q1", {});
  allow.options = {{"allow", "Allow", "", "", false}, {"deny", "Deny", "", "", false}};
  const Dialog dialog = dialog_of({allow});
  const auto answer = given(
      read_dialog_response({{"selected_option", "deny"}, {"free_text", "use pnpm"}}, dialog, {}));
  EXPECT_EQ(answer.text, "use pnpm");
}

TEST(PluginDialog, AQuestionMayBeLeftOutOnlyWhereItMay) {
  Dialog dialog = dialog_of({question("q1", {"Red"}), question("q2", {"S"})});
  EXPECT_THAT(refusal(read_dialog_response({{"selected_option", "q1:none"}}, dialog, {})),
              HasSubstr("is not offered now; these are: q1:o1"));
  dialog.content.questions[0].required = false;
  const auto said = read_dialog_response({{"selected_option", "q1:none"}}, dialog, {});
  EXPECT_EQ(std::get<PassedOver>(said).question, "q1");
  EXPECT_EQ(next_question(dialog, {"q1"})->id, "q2");
}

TEST(PluginDialog, AnOptionThatEndsTheWholeStandsBesideEachQuestion) {
  Question action = question("action", {});
  action.options = {{"decline", "Decline", "", "", false}};
  action.options[0].closes = true;
  const Dialog dialog = dialog_of({question("q1", {"Red"}), action});
  const auto said = read_dialog_response({{"selected_option", "action:decline"}}, dialog, {});
  EXPECT_THAT(given(said, "action").options, ElementsAre("decline"));
}

TEST(PluginPermission, OnlyTheTwoWordsCount) {
  Question allow = question("q1", {});
  allow.options = {{"allow", "Allow", "", "", false}, {"deny", "Deny", "", "", false}};
  const Dialog dialog = dialog_of({allow});
  EXPECT_THAT(given(read_permission({{"behavior", "allow"}}, dialog)).options,
              ElementsAre("allow"));
  EXPECT_THAT(given(read_permission({{"behavior", "deny"}}, dialog)).options, ElementsAre("deny"));
  for (const json& params :
       {json{{"behavior", "Allow"}}, json{{"behavior", true}}, json{{"b", 1}}}) {
    EXPECT_THAT(refusal(read_permission(params, dialog)), HasSubstr("allow or deny"));
  }
}

TEST(PluginAccept, EveryFieldMustBeThere) {
  const std::map<std::string, std::string> accept{{"chat_id", "7"}, {"user", "ann"}};
  EXPECT_TRUE(is_accepted({{"chat_id", 7}, {"user", "ann"}}, accept));
  EXPECT_FALSE(is_accepted({{"chat_id", "7"}}, accept));
  EXPECT_FALSE(is_accepted({{"chat_id", "8"}, {"user", "ann"}}, accept));
  EXPECT_FALSE(is_accepted({{"chat_id", {"7"}}, {"user", "ann"}}, accept));
  EXPECT_FALSE(is_accepted(nullptr, accept));
  EXPECT_FALSE(is_accepted({{"chat_id", "7"}}, {}));
}

TEST(PluginTraits, WhatIsNoObjectIsNotDeclared) {
  const json odd = {{"capabilities", {{"experimental", {{"claude/channel/dialog", true}}}}}};
  EXPECT_TRUE(traits_from(odd).shows_nothing());
  EXPECT_TRUE(traits_from(nullptr).shows_nothing());
  EXPECT_FALSE(reply_tool_in({{"tools", {{{"name", "reply"}}}}}));
}

TEST(PluginPreview, CountsWhatItLeavesOutInCharacters) {
  std::string text;
  for (int i = 0; i < 4600; ++i) text += "ü";
  EXPECT_THAT(preview_of(text), HasSubstr("\n[... 1,100 characters are left out here ...]\nü"));
  EXPECT_EQ(preview_of(text.substr(0, 2 * 3500)), text.substr(0, 2 * 3500));
}

}  // namespace
}  // namespace afar::plugin
