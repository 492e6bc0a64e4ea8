// Goal: an operator sees what is wrong with a configuration before it is in force, and can hold its
// rules to what they are meant to do. Method: whole commands over files, and over a daemon of the
// test's own.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class PolicyCommands : public CliTest {
 protected:
  PolicyCommands() { environment_["AFAR_CONFIG"] = config_; }

  void write(const std::string& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
  }
  void write_rules(const std::string& rules) { write(config_, "{\"rules\": [" + rules + "]}"); }
  Ran test(const std::string& cases) {
    write(cases_, "{\"cases\": [" + cases + "]}");
    return run({"policy", "test", cases_});
  }

  const std::string config_ = folder_ + "/config.json";
  const std::string cases_ = folder_ + "/cases.json";
};

constexpr const char* kRules =
    R"({"name": "ci never waits", "when": {"host": "ci-*"}, "do": {"mode": "deny"}},
       {"name": "night", "when": {"time": "23:00-07:00", "kind": "user_question"},
        "do": {"mode": "block", "wait": "30m", "on_timeout": "default", "approvers": ["owner"]}})";

TEST_F(PolicyCommands, CheckListsEveryProblemWithItsLineAndKey) {
  write(config_, "{\"rules\": [\n{\"do\": {\"mode\": \"wait\"}}],\n\"surface\": {}}");
  const Ran ran = run({"config", "check"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr(config_ + ":2: rules[0].do.mode: expected one of race, block"));
  EXPECT_THAT(ran.out, HasSubstr(config_ + ":3: surface: unknown key"));
  const json found = json::parse(run({"config", "check", "--json"}).out);
  EXPECT_EQ(found.at("ok"), false);
  ASSERT_EQ(found.at("problems").size(), 2u);
  EXPECT_EQ(found.at("problems")[0].at("line"), 2);
  EXPECT_EQ(found.at("problems")[0].at("path"), "rules[0].do.mode");
}

TEST_F(PolicyCommands, CheckSaysWhatIsFine) {
  write_rules(kRules);
  const Ran ran = run({"config", "check"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr(config_ + ": fine, 2 rules\n"));
  EXPECT_EQ(run({"config", "check", "--json"}).out, "{\"ok\":true,\"problems\":[]}\n");
}

TEST_F(PolicyCommands, CheckRefusesANamedFileThatIsNotThere) {
  EXPECT_EQ(run({"config", "check"}).exit_code, 1) << "named by AFAR_CONFIG";
  environment_.erase("AFAR_CONFIG");
  EXPECT_EQ(run({"config", "check"}).exit_code, 0) << "the usual place need not have one";
  const Ran ran = run({"config", "check", "--config", config_});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, config_ + ": there is no such file\n");
}

TEST_F(PolicyCommands, ShowGivesWhatIsLeftOut) {
  write_rules(kRules);
  const json shown = json::parse(run({"config", "show"}).out);
  EXPECT_EQ(shown.at("file").at("path"), config_);
  EXPECT_EQ(shown.at("presence").at("away_after"), "10m");
  EXPECT_EQ(shown.at("rules")[1].at("do").at("wait"), "30m");
  write(config_, "{");
  const Ran broken = run({"config", "show"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_EQ(broken.out, "");
  EXPECT_THAT(broken.err, HasSubstr(config_ + ":1"));
}

TEST_F(PolicyCommands, TestTellsWhichCasesHold) {
  write_rules(kRules);
  const Ran ran = test(
      R"({"name": "ci", "given": {"host": "ci-7"}, "expect": {"rule": "ci never waits", "mode": "deny"}},
         {"name": "at night", "given": {"kind": "user_question", "at": "2026-11-30 23:30"},
          "expect": {"rule": "night", "wait": "30m", "on_timeout": "default", "approvers": ["owner"]}},
         {"name": "by day", "given": {"kind": "user_question", "at": "2026-11-30 12:00"},
          "expect": {"rule": "built-in", "mode": "race"}},
         {"given": {"kind": "permission", "at": "2026-11-30 23:30"}, "expect": {"mode": "local"}})");
  EXPECT_EQ(ran.out,
            "ok      ci\nok      at night\nok      by day\nok      cases[3]\n4 passed, 0 failed\n");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(PolicyCommands, TestSaysWhatIsOtherThanExpected) {
  write_rules(kRules);
  const Ran ran = test(
      R"({"name": "ci", "given": {"host": "ci-7"},
          "expect": {"rule": "night", "mode": "race", "wait": "1h", "on_timeout": "stop",
                     "approvers": ["owner"]}})");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out,
            "FAILED  ci\n"
            "        rule: expected night, got ci never waits\n"
            "        mode: expected race, got deny\n"
            "        wait: expected 1h, got never\n"
            "        on_timeout: expected stop, got local\n"
            "        approvers: expected [owner], got []\n"
            "        decided by ci never waits\n"
            "0 passed, 1 failed\n");
}

// Each key of `when` that a case can give decides by itself.
TEST_F(PolicyCommands, TestGivesEveryKeyARuleCanAskFor) {
  write_rules(R"({"name": "r", "when": {"agent": "codex", "kind": "permission", "tool": "Bash",
      "input": "rm -rf", "question": "Sure", "project": "/src/**", "host": "box",
      "permission_mode": "plan", "interactive": false, "presence": "away", "subagent": "Explore"}})");
  const std::string all =
      R"("agent": "codex", "kind": "permission", "tool": "Bash", "input": "rm -rf /",
         "question": "Sure?", "project": "/src/x", "host": "box", "permission_mode": "plan",
         "interactive": false, "presence": "away", "subagent": "Explore")";
  EXPECT_THAT(test("{\"given\": {" + all + "}, \"expect\": {\"rule\": \"r\"}}").out,
              EndsWith("1 passed, 0 failed\n"));
  const json given = json::parse("{" + all + "}");
  for (const auto& [key, value] : given.items()) {
    json less = given;
    less.erase(key);
    const json one = {{"given", less}, {"expect", {{"rule", "built-in"}}}};
    EXPECT_THAT(test(one.dump()).out, EndsWith("1 passed, 0 failed\n")) << key;
  }
}

TEST_F(PolicyCommands, TestRefusesAFileItCannotUse) {
  write_rules(kRules);
  const Ran ran = test(R"({"given": {"hots": "x", "kind": "plan", "at": "soon", "subagent": 7}},
                          {"expect": {}}, {"expect": {"wait": "long"}})");
  EXPECT_EQ(ran.exit_code, 1);
  for (const char* problem :
       {"cases[0].given.hots: unknown key", "cases[0].given.kind: expected one of",
        "cases[0].given.at: expected a moment",
        "cases[0].given.subagent: expected a text, found a number", "cases[0]: has no \"expect\"",
        "cases[1].expect: expects nothing", "cases[2].expect.wait: expected a duration"}) {
    EXPECT_THAT(ran.err, HasSubstr(problem));
  }
  EXPECT_THAT(test("").err, HasSubstr("there are no \"cases\""));
  EXPECT_THAT(run({"policy", "test", folder_ + "/none"}).err, HasSubstr("there is no such file"));
  EXPECT_EQ(run({"policy", "test"}).exit_code, 2);
}

json explanation(const char* mode, const char* on_host) {
  return {{"rule", "night"},       {"matched", true},
          {"mode", mode},          {"mode_on_host", on_host},
          {"wait_ms", 1800000},    {"on_timeout", "default"},
          {"default", nullptr},    {"approvers", json::array()},
          {"expires_ms", nullptr}, {"message", nullptr},
          {"presence", "here"},    {"why", json::array()}};
}

TEST_F(PolicyCommands, ExplainAsksTheDaemonAboutEachKind) {
  daemon().on("policy.explain", explanation("defer", "race"));
  const Ran ran = run({"policy", "explain"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(
      ran.out,
      StartsWith("KIND           SESSION          RULE   MODE                WAITS\n"
                 "user_question  interactive      night  defer (here: race)  30m, then default\n"));
  EXPECT_THAT(ran.out, HasSubstr("elicitation    not interactive  night  "));
  EXPECT_EQ(json::parse(run({"policy", "explain", "--json"}).out).size(), 10u);
}

TEST_F(PolicyCommands, ExplainTakesAMomentOnlyWithAnEvent) {
  const Ran ran = run({"policy", "explain", "--at", "2h"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--at goes with --event"));
  const Ran wrong = run({"policy", "explain", "--event", "x", "--presence", "gone"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("here or away"));
}

TEST_F(PolicyCommands, ReloadTellsWhatIsInForceOrEveryProblem) {
  daemon().on("reload", {{"file", "/x/config.json"},
                         {"sha256", "ab"},
                         {"system_file", "/etc/p"},
                         {"system_sha256", nullptr},
                         {"rules", 1},
                         {"system_rules", 0}});
  EXPECT_EQ(run({"daemon", "reload"}).out,
            "In force:\n  /x/config.json: 1 rule\n  /etc/p: there is none\n");
}

}  // namespace
}  // namespace afar::cli
