// An MCP server's form as a dialog, and what the client is told: captured events of both releases,
// schemas of every kind, and what must never be printed.
#include <gmock/gmock.h>

#include "shared/dialog/dialog_json.h"
#include "support.h"

namespace afar::hook {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string event_with(const std::string& schema) {
  return R"({"session_id":"s1","cwd":"/home/user/project","hook_event_name":"Elicitation",)"
         R"("mcp_server_name":"my shop","message":"Please","mode":"form","requested_schema":)" +
         schema + "}";
}

// A form of these fields (JSON text), all required.
std::string form(const std::string& properties) {
  std::vector<std::string> names;
  const json fields = json::parse("{" + properties + "}");
  for (const auto& field : fields.items()) names.push_back(field.key());
  return event_with(R"({"type":"object","properties":{)" + properties + R"(},"required":)" +
                    json(names).dump() + "}");
}

QuestionAnswer options(std::vector<std::string> ids) { return {std::move(ids), {}, {}}; }
QuestionAnswer text(std::string words) { return {{}, std::move(words), {}}; }

std::string printed(const std::string& event, const OpenResult& result) {
  const Reply reply = make_agent("claude-code")->write(read_ask(event), result);
  if (!reply.complaint.empty()) {
    EXPECT_EQ(reply.text, "");
    return reply.complaint;
  }
  if (reply.text.empty()) return "";
  const json output = json::parse(reply.text)["hookSpecificOutput"];
  EXPECT_EQ(output["hookEventName"], "Elicitation");
  return output.contains("content")
             ? output["action"].get<std::string>() + " " +
                   reply.text.substr(reply.text.find("\"content\":") + 10,
                                     reply.text.size() - reply.text.find("\"content\":") - 12)
             : output["action"].get<std::string>();
}

TEST(Elicitation, ReadsTheCapturedFormsOfBothReleases) {
  for (const auto& release : releases()) {
    SCOPED_TRACE(release);
    const Ask ask = read_ask(fixture(release, "Elicitation-every-field.json"));
    const OpenRequest& request = ask.request;
    EXPECT_EQ(request.kind, DialogKind::kElicitation);
    EXPECT_EQ(request.tool, "mcp__lab");
    EXPECT_EQ(request.content.title, "The MCP server \"lab\" asks");
    EXPECT_EQ(request.content.body, "Who are you?");
    EXPECT_EQ(request.phase, Phase::kBefore);
    EXPECT_FALSE(request.can_race);
    EXPECT_FALSE(request.can_defer);
    std::vector<std::string> headers;
    for (const auto& question : request.content.questions) headers.push_back(question.header);
    EXPECT_THAT(headers, ElementsAre("Name", "email", "site", "day", "at", "Age", "ratio",
                                     "Subscribe", "Color", "size", "Tags", "many", ""));
    const auto& questions = request.content.questions;
    EXPECT_EQ(questions[0].text, "Your full name");
    EXPECT_EQ(questions[0].expects->suggestion, "Ann");
    EXPECT_TRUE(questions[0].required);
    EXPECT_FALSE(questions[1].required);
    EXPECT_EQ(questions[6].expects->suggestion, "0.5");
    EXPECT_EQ(questions[7].options[0].label, "Yes");
    EXPECT_TRUE(questions[7].options[0].recommended);
    EXPECT_EQ(questions[8].options[1].label, "Blue one");
    EXPECT_TRUE(questions[8].options[1].recommended);
    EXPECT_FALSE(questions[8].allow_free_text);
    EXPECT_EQ(questions[9].options[1].label, "Large");
    EXPECT_TRUE(questions[10].multi_select);
    EXPECT_TRUE(questions[10].options[0].recommended);
    EXPECT_FALSE(questions[10].options[1].recommended);
    EXPECT_EQ(questions[11].options[1].label, "Why");
    EXPECT_EQ(questions[12].id, "action");
    EXPECT_TRUE(questions[12].required) << "some fields may be left out: it is to be sent";
  }
}

TEST(Elicitation, FillsInEveryKindOfField) {
  for (const auto& release : releases()) {
    EXPECT_EQ(
        printed(fixture(release, "Elicitation-every-field.json"),
                answered({{"q1", text("Bea \"B\"\n")},
                          {"q2", text("a@b.example")},
                          {"q6", text(" 42 ")},
                          {"q7", text("1.50e-1")},
                          {"q8", options({"o2"})},
                          {"q9", options({"o1"})},
                          {"q10", options({"o2"})},
                          {"q11", options({"o1", "o3"})},
                          {"action", options({"accept"})}})),
        R"(accept {"name":"Bea \"B\"\n","email":"a@b.example","age":42,"ratio":1.50e-1,"ok":false,)"
        R"("color":"red","size":"l","tags":["a","c"]})");
  }
}

TEST(Elicitation, AFormWithoutOptionalFieldsNeedsNoWordToSendIt) {
  const std::string event = form(R"("color":{"type":"string","enum":["red","blue"]})");
  const Ask ask = read_ask(event);
  EXPECT_EQ(ask.request.content.questions.back().options.size(), 1u);
  EXPECT_FALSE(ask.request.content.questions.back().required);
  EXPECT_EQ(printed(event, answered({{"q1", options({"o2"})}})), R"(accept {"color":"blue"})");
}

TEST(Elicitation, IsDeclinedWithoutAField) {
  const std::string event = form(R"("color":{"type":"string","enum":["red","blue"]})");
  EXPECT_EQ(printed(event, answered({{"action", options({"decline"})}})), "decline");
  EXPECT_EQ(printed(event, answered({{"q1", options({"o2"})}, {"action", options({"decline"})}})),
            "decline");
}

TEST(Elicitation, ALinkIsAcceptedOrDeclined) {
  const std::string event = fixture("claude-code-2.1.332", "Elicitation-url.json");
  const Ask ask = read_ask(event);
  const Question& question = ask.request.content.questions.at(0);
  EXPECT_EQ(question.links.at(0).url, "https://example.invalid/x");
  EXPECT_EQ(question.links.at(0).title, "example.invalid");
  EXPECT_EQ(printed(event, answered({{"action", options({"accept"})}})), "accept");
  EXPECT_EQ(printed(event, answered({{"action", options({"decline"})}})), "decline");
  EXPECT_THAT(printed(event, answered({})), HasSubstr("nobody said to send it"));
}

TEST(Elicitation, AnEmptyFormIsAYesOrNo) {
  for (const auto& release : releases()) {
    const std::string event = fixture(release, "Elicitation-empty.json");
    EXPECT_EQ(printed(event, answered({{"action", options({"accept"})}})), "accept {}");
    EXPECT_THAT(printed(event, answered({})), HasSubstr("nobody said to send it"));
  }
}

TEST(Elicitation, NeverSendsWhatDoesNotFit) {
  const std::string age = R"("age":{"type":"integer","minimum":0,"maximum":150})";
  const std::string tags = R"("tags":{"type":"array","maxItems":1,"items":{"enum":["a","b"]}})";
  struct Case {
    std::string fields;
    std::map<std::string, QuestionAnswer> answers;
    const char* why;
  };
  for (const auto& each : std::vector<Case>{
           {age,
            {{"q1", text("abc")}},
            "age: expected a whole number from 0 to 150, found \"abc\""},
           {age, {{"q1", text("151")}}, "age: expected a whole number"},
           {age, {{"q1", options({"o1"})}}, "age: expected a text"},
           {age, {}, "age has no answer"},
           {age, {{"q1", {}}}, "age has no answer"},
           {age, {{"q1", text("4")}, {"q7", text("x")}}, "there is no question q7"},
           {tags, {{"q1", options({"o1", "o2"})}}, "at most 1 of the options"},
           {tags, {{"q1", options({"o9"})}}, "there is no option o9"},
           {tags, {{"q1", text("a")}}, "it takes no text"},
           {R"("ok":{"type":"boolean"})", {{"q1", options({"o1", "o2"})}}, "only one option"},
           {R"("ok":{"type":"boolean"})", {{"q1", text("true")}}, "it takes no text"},
       }) {
    EXPECT_THAT(printed(form(each.fields), answered(each.answers)), HasSubstr(each.why));
  }
}

TEST(Elicitation, AFieldOfAFormThatMayBeLeftOutIsNotSentByItself) {
  const std::string event = event_with(R"({"type":"object","properties":{"n":{"type":"number"}}})");
  EXPECT_THAT(printed(event, answered({{"q1", text("1")}})), HasSubstr("nobody said to send it"));
  EXPECT_EQ(printed(event, answered({{"action", options({"accept"})}})), "accept {}");
}

TEST(Elicitation, TellsHowItEndedOtherwise) {
  struct Case {
    OutcomeState state;
    const char* message;
    bool parked;
    const char* printed;
  };
  const std::string event = form(R"("n":{"type":"number"})");
  for (const auto& each : {
           Case{OutcomeState::kDenied, "A rule refused this.", false, "decline"},
           Case{OutcomeState::kDenied, "It stays open.", true, ""},
           Case{OutcomeState::kCancelled, "dismissed", false, "cancel"},
           Case{OutcomeState::kCancelled, "", false, ""},
           Case{OutcomeState::kLeft, "", false, ""},
           Case{OutcomeState::kExpired, "", false, ""},
           Case{OutcomeState::kDeferred, "", false, ""},
       }) {
    OpenResult result;
    result.outcome.state = each.state;
    result.outcome.message = each.message;
    result.parked = each.parked;
    EXPECT_EQ(printed(event, result), each.printed) << to_word(each.state);
  }
}

TEST(Elicitation, OnlyAPersonOrARuleAccepts) {
  const std::string event = form(R"("n":{"type":"number"})");
  for (const auto kind :
       {Decider::Kind::kTerminal, Decider::Kind::kAgent, Decider::Kind::kPolicy}) {
    OpenResult result = answered({{"q1", text("1")}});
    result.outcome.by.kind = kind;
    EXPECT_EQ(printed(event, result), "");
  }
  OpenResult result = answered({{"q1", text("1")}});
  result.outcome.state = OutcomeState::kDefaulted;
  result.outcome.by.kind = Decider::Kind::kPolicy;
  EXPECT_EQ(printed(event, result), R"(accept {"n":1})");
}

TEST(Elicitation, EchoesNamesAndValuesByTheirBytes) {
  const std::string event = event_with(
      R"({"type":"object","properties":{"a\u00e9\ud83d":{"type":"string","enum":["\ud83d x","\u0041"]}},)"
      R"("required":["a\u00e9\ufffd"]})");
  const Reply reply =
      make_agent("claude-code")->write(read_ask(event), answered({{"q1", options({"o1"})}}));
  EXPECT_THAT(reply.text, HasSubstr(R"("content":{"a\u00e9\ud83d":"\ud83d x"})"));
}

TEST(Elicitation, LeavesToTheTerminalWhatCannotBeAsked) {
  struct Case {
    std::string event;
    const char* why;
  };
  for (const auto& each : std::vector<Case>{
           {form(R"("o":{"type":"object","properties":{}})"), "a field of the type object"},
           {form(R"("o":{"type":"array","items":{"type":"object"}})"), "nothing to choose from"},
           {form(R"("o":{"type":"string","enum":[]})"), "nothing to choose from"},
           {form(R"("o":{"type":"string","enum":[1,2]})"), "expected texts to choose from"},
           {form(R"("o":{"type":"string","oneOf":[{"title":"x"}]})"), "expected texts"},
           {form(R"("o":{})"), "type: expected a string"},
           {form(R"("o":7)"), "expected an object"},
           {event_with(R"({"type":"object"})"), "properties: expected an object"},
           {event_with(R"({"properties":{"a":{"type":"number"},"\u0061":{"type":"number"}}})"),
            "two fields have the same name"},
           {event_with("[]"), "properties: expected an object"},
           {R"({"session_id":"s","hook_event_name":"Elicitation","mcp_server_name":"x",)"
            R"_("mode":"url","url":"javascript:alert(1)"})_",
            "begins with https://"},
           {R"({"session_id":"s","hook_event_name":"Elicitation","mcp_server_name":"x",)"
            R"("mode":"telepathy"})",
            "expected form or url"},
           {R"({"session_id":"s","hook_event_name":"Elicitation"})", "mcp_server_name"},
       }) {
    const Event event = read_event(each.event);
    ASSERT_TRUE(std::holds_alternative<Ignored>(event)) << each.event;
    EXPECT_THAT(std::get<Ignored>(event).complaint, HasSubstr(each.why));
  }
  std::string many = R"("f0":{"type":"number"})";
  for (int i = 1; i <= 100; ++i) many += ",\"f" + std::to_string(i) + R"(":{"type":"number"})";
  EXPECT_THAT(std::get<Ignored>(read_event(form(many))).complaint, HasSubstr("too many fields"));
}

TEST(Elicitation, TellsTheDaemonHowTheClientsOwnFormEnded) {
  for (const auto& release : releases()) {
    const auto settled = [&](const char* name) {
      return std::get<SettleRequest>(read_event(fixture(release, name)));
    };
    const SettleRequest accepted = settled("ElicitationResult-accept.json");
    EXPECT_EQ(accepted.kind, DialogKind::kElicitation);
    EXPECT_EQ(accepted.tool, "mcp__lab");
    EXPECT_TRUE(accepted.content.questions.empty());
    EXPECT_EQ(json::parse(accepted.answers->response.value()), (json{{"color", "blue"}}));
    const SettleRequest declined = settled("ElicitationResult-decline.json");
    EXPECT_THAT(declined.answers->questions.at("action").options, ElementsAre("decline"));
    EXPECT_FALSE(settled("ElicitationResult-cancel.json").answers.has_value());
  }
  const auto opened = std::get<SettleRequest>(
      read_event(fixture("claude-code-2.1.332", "ElicitationResult-url-accept.json")));
  EXPECT_THAT(opened.answers->questions.at("action").options, ElementsAre("accept"));
}

// The transcript tells of the call of that server's tool, whose name the event does not say.
TEST(Elicitation, RecallsTheWordsBeforeTheServersCall) {
  const Ask ask = read_ask(form(R"("n":{"type":"number"})"));
  const auto line = [](const std::string& block) {
    return R"({"type":"assistant","message":{"id":"m1","role":"assistant","content":[)" + block +
           "]}}\n";
  };
  const std::string words = line(R"({"type":"text","text":"I ask the shop."})");
  const auto use = [&](const std::string& tool) {
    return line(R"({"type":"tool_use","id":"t1","name":")" + tool + R"(","input":{}})");
  };
  const auto recalled = make_agent("claude-code")->recall(ask, words + use("mcp__my_shop__order"));
  ASSERT_TRUE(recalled.has_value());
  EXPECT_EQ(recalled->context, "I ask the shop.");
  EXPECT_EQ(make_agent("claude-code")->recall(ask, words + use("mcp__my_shop2__order")),
            std::nullopt);
}

}  // namespace
}  // namespace afar::hook
