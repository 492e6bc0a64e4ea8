#include "daemon/config/explain.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using nlohmann::json;

TEST_F(ConfigTest, ExplainsTheRulingAndEachRuleOnTheWay) {
  write_system("{\"rules\": [{\"name\": \"site\", \"when\": {\"kind\": \"permission\"}}]}");
  write_user(
      "{\"rules\": [{\"when\": {\"agent\": \"claude-code\", \"host\": \"ci-*\"}},"
      "{\"name\": \"night\", \"do\": {\"mode\": \"defer\", \"wait\": \"30m\","
      "\"on_timeout\": \"default\", \"approvers\": [\"owner\"], \"expires\": \"never\"}},"
      "{\"name\": \"never reached\"}]}");
  const json found = explain(loaded().settings.rules, question(), {});
  EXPECT_EQ(found, json::parse(R"({
      "rule": "night", "matched": true, "mode": "defer", "mode_on_host": "race",
      "wait_ms": 1800000, "on_timeout": "default",
      "default": {"q1": {"options": ["o2"], "text": null, "note": null}},
      "approvers": ["owner"], "expires_ms": null, "message": null, "presence": "here",
      "why": [
        {"rule": "site", "file": "system", "matched": false, "key": "kind"},
        {"rule": "rules[0]", "file": "user", "matched": false, "key": "host"},
        {"rule": "night", "file": "user", "matched": true, "key": null}]})"));
}

TEST_F(ConfigTest, ExplainsTheBuiltInRule) {
  OpenRequest request = question();
  request.kind = DialogKind::kPermission;
  const json found = explain(loaded().settings.rules, request, {});
  EXPECT_EQ(found.at("rule"), "built-in");
  EXPECT_EQ(found.at("matched"), false);
  EXPECT_EQ(found.at("mode"), "local");
  EXPECT_TRUE(found.at("default").is_null());
  EXPECT_EQ(found.at("expires_ms"), 7 * 86'400'000);
  EXPECT_TRUE(found.at("why").empty());
}

}  // namespace
}  // namespace afar::config
