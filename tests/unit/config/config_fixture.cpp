#include "tests/unit/config/config_fixture.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace afar::config {
namespace {

std::filesystem::path temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "afar-config-XXXXXX").string();
  return ::mkdtemp(pattern.data());
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace

ConfigTest::ConfigTest() : folder_(temporary_folder()) {
  files_.user = folder_ / "config.json";
  files_.home = "/home/ann";
  files_.system = folder_ / "policy.json";
  files_.system_owner = ::getuid();
}

ConfigTest::~ConfigTest() { std::filesystem::remove_all(folder_); }

void ConfigTest::write_user(const std::string& text) { write(files_.user, text); }

void ConfigTest::write_system(const std::string& text) {
  write(files_.system, text);
  std::filesystem::permissions(files_.system, std::filesystem::perms(0644));
}

Loaded ConfigTest::loaded() {
  auto result = load(files_);
  if (auto* wrong = std::get_if<Problems>(&result)) {
    for (const auto& problem : *wrong) ADD_FAILURE() << to_text(problem);
    return {};
  }
  return std::get<Loaded>(std::move(result));
}

std::vector<std::string> ConfigTest::problems(const std::string& text) {
  write_user(text);
  std::vector<std::string> texts;
  for (const auto& problem : check_config(files_)) {
    EXPECT_EQ(problem.file, files_.user);
    texts.push_back(to_text(problem).substr(files_.user.size() + 1));
  }
  return texts;
}

Ruling ConfigTest::ruling(const std::string& text, const OpenRequest& request, const Facts& facts) {
  write_user(text);
  return rule_on(loaded().settings.rules, request, facts).ruling;
}

OpenRequest question() {
  OpenRequest request;
  request.content.questions = {{"q1",
                                "Cache",
                                "Which cache?",
                                false,
                                true,
                                true,
                                {{"o1", "A", "", "", false}, {"o2", "B", "", "", true}},
                                {}}};
  request.origin.agent = "claude-code";
  request.origin.session = "s1";
  request.origin.host = "box";
  request.origin.cwd = "/home/ann/shop";
  request.origin.permission_mode = "default";
  request.tool = "AskUserQuestion";
  request.can_race = true;
  return request;
}

WallTime at(const std::string& time) { return from_rfc3339(time).value(); }

}  // namespace afar::config
