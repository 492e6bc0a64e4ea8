#include "daemon/core/responder.h"

#include <gmock/gmock.h>

#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class WhoMayAnswer : public ConfigTest {
 protected:
  WhoMayAnswer() {
    write_user(
        "{\"responders\": {\"ann\": {\"may\": [\"user_question\"]}, \"bea\": {}},"
        "\"rules\": [{\"name\": \"deploys need bea\", \"do\": {\"approvers\": [\"bea\"]}}]}");
    settings_ = loaded().settings;
  }
  std::optional<std::string> why_not(const std::string& rule, DialogKind kind,
                                     const std::string& name) {
    DialogRecord record;
    record.rule = rule;
    if (rule == "deploys need bea") record.approvers = {"bea"};
    record.dialog.kind = kind;
    return why_not_answer(settings_.responders, record, {Decider::Kind::kPerson, name, "cli", ""},
                          WallTime{});
  }
  Settings settings_;
};

TEST_F(WhoMayAnswer, ApproversBindEverybodyTheOwnerToo) {
  const std::string rule = "deploys need bea";
  EXPECT_EQ(why_not(rule, DialogKind::kPermission, "bea"), std::nullopt);
  EXPECT_THAT(why_not(rule, DialogKind::kPermission, "owner"),
              Optional(std::string("the rule \"deploys need bea\" lets only bea answer this, not "
                                   "owner")));
  EXPECT_TRUE(why_not(rule, DialogKind::kUserQuestion, "ann"));
  EXPECT_TRUE(why_not(rule, DialogKind::kPermission, ""));
}

TEST_F(WhoMayAnswer, OtherRulesAskForNobodyInParticular) {
  for (const std::string rule : {"built-in", "", "another"}) {
    EXPECT_EQ(why_not(rule, DialogKind::kPermission, "owner"), std::nullopt);
    EXPECT_EQ(why_not(rule, DialogKind::kPermission, "bea"), std::nullopt);
  }
}

TEST_F(WhoMayAnswer, OneIsHeldToTheKindsOneMayAnswer) {
  EXPECT_EQ(why_not("built-in", DialogKind::kUserQuestion, "ann"), std::nullopt);
  EXPECT_THAT(why_not("built-in", DialogKind::kPermission, "ann"),
              Optional(HasSubstr("permission")));
}

}  // namespace
}  // namespace afar::config
