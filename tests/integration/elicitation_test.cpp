// Goal: the form of an MCP server goes to a person and back as exactly what the server asked for,
// and nothing that does not fit is ever taken. Method: the real hook, daemon and command, captured
// events of both releases.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/integration/agent.h"
#include "tests/integration/command.h"
#include "tests/integration/scale.h"

namespace afar::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ElicitationTest : public ::testing::Test {
 protected:
  Command::End afar(const std::vector<std::string>& arguments) {
    return Command(stage_, arguments).end();
  }

  Stage stage_;
};

std::string said(const HookEnd& end) {
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_EQ(end.err, "");
  return end.out;
}

TEST_F(ElicitationTest, AFormIsFilledInFieldByFieldAndSentAsItWasWritten) {
  stage_.start_daemon();
  for (const std::string release : kReleases) {
    Agent agent(stage_, Agent::Kind::kHeadless);
    Hook hook = agent.hook(captured(release, "Elicitation-every-field.json"));
    Operator person = stage_.connect();
    const std::string id = person.until_open(1).at(0).at("id");
    EXPECT_THAT(afar({"show", id}).out, HasSubstr("Wanted: a whole number from 0 to 150"));
    EXPECT_THAT(afar({"list"}).out, HasSubstr("The MCP server \"lab\" asks: Who are you?"));

    const auto wrong = afar({"answer", id, "--question", "6", "--text", "abc"});
    EXPECT_EQ(wrong.exit, (Exit{2, 0}));
    EXPECT_THAT(wrong.err, HasSubstr("Age: expected a whole number from 0 to 150, found \"abc\""));
    EXPECT_EQ(
        person.error_of("dialog.answer", {{"id", id}, {"answers", {{"q6", {{"text", "151"}}}}}}),
        "invalid_answer");
    EXPECT_FALSE(hook.has_ended());

    EXPECT_EQ(afar({"answer", id, "--question", "6", "--text", "42"}).exit, (Exit{0, 0}));
    EXPECT_EQ(afar({"answer", id, "--question", "1", "--text", "Bea"}).exit, (Exit{0, 0}));
    EXPECT_EQ(afar({"answer", id, "9=2", "8=no", "11=1,3"}).exit, (Exit{0, 0}));
    EXPECT_FALSE(hook.has_ended()) << "it is to be sent first";
    EXPECT_EQ(afar({"answer", id, "accept"}).exit, (Exit{0, 0}));
    EXPECT_EQ(said(hook.end()),
              R"({"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":)"
              R"({"name":"Bea","age":42,"ok":false,"color":"blue","tags":["a","c"]}}})"
              "\n");
  }
}

TEST_F(ElicitationTest, DecliningAndDismissingNeedNoField) {
  stage_.start_daemon();
  for (const std::string release : kReleases) {
    Agent agent(stage_, Agent::Kind::kHeadless);
    Operator person = stage_.connect();
    Hook first = agent.hook(captured(release, "Elicitation-form.json"));
    EXPECT_EQ(afar({"answer", person.until_open(1).at(0).at("id"), "decline"}).exit, (Exit{0, 0}));
    EXPECT_EQ(said(first.end()),
              R"({"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}})"
              "\n");
    Hook second = agent.hook(captured(release, "Elicitation-form.json"));
    EXPECT_EQ(afar({"dismiss", person.until_open(1).at(0).at("id")}).exit, (Exit{0, 0}));
    EXPECT_EQ(said(second.end()),
              R"({"hookSpecificOutput":{"hookEventName":"Elicitation","action":"cancel"}})"
              "\n");
  }
}

TEST_F(ElicitationTest, ATerminalKeepsItsFormUnlessARuleSaysBlock) {
  const std::string config = stage_.home() + "/c.json";
  std::ofstream(config) << "{}";
  stage_.start_daemon({"--config", config});
  Agent agent(stage_);
  EXPECT_EQ(said(agent.run(captured("claude-code-2.1.332", "Elicitation-form.json"))), "");
  Operator person = stage_.connect();
  EXPECT_EQ(person.counter("stayed_out"), 1u);

  std::ofstream(config)
      << R"({"rules":[{"name":"forms","when":{"kind":"elicitation"},"do":{"mode":"block"}}]})";
  person.call("reload");
  Hook hook = agent.hook(captured("claude-code-2.1.332", "Elicitation-url.json"));
  const auto dialog = person.until_open(1).at(0);
  EXPECT_EQ(dialog.at("questions").at(0).at("links").at(0).at("url"), "https://example.invalid/x");
  person.answer(dialog.at("id"), {"accept"}, "action");
  EXPECT_EQ(said(hook.end()),
            R"({"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept"}})"
            "\n");
}

TEST_F(ElicitationTest, AtTheLimitNothingIsSaidAndTheAgentsOwnEndIsOnRecord) {
  stage_.start_daemon();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Operator person = stage_.connect();
  Hook hook = agent.hook(captured("claude-code-2.1.197", "Elicitation-form.json"),
                         {{"--host-timeout", kShortHostLimit}});
  const std::string id = person.until_open(1).at(0).at("id");
  EXPECT_EQ(said(hook.end()), "");
  agent.run(captured("claude-code-2.1.197", "ElicitationResult-accept.json"));
  const auto dialog = person.get(id);
  EXPECT_EQ(dialog.at("state"), "answered");
  EXPECT_EQ(dialog.at("outcome").at("by").at("kind"), "terminal");
  EXPECT_EQ(nlohmann::json::parse(dialog.at("response").get<std::string>()),
            (nlohmann::json{{"color", "blue"}}));
  EXPECT_THAT(person.audit_kinds(id),
              ElementsAre("opened", "left_to_terminal", "terminal_answered"));
}

TEST_F(ElicitationTest, AFormThatCannotBeAskedIsLeftToTheTerminalInALine) {
  stage_.start_daemon();
  Agent agent(stage_, Agent::Kind::kHeadless);
  Event event = captured("claude-code-2.1.332", "Elicitation-form.json");
  event["requested_schema"]["properties"]["color"] = {{"type", "object"}};
  const HookEnd end = agent.run(event);
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_THAT(end.err, HasSubstr("a field of the type object cannot be asked"));
  EXPECT_THAT(stage_.connect().open_dialogs(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace afar::test
