// Configuration files in a temporary folder, and dialogs to ask them about.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "daemon/config/load.h"
#include "shared/dialog/request.h"

namespace afar::config {

class ConfigTest : public ::testing::Test {
 protected:
  ConfigTest();
  ~ConfigTest() override;

  void write_user(const std::string& text);
  void write_system(const std::string& text);
  // What is in force with these files; fails the test where they are refused.
  Loaded loaded();
  // "12: rules[0].do.wait: expected ..." for each problem of the user's file.
  std::vector<std::string> problems(const std::string& text);
  // The ruling on this request by a file of this text.
  Ruling ruling(const std::string& text, const OpenRequest& request, const Facts& facts = {});

  std::filesystem::path folder_;
  ConfigFiles files_;
};

// A question of Claude Code's in a terminal, with the options A and B.
OpenRequest question();
// A moment, "2026-11-30T14:02:03Z".
WallTime at(const std::string& time);

}  // namespace afar::config
