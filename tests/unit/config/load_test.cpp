#include "daemon/config/load.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "daemon/config/configuration.h"
#include "daemon/config/on_record.h"
#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(ConfigTest, WithoutAFileEverythingHasItsDefault) {
  const Loaded found = loaded();
  EXPECT_EQ(found.user_hash, std::nullopt);
  EXPECT_EQ(found.system_hash, std::nullopt);
  EXPECT_TRUE(found.settings.rules.user.empty());
  EXPECT_EQ(found.settings.open_dialogs_max, 20000);
  EXPECT_EQ(found.settings.away_after, std::chrono::minutes(10));
}

TEST_F(ConfigTest, TheHashIsThatOfTheFilesBytes) {
  write_user("{}");
  EXPECT_EQ(loaded().user_hash, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
}

TEST_F(ConfigTest, EverySettingIsRead) {
  write_user(
      "{\"presence\": {\"away_after\": \"never\"}, \"limits\": {\"open_dialogs\": 7},\n"
      " \"responders\": {\"ann\": {\"telegram\": 1001, \"web\": true, \"may\": "
      "[\"permission\"]}}}");
  const Settings found = loaded().settings;
  EXPECT_EQ(found.away_after, std::nullopt);
  EXPECT_EQ(found.open_dialogs_max, 7);
  const Responder& ann = found.responders.at("ann");
  EXPECT_EQ(ann.telegram, 1001);
  EXPECT_TRUE(ann.web);
  EXPECT_FALSE(ann.ntfy);
  EXPECT_THAT(*ann.may, ElementsAre(DialogKind::kPermission));
}

TEST_F(ConfigTest, AFileOf2MebibytesIsRefused) {
  EXPECT_THAT(problems(std::string(2 * 1024 * 1024, ' ')), ElementsAre(" is larger than 1 MiB"));
  EXPECT_THAT(problems("{}" + std::string(1024 * 1024 - 2, ' ')), ::testing::IsEmpty());
}

TEST_F(ConfigTest, AFileOf200000LevelsIsRefused) {
  EXPECT_THAT(problems("{\"rules\":\n" + std::string(200'000, '[')),
              ElementsAre("2: nests deeper than 32 levels"));
}

TEST_F(ConfigTest, WhatIsNoPlainFileIsRefused) {
  const auto refused = [&] { return to_text(check_config(files_).at(0)); };
  std::filesystem::create_directory(files_.user);
  EXPECT_THAT(refused(), HasSubstr("is not a plain file"));
  std::filesystem::remove(files_.user);
  ASSERT_EQ(::mkfifo(files_.user.c_str(), 0600), 0);
  EXPECT_THAT(refused(), HasSubstr("is not a plain file"));
  std::filesystem::remove(files_.user);
  std::filesystem::create_symlink("nowhere", files_.user);
  EXPECT_THAT(refused(), HasSubstr("is a link to nothing"));
}

TEST_F(ConfigTest, ALinkToAFileIsFollowed) {
  write_system("{}");
  std::filesystem::create_symlink(files_.system, files_.user);
  EXPECT_TRUE(loaded().user_hash);
}

TEST_F(ConfigTest, TheSystemsFileCountsOnlyIfNobodyElseCanWriteIt) {
  write_system("{}");
  EXPECT_TRUE(loaded().system_hash);
  for (const mode_t mode : {0664, 0646, 0666}) {
    ASSERT_EQ(::chmod(files_.system.c_str(), mode), 0);
    EXPECT_THAT(to_text(check_config(files_).at(0)), HasSubstr("can be written by others"));
  }
  ASSERT_EQ(::chmod(files_.system.c_str(), 0644), 0);
  files_.system_owner += 1;
  EXPECT_THAT(to_text(check_config(files_).at(0)), HasSubstr("belongs to user"));
}

TEST_F(ConfigTest, ProblemsOfBothFilesAreToldTogether) {
  write_system("{\"rules\": 1}");
  write_user("{\"rules\": 2}");
  const Problems found = check_config(files_);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].file, files_.system);
  EXPECT_EQ(found[1].file, files_.user);
}

TEST_F(ConfigTest, AReloadIsAllOrNothing) {
  write_user("{\"rules\": [{\"name\": \"old\"}], \"limits\": {\"open_dialogs\": 5}}");
  Configuration configuration(files_, loaded());
  write_user("{\"rules\": [{\"name\": \"new\"}], \"limits\": {\"open_dialogs\": \"many\"}}");
  auto again = configuration.read_again();
  ASSERT_TRUE(std::holds_alternative<Problems>(again));
  EXPECT_EQ(configuration.ruling_for(question(), {}).rule, "old");
  EXPECT_EQ(configuration.settings().open_dialogs_max, 5);
  write_user("{\"rules\": [{\"name\": \"new\"}], \"limits\": {\"open_dialogs\": 6}}");
  again = configuration.read_again();
  ASSERT_TRUE(std::holds_alternative<Loaded>(again));
  EXPECT_EQ(configuration.ruling_for(question(), {}).rule, "old");  // not before it is on record
  configuration.put_in_force(std::get<Loaded>(std::move(again)));
  EXPECT_EQ(configuration.ruling_for(question(), {}).rule, "new");
  EXPECT_EQ(configuration.settings().open_dialogs_max, 6);
}

TEST_F(ConfigTest, PresenceFollowsThePersonsPrompts) {
  write_user("{\"presence\": {\"away_after\": \"5m\"}}");
  const Configuration configuration(files_, loaded());
  const WallTime now = at("2026-11-30T12:00:00Z");
  const auto presence = [&](std::optional<WallTime> last) {
    return configuration.facts_at(now, {std::nullopt, last}).presence;
  };
  EXPECT_EQ(presence(now - std::chrono::minutes(4)), Presence::kHere);
  EXPECT_EQ(presence(now - std::chrono::minutes(5)), Presence::kAway);
  EXPECT_EQ(presence(std::nullopt), Presence::kAway);
  EXPECT_EQ(presence(now + std::chrono::hours(1)), Presence::kHere);  // the clock was set back
  EXPECT_EQ(presence_by({}, now, std::nullopt), Presence::kHere);
}

TEST_F(ConfigTest, TheExampleOfTheDocumentIsTaken) {
  std::ifstream file(AFAR_SOURCE_DIR "/daemon/config/CONFIG.md");
  const std::string document(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = document.find("```jsonc\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = document.find("```", begin + 9);
  EXPECT_THAT(problems(document.substr(begin + 9, end - begin - 9)), ::testing::IsEmpty());
  EXPECT_EQ(loaded().settings.rules.user.size(), 3u);
}

TEST_F(ConfigTest, WhatGoesOnRecord) {
  write_user("{\"rules\": [{}, {}]}");
  const auto json = loaded_json(files_, loaded());
  EXPECT_EQ(json.at("file"), files_.user);
  EXPECT_EQ(json.at("rules"), 2);
  EXPECT_EQ(json.at("sha256").get<std::string>().size(), 64u);
  EXPECT_TRUE(json.at("system_sha256").is_null());
  const Problems problems(150, {"f", 3, "rules", "wrong"});
  EXPECT_EQ(problems_json(problems).size(), 100u);
  EXPECT_EQ(problems_json({{"f", 0, "", "gone"}}).dump(),
            "[{\"file\":\"f\",\"line\":null,\"path\":null,\"what\":\"gone\"}]");
  EXPECT_THAT(rejected_text(problems), HasSubstr("f:3: rules: wrong (and 149 more"));
}

}  // namespace
}  // namespace afar::config
