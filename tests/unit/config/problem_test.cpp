// Goal: every key refuses every wrong type and word, with the line and the path of the key.
// Method: each key stands on a line of its own in a file, with right and wrong values in its place.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Key {
  std::string before;  // of the file, up to the value
  std::string path;
  std::string after;
  std::vector<std::string> right;
  std::vector<std::string> wrong;
};

const std::string kPeople = "{\n\"responders\": {\"ann\": {}, \"bea\": {}},\n\"rules\": [\n";

Key when(const std::string& name, std::vector<std::string> right, std::vector<std::string> wrong) {
  return {kPeople + "{\"when\": {\n\"" + name + "\": ", "rules[0].when." + name, "}}]}",
          std::move(right), std::move(wrong)};
}

Key then(const std::string& name, std::vector<std::string> right, std::vector<std::string> wrong) {
  return {kPeople + "{\"name\": \"x\", \"do\": {\n\n\"" + name + "\": ", "rules[0].do." + name,
          "}}]}", std::move(right), std::move(wrong)};
}

Key top(const std::string& name, std::vector<std::string> right, std::vector<std::string> wrong) {
  return {"// afar\n{\n\"" + name + "\":", name, "}", std::move(right), std::move(wrong)};
}

Key inside(const std::string& outer, const std::string& name, std::vector<std::string> right,
           std::vector<std::string> wrong) {
  return {"{\"" + outer + "\": {\n\n\n\"" + name + "\": ", outer + "." + name, "}}",
          std::move(right), std::move(wrong)};
}

std::vector<Key> keys() {
  const std::vector<std::string> globs{"\"a\"", "\"a*\"", "[\"a\", \"b[c]\"]", "\"\\\\[\""};
  const std::vector<std::string> no_globs{"1",         "true",   "null",      "{}",
                                          "[]",        "[1]",    "\"\"",      "\"[a\"",
                                          "\"a\\\\\"", "\"[]\"", "\"[z-a]\"", "[[\"a\"]]"};
  const std::vector<std::string> patterns{"\"\\\\bdeploy\\\\b\"", "[\"(?i)a\", \"b+\"]"};
  const std::vector<std::string> no_patterns{"1",
                                             "false",
                                             "null",
                                             "{}",
                                             "[]",
                                             "\"\"",
                                             "\"(\"",
                                             "\"a**\"",
                                             "\"(?=a)\"",
                                             "\"\\\\1\"",
                                             "\"(((a{100}){100}){100})\""};
  const std::vector<std::string> durations{"\"45s\"",   "\"10m\"", "\"2h\"",    "\"7d\"",
                                           "\"never\"", "\"0s\"",  "\"36500d\""};
  const std::vector<std::string> no_durations{
      "45",       "true",    "null",       "{}",
      "[]",       "\"\"",    "\"45\"",     "\"s\"",
      "\"4.5s\"", "\"-1s\"", "\"+1s\"",    "\"1 s\"",
      "\"1w\"",   "\"1ms\"", "\"36501d\"", "\"99999999999999999999s\"",
      "\"Never\""};
  return {
      top("rules", {"[]", "[{}]"}, {"1", "\"x\"", "null", "true", "{}"}),
      top("responders", {"{}"}, {"1", "\"x\"", "null", "[]"}),
      top("presence", {"{}"}, {"1", "\"x\"", "null", "[]"}),
      top("limits", {"{}"}, {"1", "\"x\"", "null", "[]"}),
      top("audit", {"{}"}, {"1", "\"x\"", "null", "[]"}),
      top("notices", {"{}"}, {"1", "\"x\"", "null", "[]"}),
      top("redact", {"[]"}, {"1", "\"x\"", "null", "{}"}),
      top("surfaces", {"{}"}, {"1", "\"x\"", "null", "[]"}),
      top("delivery", {"{}", "{\"claude-code\": {}}"}, {"1", "\"x\"", "null", "[]"}),
      inside("presence", "away_after", durations, no_durations),
      inside("audit", "keep", {"\"never\""}, no_durations),
      inside("limits", "open_dialogs", {"1", "20000"},
             {"0", "-1", "1.5", "\"1\"", "null", "true", "[]", "1000001", "1e30"}),
      inside("notices", "finished", {"false"}, {"1", "\"false\"", "null", "[]"}),
      inside("notices", "idle", {"false"}, {"1", "\"false\"", "null", "[]"}),
      inside("responders", "ann", {"{}"}, {"1", "\"x\"", "null", "[]", "true"}),
      {"{\"responders\": {\"ann\": {\n\"telegram\": ",
       "responders.ann.telegram",
       "}}}",
       {"1001", "9223372036854775807"},
       {"0", "-5", "\"1001\"", "true", "null", "1.5", "9223372036854775808"}},
      {"{\"responders\": {\"ann\": {\n\"web\": ",
       "responders.ann.web",
       "}}}",
       {"true", "false"},
       {"1", "\"true\"", "null", "{}"}},
      {"{\"responders\": {\"ann\": {\n\"ntfy\": ",
       "responders.ann.ntfy",
       "}}}",
       {"true", "false"},
       {"1", "\"true\"", "null", "{}"}},
      {"{\"responders\": {\"ann\": {\n\"may\": ",
       "responders.ann.may",
       "}}}",
       {"[]", "[\"user_question\", \"permission\"]"},
       {"1", "\"permission\"", "null", "{}", "[\"permissions\"]", "[1]"}},
      {"{\"rules\": [\n{\"name\": ",
       "rules[0].name",
       "}]}",
       {"\"ci never waits\""},
       {"1", "true", "null", "{}", "[]", "\"\"", "\"built-in\"", "\"a\\nb\"",
        "\"" + std::string(101, 'x') + "\""}},
      {"{\"rules\": [\n\n{\"when\": ",
       "rules[0].when",
       "}]}",
       {"{}"},
       {"1", "\"x\"", "null", "[]"}},
      {"{\"rules\": [\n\n{\"do\": ", "rules[0].do", "}]}", {"{}"}, {"1", "\"x\"", "null", "[]"}},
      when("agent", globs, no_globs),
      when("tool", globs, no_globs),
      when("host", globs, no_globs),
      when("permission_mode", globs, no_globs),
      when("kind", {"\"permission\"", "[\"user_question\", \"elicitation\"]"},
           {"1", "true", "null", "{}", "[]", "\"\"", "\"question\"", "[\"permission\", 1]"}),
      when("input", patterns, no_patterns),
      when("question", patterns, no_patterns),
      when("project", {"\"/a/*\"", "\"~/a\"", "\"~\"", "\"**/a\"", "[\"/a\", \"~/b/**\"]"},
           {"1", "true", "null", "{}", "[]", "\"\"", "\"a\"", "\"*/a\"", "\"~ann/a\"", "\"/[a\""}),
      when("interactive", {"true", "false", "[true, false]"},
           {"1", "\"true\"", "null", "{}", "[]"}),
      when("presence", {"\"here\"", "[\"here\", \"away\"]"},
           {"1", "true", "null", "{}", "[]", "\"gone\"", "\"auto\""}),
      when("time", {"\"23:00-07:00\"", "[\"00:00-24:00\", \"12:00-13:00\"]"},
           {"1", "true", "null", "{}", "[]", "\"\"", "\"23:00\"", "\"7:00-9:00\"",
            "\"24:00-07:00\"", "\"23:60-07:00\"", "\"23:00-24:01\"", "\"23:00-23:00\"",
            "\"23:00 07:00\"", "\"ab:cd-07:00\""}),
      when("days", {"\"mon\"", "[\"sat\", \"sun\"]"},
           {"1", "true", "null", "{}", "[]", "\"\"", "\"Mon\"", "\"monday\"", "\"mon-fri\""}),
      when("tz", {"\"Europe/Berlin\"", "\"UTC\""},
           {"1", "true", "null", "{}", "[]", "\"\"", "\"Europe/Nowhere\"",
            "\"../../../etc/passwd\"", "[\"UTC\"]"}),
      when("subagent", {"true", "false", "\"Explore\"", "[false, \"a*\"]"},
           {"1", "null", "{}", "[]", "\"\"", "\"[a\"", "[1]"}),
      then("mode", {"\"race\"", "\"block\"", "\"defer\"", "\"default\"", "\"deny\"", "\"local\""},
           {"1", "true", "null", "{}", "[\"race\"]", "\"\"", "\"ask\""}),
      then("wait", durations, no_durations),
      then("on_timeout", {"\"local\"", "\"default\"", "\"deny\"", "\"park\"", "\"stop\""},
           {"1", "true", "null", "{}", "[]", "\"\"", "\"allow\""}),
      then("default", {"\"recommended\"", "\"first\"", "\"none\"", "\"SQLite file cache\""},
           {"1", "true", "null", "{}", "[]", "\"\""}),
      then("notify_after", durations, no_durations),
      then("surfaces", {"[]", "[\"web\"]"},
           {"1", "true", "null", "{}", "\"web\"", "[1]", "[\"\"]"}),
      then("approvers", {"[\"bea\"]", "\"bea\"", "[\"owner\", \"ann\"]"},
           {"1", "true", "null", "{}", "[]", "\"\"", "[\"cem\"]", "[\"bea\", \"bea\"]", "[1]"}),
      then("message", {"\"Deploys are frozen.\""}, {"1", "true", "null", "{}", "[]", "\"\""}),
      then("expires", durations, no_durations),
      then("late", {"\"current\"", "\"inject\"", "\"never\""},
           {"1", "true", "null", "{}", "[]", "\"always\""}),
      then("quiet", {"[]", "[{\"time\": \"22:00-07:00\", \"days\": [\"mon\"], \"tz\": \"UTC\"}]"},
           {"1", "true", "null", "{}", "[1]", "[{\"time\": \"22\"}]", "[{\"hours\": 1}]"}),
  };
}

TEST_F(ConfigTest, EveryKeyTakesWhatIsRight) {
  for (const auto& key : keys()) {
    for (const auto& value : key.right) {
      EXPECT_THAT(problems(key.before + value + key.after), IsEmpty()) << key.path << " " << value;
    }
  }
}

TEST_F(ConfigTest, EveryKeyRefusesWhatIsWrongWithItsLineAndPath) {
  for (const auto& key : keys()) {
    const auto line = 1 + std::count(key.before.begin(), key.before.end(), '\n');
    for (const auto& value : key.wrong) {
      EXPECT_THAT(problems(key.before + value + key.after),
                  ElementsAre(StartsWith(std::to_string(line) + ": " + key.path)))
          << key.path << " " << value;
    }
  }
}

TEST_F(ConfigTest, AMessageSaysWhatWasExpectedAndWhatWasFound) {
  struct Case {
    std::string text;
    std::string problem;
  };
  for (const auto& each : {
           Case{"{\n\n\"rules\": [{\"do\": {\n\"wait\": \"45\"}}]}",
                "4: rules[0].do.wait: expected a duration like \"45s\", \"10m\", \"2h\" or \"7d\" "
                "(36500d at most), or \"never\", found \"45\""},
           Case{"{\"rules\": [{}, {\"do\": {\"mode\": \"ask\"}}]}",
                "1: rules[1].do.mode: expected one of race, block, defer, default, deny, local, "
                "found \"ask\""},
           Case{"{\"rules\": [{\"when\": {\"kind\": [\"permission\",\n 7]}}]}",
                "2: rules[0].when.kind[1]: expected one of user_question, plan_approval, "
                "plan_entry, permission, elicitation, found a number"},
           Case{"{\"rules\": [{\"when\": {\"input\": \"a(b\"}}]}",
                "1: rules[0].when.input: missing ): a(b"},
           Case{"{\"rules\": [{\"when\": {\"host\": \"ci-[\"}}]}",
                "1: rules[0].when.host: a [ has no ]"},
           Case{"{\"rules\": [{\"do\": {\"approvers\": [\"cem\"]}}]}",
                "1: rules[0].do.approvers[0]: there is no \"cem\" among the responders"},
           Case{"{\"rules\": [{\"when\": {\"tz\": \"Mars/Base\"}}]}",
                "1: rules[0].when.tz: expected a time zone like \"Europe/Berlin\", found "
                "\"Mars/Base\""},
           Case{"{\"rule\": []}",
                "1: rule: unknown key; known here: presence, responders, rules, surfaces, "
                "delivery, audit, redact, limits, notices"},
           Case{"{\"rules\": [{\"when\": {}, \"then\": {}}]}",
                "1: rules[0].then: unknown key; known here: name, when, do"},
           Case{"{\"rules\": [{\"open\": true}]}",
                "1: rules[0].open: unknown key; known here: name, when, do"},
           Case{"[]", "1: expected an object, found a list"},
           Case{"{\"rules\": [{\"do\": {\"wait\": \"1s\",\n\"wait\": \"2s\"}}]}",
                "2: rules[0].do.wait: stands twice, first on line 1"},
           Case{"{\"rules\": [{\"name\": \"a\"},\n{\"name\": \"a\"}]}",
                "2: rules[1]: another rule has the name \"a\", on line 1"},
           Case{"{\"rules\": [{\"name\": \"rules[1]\"},\n{}]}",
                "2: rules[1]: another rule has the name \"rules[1]\", on line 1"},
           Case{"{\"responders\": {\"ann\": {\"telegram\": 5},\n\"bea\": {\"telegram\": 5}}}",
                "2: responders.bea.telegram: \"ann\" has this id; a person is one entry"},
           Case{"{\"responders\": {\"owner\": {\"may\": []}}}",
                "1: responders.owner.may: the owner may answer everything; a rule's approvers bind "
                "the owner too"},
           Case{"{\"responders\": {\"\": {}}}",
                "1: responders.\"\": expected a name of 1 to 100 bytes without control characters"},
       }) {
    EXPECT_THAT(problems(each.text), ElementsAre(each.problem));
  }
}

TEST_F(ConfigTest, AllProblemsAreToldAtOnceInTheFilesOrder) {
  EXPECT_THAT(
      problems("{\n"
               "  \"rules\": [\n"
               "    {\"do\": {\"mode\": \"ask\",\n"
               "              \"wait\": 3}},\n"
               "    7,\n"
               "    {\"when\": {\"project\": \"shop\", \"colour\": 1}}\n"
               "  ],\n"
               "  \"limits\": {\"open_dialogs\": 0},\n"
               "  \"x\\u001b[2J\": 1\n"
               "}"),
      ElementsAre(StartsWith("3: rules[0].do.mode: "), StartsWith("4: rules[0].do.wait: "),
                  StartsWith("5: rules[1]: expected an object"),
                  StartsWith("6: rules[2].when.project: "),
                  StartsWith("6: rules[2].when.colour: unknown key"),
                  StartsWith("8: limits.open_dialogs: "), StartsWith("9: x?[2J: unknown key")));
}

TEST_F(ConfigTest, WhatMayBeASecretInTheWrongPlaceIsNotRepeated) {
  for (const std::string text : {"{\"responders\": {\"ann\": {\"telegram\": \"s3cr3t\"}}}",
                                 "{\"surfaces\": {\"telegram\": {\"token\": \"s3cr3t\"}}}",
                                 "{\"surfaces\": \"s3cr3t\"}", "{\"token\": \"s3cr3t\"}"}) {
    const auto found = problems(text);
    EXPECT_THAT(found, ::testing::Not(IsEmpty())) << text;
    EXPECT_THAT(found, ::testing::Each(::testing::Not(HasSubstr("s3cr3t"))));
  }
}

TEST_F(ConfigTest, RulesAreBounded) {
  std::string text = "{\n\"rules\": [{}";
  for (int i = 0; i < 1000; ++i) text += ",{}";
  EXPECT_THAT(problems(text + "]}"), ElementsAre("2: rules: at most 1000 rules"));
}

TEST_F(ConfigTest, WithoutAHomeATildeIsAMistake) {
  files_.home = "";
  EXPECT_THAT(problems("{\"rules\": [{\"when\": {\"project\": \"~/a\"}}]}"),
              ElementsAre(HasSubstr("HOME is not set")));
}

}  // namespace
}  // namespace afar::config
