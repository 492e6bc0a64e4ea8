#include "daemon/config/show.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using nlohmann::json;

json shown(const ConfigFiles& files) {
  const auto result = show_config(files);
  const auto* text = std::get_if<std::string>(&result);
  if (text == nullptr) {
    ADD_FAILURE() << to_text(std::get<Problems>(result).front());
    return {};
  }
  return json::parse(*text);
}

TEST_F(ConfigTest, ShowsTheDefaultsWithoutAFile) {
  const json found = shown(files_);
  EXPECT_TRUE(found.at("file").at("sha256").is_null());
  EXPECT_EQ(found.at("presence").at("away_after"), "10m");
  EXPECT_EQ(found.at("limits").at("open_dialogs"), 20000);
  EXPECT_EQ(found.at("audit").at("keep"), "never");
  EXPECT_EQ(found.at("responders"), json::parse(R"({"owner": {}})"));
  EXPECT_TRUE(found.at("rules").empty());
}

TEST_F(ConfigTest, ShowsRulesAsWrittenWithTheirNames) {
  write_user(
      "{\"responders\": {\"ann\": {\"telegram\": 5, \"may\": [\"permission\"]}},\n"
      "\"rules\": [{\"when\": {\"host\": \"ci-*\"}, // comment\n"
      "\"do\": {\"approvers\": [\"ann\"], \"surfaces\": []}}]}");
  const json found = shown(files_);
  EXPECT_EQ(found.at("rules"), json::parse(R"([{"name": "rules[0]", "when": {"host": "ci-*"},
      "do": {"approvers": ["ann"], "surfaces": []}}])"));
  EXPECT_EQ(found.at("responders").at("ann"),
            json::parse(R"({"telegram": 5, "web": false, "ntfy": false, "may": ["permission"]})"));
}

TEST_F(ConfigTest, WhatCannotBeUsedIsNotShown) {
  write_user("{\"rules\": 1}");
  EXPECT_TRUE(std::holds_alternative<Problems>(show_config(files_)));
}

}  // namespace
}  // namespace afar::config
