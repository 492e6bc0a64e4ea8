// Goal: each key of `when` holds where it should and nowhere else. Method: one rule with one key,
// asked about a dialog that fits and one that does not; explain names the key.
#include <gmock/gmock.h>

#include <functional>

#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using ::testing::Optional;

struct Case {
  std::string key;
  std::string value;
  std::function<void(OpenRequest&, Facts&)> fits;
  std::function<void(OpenRequest&, Facts&)> does_not;
};

// Changes one text of the request.
template <typename Change>
auto text(Change change) {
  return [change](const std::string& value) {
    return [change, value](OpenRequest& request, Facts&) { change(request) = value; };
  };
}
const auto agent = text([](OpenRequest& r) -> std::string& { return r.origin.agent; });
const auto tool = text([](OpenRequest& r) -> std::string& { return r.tool; });
const auto input = text([](OpenRequest& r) -> std::string& { return r.input; });
const auto asks = text([](OpenRequest& r) -> std::string& { return r.content.questions[0].text; });
const auto cwd = text([](OpenRequest& r) -> std::string& { return r.origin.cwd; });
const auto host = text([](OpenRequest& r) -> std::string& { return r.origin.host; });
const auto permission_mode =
    text([](OpenRequest& r) -> std::string& { return r.origin.permission_mode; });

auto kind(DialogKind value) {
  return [value](OpenRequest& request, Facts&) { request.kind = value; };
}
auto interactive(bool value) {
  return [value](OpenRequest& request, Facts&) { request.origin.interactive = value; };
}
auto presence(Presence value) {
  return [value](OpenRequest&, Facts& facts) { facts.presence = value; };
}
auto time_is(const std::string& value) {
  return [value](OpenRequest&, Facts& facts) { facts.now = at(value); };
}
auto subagent(const std::string& id, const std::string& type) {
  return [id, type](OpenRequest& request, Facts&) {
    request.origin.subagent = id;
    request.subagent_type = type;
  };
}

std::vector<Case> cases() {
  return {
      {"agent", "\"claude-code\"", agent("claude-code"), agent("codex")},
      {"agent", "[\"codex\", \"claude*\"]", agent("claude-code"), agent("opencode")},
      {"kind", "\"permission\"", kind(DialogKind::kPermission), kind(DialogKind::kUserQuestion)},
      {"kind", "[\"plan_entry\", \"plan_approval\"]", kind(DialogKind::kPlanApproval),
       kind(DialogKind::kElicitation)},
      {"tool", "\"Bash\"", tool("Bash"), tool("BashOutput")},
      {"tool", "\"mcp__*\"", tool("mcp__github__search"), tool("Bash")},
      {"input", "\"\\\\bdeploy\\\\b\"", input("{\"command\":\"make deploy\"}"),
       input("{\"command\":\"make deployment\"}")},
      {"input", "[\"rm -rf\", \"sudo\"]", input("sudo true"), input("")},
      {"question", "\"(?i)cache\"", asks("Which Cache?"), asks("Which database?")},
      {"project", "\"/home/ann/*\"", cwd("/home/ann/shop"), cwd("/home/ann/work/shop")},
      {"project", "\"~/work/**\"", cwd("/home/ann/work/a/b"), cwd("/home/bea/work/a")},
      {"project", "\"~/work/**\"", cwd("/home/ann/work"), cwd("/home/ann/workshop")},
      {"project", "\"~\"", cwd("/home/ann/"), cwd("/home/ann/shop")},
      {"project", "\"~/shop/\"", cwd("/home/ann/shop"), cwd("/home/ann")},
      {"project", "[\"/srv\", \"**/shop\"]", cwd("/home/ann/shop"), cwd("")},
      {"host", "\"ci-*\"", host("ci-7"), host("box")},
      {"permission_mode", "[\"plan\", \"dontAsk\"]", permission_mode("plan"),
       permission_mode("default")},
      {"interactive", "true", interactive(true), interactive(false)},
      {"interactive", "false", interactive(false), interactive(true)},
      {"presence", "\"away\"", presence(Presence::kAway), presence(Presence::kHere)},
      {"time", "\"23:00-07:00\"", time_is("2026-11-30T23:00:00Z"), time_is("2026-11-30T07:00:00Z")},
      {"time", "[\"01:00-02:00\", \"12:00-13:00\"]", time_is("2026-11-30T12:59:59Z"),
       time_is("2026-11-30T02:00:00Z")},
      {"days", "[\"sat\", \"sun\"]", time_is("2026-11-29T12:00:00Z"),
       time_is("2026-11-30T12:00:00Z")},
      {"subagent", "true", subagent("a1", "Explore"), subagent("", "")},
      {"subagent", "false", subagent("", ""), subagent("a1", "Explore")},
      {"subagent", "\"Exp*\"", subagent("a1", "Explore"), subagent("a1", "Plan")},
      {"subagent", "\"rev*\"", subagent("reviewer", ""), subagent("", "reviewer")},
      {"subagent", "[false, \"Explore\"]", subagent("", ""), subagent("a1", "Plan")},
  };
}

TEST_F(ConfigTest, EachKeyHoldsWhereItShouldAndNowhereElse) {
  for (const auto& each : cases()) {
    SCOPED_TRACE(each.key + " " + each.value);
    write_user("{\"rules\": [{\"when\": {\"tz\": \"UTC\", \"" + each.key + "\": " + each.value +
               "}}]}");
    const Settings settings = loaded().settings;
    ASSERT_EQ(settings.rules.user.size(), 1u);
    const When& when = settings.rules.user[0].when;
    OpenRequest fitting = question();
    Facts facts;
    each.fits(fitting, facts);
    EXPECT_EQ(first_mismatch(when, fitting, facts), std::nullopt);
    OpenRequest other = question();
    each.does_not(other, facts);
    EXPECT_THAT(first_mismatch(when, other, facts), Optional(each.key));
  }
}

TEST_F(ConfigTest, AnyOfTheQuestionsWillDo) {
  OpenRequest request = question();
  request.content.questions.push_back(request.content.questions[0]);
  request.content.questions[1].text = "Deploy now?";
  EXPECT_EQ(ruling("{\"rules\": [{\"when\": {\"question\": \"Deploy\"}}]}", request).rule,
            "rules[0]");
}

TEST_F(ConfigTest, AllKeysMustHoldAndTheFirstThatDoesNotIsNamed) {
  write_user(
      "{\"rules\": [{\"when\": {\"host\": \"box\", \"tool\": \"Bash\", "
      "\"agent\": \"claude-code\"}}]}");
  const Settings settings = loaded().settings;
  OpenRequest request = question();
  EXPECT_THAT(first_mismatch(settings.rules.user[0].when, request, {}),
              Optional(std::string("tool")));
  request.tool = "Bash";
  EXPECT_EQ(first_mismatch(settings.rules.user[0].when, request, {}), std::nullopt);
  request.origin.host = "other";
  EXPECT_THAT(first_mismatch(settings.rules.user[0].when, request, {}),
              Optional(std::string("host")));
}

TEST_F(ConfigTest, AHomeWithSpecialCharactersStandsForItself) {
  files_.home = "/home/[a]*";
  OpenRequest request = question();
  request.origin.cwd = "/home/[a]*/shop";
  const std::string text = "{\"rules\": [{\"when\": {\"project\": \"~/*\"}}]}";
  EXPECT_EQ(ruling(text, request).rule, "rules[0]");
  request.origin.cwd = "/home/ab/shop";
  EXPECT_EQ(ruling(text, request).rule, "built-in");
}

TEST_F(ConfigTest, AnInputOf200KilobytesIsSearched) {
  OpenRequest request = question();
  request.input = std::string(200'000, 'a') + " deploy";
  EXPECT_EQ(ruling("{\"rules\": [{\"when\": {\"input\": \"(a*)*b\"}}, "
                   "{\"when\": {\"input\": \"deploy$\"}}]}",
                   request)
                .rule,
            "rules[1]");
}

}  // namespace
}  // namespace afar::config
