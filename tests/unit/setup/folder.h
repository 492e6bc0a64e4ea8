// A home for a test, gone with it, and files in it.
#pragma once
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "shared/os/paths.h"

namespace afar::setup {

class HomeTest : public ::testing::Test {
 protected:
  HomeTest() {
    std::string name = "/tmp/setup test-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    home_ = name;
    variables_ = {{"HOME", home_}};
  }
  ~HomeTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
  }

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = std::filesystem::path(home_) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  std::string read(const std::string& name) const {
    std::ifstream in(std::filesystem::path(home_) / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  std::vector<std::string> files_in(const std::string& folder) const {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& each :
         std::filesystem::directory_iterator(std::filesystem::path(home_) / folder, none)) {
      names.push_back(each.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  Environment environment() const {
    return [this](std::string_view name) -> std::optional<std::string> {
      const auto found = variables_.find(std::string(name));
      if (found == variables_.end() || found->second.empty()) return std::nullopt;
      return found->second;
    };
  }

  std::string home_;
  std::map<std::string, std::string> variables_;
};

}  // namespace afar::setup
