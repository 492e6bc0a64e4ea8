#include "hook/mcp/handshake.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "shared/version.h"

namespace afar::mcp {
namespace {

using nlohmann::json;

TEST(Handshake, TakesTheClientsRevisionOrOffersTheNewest) {
  for (const char* known : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}) {
    EXPECT_EQ(agreed_revision(known), known);
  }
  for (const char* unknown : {"2026-07-28", "2024-01-01", "1", ""}) {
    EXPECT_EQ(agreed_revision(unknown), "2025-11-25") << unknown;
  }
}

TEST(Handshake, SaysWhatTheServerIs) {
  const json result = initialize_result({{"protocolVersion", "2025-06-18"}});
  EXPECT_EQ(result.at("protocolVersion"), "2025-06-18");
  EXPECT_EQ(result.at("serverInfo").at("name"), "afar");
  EXPECT_EQ(result.at("serverInfo").at("version"), product_version());
  EXPECT_EQ(result.at("capabilities"), (json{{"tools", json::object()}}));
}

TEST(Handshake, ToleratesAClientThatNamesNoRevision) {
  for (const auto& params : {json::object(), json{{"protocolVersion", 7}}}) {
    EXPECT_EQ(initialize_result(params).at("protocolVersion"), "2025-11-25");
  }
}

}  // namespace
}  // namespace afar::mcp
