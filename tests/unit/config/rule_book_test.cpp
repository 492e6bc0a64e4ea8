#include "daemon/core/rule_book.h"

#include <gmock/gmock.h>

#include "daemon/core/policy.h"
#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

TEST_F(ConfigTest, TheFirstRuleThatMatchesDecides) {
  const std::string text =
      "{\"rules\": [{\"name\": \"a\", \"when\": {\"tool\": \"Bash\"}},"
      "{\"name\": \"b\", \"do\": {\"mode\": \"deny\"}},"
      "{\"name\": \"c\", \"do\": {\"mode\": \"local\"}}]}";
  OpenRequest request = question();
  EXPECT_EQ(ruling(text, request).rule, "b");
  EXPECT_EQ(ruling(text, request).mode, Mode::kDeny);
  request.tool = "Bash";
  EXPECT_EQ(ruling(text, request).rule, "a");
}

TEST_F(ConfigTest, WithoutAMatchTheBuiltInRuleDecides) {
  const Ruling found = ruling("{\"rules\": [{\"when\": {\"tool\": \"Bash\"}}]}", question());
  EXPECT_EQ(found.rule, "built-in");
  EXPECT_EQ(found.mode, Mode::kRace);
}

TEST_F(ConfigTest, WhatARuleLeavesOutComesFromTheBuiltInOneForThatDialog) {
  for (const bool interactive : {true, false}) {
    for (const auto kind : kDialogKinds) {
      OpenRequest request = question();
      request.kind = kind;
      request.origin.interactive = interactive;
      const Ruling built_in = built_in_ruling(request);
      const Ruling found =
          ruling("{\"rules\": [{\"name\": \"n\", \"do\": {\"wait\": \"30m\"}}]}", request);
      EXPECT_EQ(found.rule, "n");
      EXPECT_EQ(found.wait, minutes(30));
      EXPECT_EQ(found.mode, built_in.mode);
      EXPECT_EQ(found.on_timeout, built_in.on_timeout);
      EXPECT_EQ(found.default_choice.kind, built_in.default_choice.kind);
      EXPECT_EQ(found.expires, built_in.expires);
    }
  }
}

TEST_F(ConfigTest, EveryKeyOfDoIsInTheRuling) {
  const Ruling found = ruling(
      "{\"responders\": {\"bea\": {}},"
      "\"rules\": [{\"do\": {\"mode\": \"block\", \"wait\": \"2h\", \"on_timeout\": \"stop\","
      "\"default\": \"Redis, small\", \"approvers\": [\"bea\", \"owner\"],"
      "\"message\": \"Frozen.\", \"expires\": \"never\", \"late\": \"inject\"}}]}",
      question());
  EXPECT_EQ(found.rule, "rules[0]");
  EXPECT_EQ(found.mode, Mode::kBlock);
  EXPECT_EQ(found.wait, hours(2));
  EXPECT_EQ(found.on_timeout, OnTimeout::kStop);
  EXPECT_EQ(found.default_choice.kind, DefaultChoice::Kind::kLabel);
  EXPECT_EQ(found.default_choice.label, "Redis, small");
  EXPECT_THAT(found.approvers, ElementsAre("bea", "owner"));
  EXPECT_EQ(found.message, "Frozen.");
  EXPECT_EQ(found.expires, std::nullopt);
  EXPECT_EQ(loaded().settings.rules.user[0].then.late, Late::kInject);
}

class SystemRules : public ConfigTest {
 protected:
  Ruling by(const std::string& system, const std::string& user) {
    write_system("{\"rules\": [" + system + "]}");
    return ruling("{\"responders\": {\"ann\": {}, \"bea\": {}}, \"rules\": [" + user + "]}",
                  question());
  }
};

TEST_F(SystemRules, DecideBeforeTheUsers) {
  const Ruling found = by("{\"name\": \"site\", \"do\": {\"mode\": \"deny\"}}",
                          "{\"name\": \"mine\", \"do\": {\"mode\": \"race\", \"wait\": \"1s\"}}");
  EXPECT_EQ(found.rule, "site");
  EXPECT_EQ(found.mode, Mode::kDeny);
  EXPECT_EQ(found.wait, std::nullopt);
}

TEST_F(SystemRules, LeaveTheRestToTheUser) {
  EXPECT_EQ(by("{\"name\": \"site\", \"when\": {\"tool\": \"Bash\"}}", "{\"name\": \"mine\"}").rule,
            "mine");
}

TEST_F(SystemRules, AnOpenOneIsNarrowedAndNothingElse) {
  struct Case {
    std::string system;  // `do` of the open rule
    std::string user;    // `do` of the user's rule
    bool both;           // the ruling bears both names
    Mode mode;
    Limit wait;
    OnTimeout on_timeout;
    std::vector<std::string> approvers;
  };
  const std::string base = "\"mode\": \"block\", \"wait\": \"1h\", \"on_timeout\": \"deny\"";
  const std::string people = ", \"approvers\": [\"ann\", \"bea\"]";
  const std::vector<std::string> both{"ann", "bea"};
  for (const auto& each : {
           Case{base, "\"mode\": \"deny\"", true, Mode::kDeny, hours(1), OnTimeout::kDeny, {}},
           Case{base, "\"mode\": \"local\"", false, Mode::kBlock, hours(1), OnTimeout::kDeny, {}},
           Case{base, "\"mode\": \"default\"", false, Mode::kBlock, hours(1), OnTimeout::kDeny, {}},
           Case{base, "\"mode\": \"race\"", false, Mode::kBlock, hours(1), OnTimeout::kDeny, {}},
           Case{base, "\"wait\": \"5m\"", true, Mode::kBlock, minutes(5), OnTimeout::kDeny, {}},
           Case{base, "\"wait\": \"1h\"", false, Mode::kBlock, hours(1), OnTimeout::kDeny, {}},
           Case{base, "\"wait\": \"2h\"", false, Mode::kBlock, hours(1), OnTimeout::kDeny, {}},
           Case{base, "\"wait\": \"never\"", false, Mode::kBlock, hours(1), OnTimeout::kDeny, {}},
           Case{base,
                "\"on_timeout\": \"default\"",
                false,
                Mode::kBlock,
                hours(1),
                OnTimeout::kDeny,
                {}},
           Case{base,
                "\"expires\": \"1s\", \"message\": \"hi\", \"default\": \"first\"",
                false,
                Mode::kBlock,
                hours(1),
                OnTimeout::kDeny,
                {}},
           Case{base,
                "\"approvers\": [\"bea\"]",
                true,
                Mode::kBlock,
                hours(1),
                OnTimeout::kDeny,
                {"bea"}},
           Case{base + people,
                "\"approvers\": [\"bea\"]",
                true,
                Mode::kBlock,
                hours(1),
                OnTimeout::kDeny,
                {"bea"}},
           Case{base + people, "\"approvers\": [\"owner\"]", false, Mode::kBlock, hours(1),
                OnTimeout::kDeny, both},
           Case{base + people, "\"approvers\": [\"bea\", \"owner\"]", false, Mode::kBlock, hours(1),
                OnTimeout::kDeny, both},
           Case{base + people, "\"wait\": \"1m\"", true, Mode::kBlock, minutes(1), OnTimeout::kDeny,
                both},
           Case{"\"mode\": \"race\"",
                "\"wait\": \"5m\"",
                true,
                Mode::kRace,
                minutes(5),
                OnTimeout::kLocal,
                {}},
           Case{"\"mode\": \"local\"",
                "\"mode\": \"deny\"",
                true,
                Mode::kDeny,
                std::nullopt,
                OnTimeout::kLocal,
                {}},
       }) {
    SCOPED_TRACE(each.system + " | " + each.user);
    const Ruling found = by("{\"name\": \"site\", \"open\": true, \"do\": {" + each.system + "}}",
                            "{\"name\": \"mine\", \"do\": {" + each.user + "}}");
    EXPECT_EQ(found.rule, each.both ? "site, narrowed by mine" : "site");
    EXPECT_EQ(found.mode, each.mode);
    EXPECT_EQ(found.wait, each.wait);
    EXPECT_EQ(found.on_timeout, each.on_timeout);
    EXPECT_EQ(found.approvers, each.approvers);
    EXPECT_EQ(found.expires, std::chrono::days(7));
  }
}

TEST_F(SystemRules, ADenyOfTheUsersSpeaksInTheUsersWords) {
  const Ruling found = by(
      "{\"name\": \"site\", \"open\": true, \"do\": {\"mode\": \"race\", \"message\": \"site\"}}",
      "{\"name\": \"mine\", \"do\": {\"mode\": \"deny\", \"message\": \"frozen\", "
      "\"default\": \"none\"}}");
  EXPECT_EQ(found.message, "frozen");
  EXPECT_EQ(found.default_choice.kind, DefaultChoice::Kind::kNone);
}

TEST_F(SystemRules, OnlyTheUsersFirstMatchCounts) {
  EXPECT_EQ(by("{\"name\": \"site\", \"open\": true, \"do\": {\"mode\": \"block\"}}",
               "{\"name\": \"first\"}, {\"name\": \"second\", \"do\": {\"mode\": \"deny\"}}")
                .mode,
            Mode::kBlock);
}

TEST_F(SystemRules, HoldRulesOnlyAndNeedNotKnowThePeople) {
  write_system("{\"rules\": [{\"do\": {\"approvers\": [\"cem\"]}}],\n\"limits\": {}}");
  std::vector<std::string> found;
  for (const auto& problem : check_config(files_)) found.push_back(to_text(problem));
  EXPECT_THAT(found, ElementsAre(files_.system + ":2: limits: unknown key; known here: rules"));
}

}  // namespace
}  // namespace afar::config
