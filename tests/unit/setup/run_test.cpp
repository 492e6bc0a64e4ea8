// Goal: setup replaces a settings file whole or leaves it untouched, and says which. Method: whole
// command lines on files of a temporary home.
#include "hook/setup/run.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/setup/folder.h"

namespace afar::setup {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kFile = ".claude/settings.json";
constexpr const char* kBackup = "settings.json.afar-backup-20261130T140615Z";
constexpr const char* kOthers = "{\n  \"model\": \"x\"\n}\n";

class SetupRun : public HomeTest {
 protected:
  Ended run(const std::vector<std::string>& words) {
    return setup::run(words, {environment(), folder_.empty() ? home_ : folder_, hook_,
                              *from_rfc3339("2026-11-30T14:06:15.123Z")});
  }
  mode_t mode_of(const std::string& name) const {
    struct stat info {};
    EXPECT_EQ(::lstat((home_ + "/" + name).c_str(), &info), 0) << name;
    return info.st_mode & 07777;
  }

  std::string hook_ = "/opt/a b/bin/afar-hook";
  std::string folder_;
};

TEST_F(SetupRun, KeepsACopyAndTheMode) {
  write(kFile, kOthers);
  ::chmod((home_ + "/" + kFile).c_str(), 0640);
  const Ended ended = run({"claude-code"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("Changed " + home_ + "/.claude/settings.json:\n"));
  EXPECT_THAT(ended.out, HasSubstr("added PreToolUse of AskUserQuestion"));
  EXPECT_THAT(read(kFile), HasSubstr("\"command\": \"/opt/a b/bin/afar-hook\""));
  EXPECT_EQ(mode_of(kFile), 0640u);
  EXPECT_THAT(files_in(".claude"), ElementsAre("settings.json", kBackup));
  EXPECT_EQ(read(".claude/" + std::string(kBackup)), kOthers);
  EXPECT_EQ(mode_of(".claude/" + std::string(kBackup)), 0640u);
  // In the same second: no copy takes another's place.
  EXPECT_EQ(run({"--remove", "claude-code"}).exit_code, 0);
  EXPECT_EQ(read(kFile), kOthers);
  EXPECT_THAT(files_in(".claude"),
              ElementsAre("settings.json", kBackup, std::string(kBackup) + "-2"));
}

TEST_F(SetupRun, TwiceChangesNothingAndSaysSo) {
  write(kFile, kOthers);
  run({"claude-code"});
  const std::string before = read(kFile);
  const Ended ended = run({"claude-code"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.out, HasSubstr("nothing was changed"));
  EXPECT_EQ(read(kFile), before);
  EXPECT_EQ(files_in(".claude").size(), 2u) << "and no second copy";
  EXPECT_EQ(run({"claude-code", "--remove"}).exit_code, 0);
  EXPECT_THAT(run({"claude-code", "--remove"}).out, HasSubstr("Nothing of afar's is registered"));
  EXPECT_EQ(read(kFile), kOthers);
}

TEST_F(SetupRun, WritesTheFileOfEachScope) {
  fs::create_directories(home_ + "/src/.git");
  fs::create_directories(home_ + "/src/deep/er");
  fs::create_directories(home_ + "/plain");
  folder_ = home_ + "/src/deep/er";
  EXPECT_THAT(run({"claude-code", "--scope", "project"}).out,
              HasSubstr("the project in " + home_ + "/src."));
  EXPECT_THAT(files_in("src/.claude"), ElementsAre("settings.json"));
  run({"claude-code", "--scope=local"});
  EXPECT_THAT(files_in("src/.claude"), ElementsAre("settings.json", "settings.local.json"));
  folder_ = home_ + "/plain";
  run({"claude-code", "--scope", "local"});
  EXPECT_THAT(files_in("plain/.claude"), ElementsAre("settings.local.json"));
  variables_["CLAUDE_CONFIG_DIR"] = home_ + "/elsewhere";
  run({"claude-code", "--scope", "user"});
  EXPECT_THAT(files_in("elsewhere"), ElementsAre("settings.json"));
  EXPECT_THAT(files_in(".claude"), IsEmpty());
}

TEST_F(SetupRun, RemovesAFileThatItMade) {
  run({"claude-code"});
  EXPECT_THAT(files_in(".claude"), ElementsAre("settings.json"));
  EXPECT_THAT(run({"claude-code", "--remove"}).out, StartsWith("Removed "));
  EXPECT_THAT(files_in(".claude"), ElementsAre(kBackup));
  EXPECT_EQ(run({"claude-code", "--remove"}).exit_code, 0);
}

TEST_F(SetupRun, DryRunShowsAndWritesNothing) {
  EXPECT_THAT(run({"claude-code", "--dry-run"}).out, HasSubstr("+  \"hooks\": {"));
  EXPECT_FALSE(fs::exists(home_ + "/.claude"));
  write(kFile, kOthers);
  ::chmod((home_ + "/" + kFile).c_str(), 0400);
  const Ended ended = run({"claude-code", "--dry-run"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("Nothing was changed."));
  EXPECT_THAT(ended.out,
              HasSubstr("@@ -1,3 +1,209 @@\n {\n-  \"model\": \"x\"\n+  \"model\": \"x\",\n"
                        "+  \"hooks\": {\n"));
  EXPECT_EQ(read(kFile), kOthers);
  EXPECT_THAT(files_in(".claude"), ElementsAre("settings.json"));
}

TEST_F(SetupRun, FollowsASymlinkAndKeepsIt) {
  write("dotfiles/claude.json", kOthers);
  fs::create_directories(home_ + "/.claude");
  fs::create_symlink("../dotfiles/claude.json", home_ + "/" + kFile);
  EXPECT_EQ(run({"claude-code"}).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(home_ + "/" + kFile));
  EXPECT_THAT(read("dotfiles/claude.json"), HasSubstr("afar-hook"));
  EXPECT_THAT(files_in("dotfiles"), ElementsAre("claude.json")) << "the copy stands by the link";
  EXPECT_EQ(run({"claude-code", "--remove"}).exit_code, 0);
  EXPECT_EQ(read("dotfiles/claude.json"), kOthers);
}

TEST_F(SetupRun, RefusesWhatItCannotReplaceAndLeavesItAlone) {
  const struct {
    std::string what;
    std::function<void(const std::string& file)> make;
    std::string says;
  } cases[] = {
      {"not JSON", [](const auto& file) { std::ofstream(file) << "{\n  oops\n}\n"; }, "line 2"},
      {"a wrong shape", [](const auto& file) { std::ofstream(file) << "{\"hooks\": []}"; },
       "\"hooks\" has to be"},
      {"invalid UTF-8", [](const auto& file) { std::ofstream(file) << "{\"a\": \"\xff\"}"; },
       "no JSON"},
      {"too large", [](const auto& file) { std::ofstream(file) << std::string(5 << 20, ' '); },
       "larger than 4 MiB"},
      {"a folder", [](const auto& file) { fs::create_directory(file); }, "no plain file"},
      {"a pipe", [](const auto& file) { ::mkfifo(file.c_str(), 0600); }, "no plain file"},
      {"a symlink to nothing", [](const auto& file) { fs::create_symlink("nowhere", file); },
       "leads nowhere"},
      {"a symlink to itself", [](const auto& file) { fs::create_symlink(file, file); },
       "leads nowhere"},
      {"read-only",
       [](const auto& file) {
         std::ofstream(file) << kOthers;
         ::chmod(file.c_str(), 0444);
       },
       "is not writable"},
  };
  for (const auto& each : cases) {
    fs::remove_all(home_ + "/.claude");
    fs::create_directories(home_ + "/.claude");
    each.make(home_ + "/" + kFile);
    std::error_code none;
    const bool plain = fs::is_regular_file(home_ + "/" + kFile, none);
    const std::string before = plain ? read(kFile) : "";
    for (const char* option : {"--permissions", "--remove"}) {
      const Ended ended = run({"claude-code", option});
      EXPECT_EQ(ended.exit_code, 1) << each.what;
      EXPECT_EQ(ended.out, "");
      EXPECT_THAT(ended.err, StartsWith("afar setup: " + home_ + "/" + kFile)) << each.what;
      EXPECT_THAT(ended.err, HasSubstr(each.says)) << each.what;
    }
    EXPECT_THAT(files_in(".claude"), ElementsAre("settings.json")) << each.what;
    if (plain) {
      EXPECT_EQ(read(kFile), before) << each.what;
    }
  }
}

TEST_F(SetupRun, RefusesAnotherUsersFile) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  write(kFile, kOthers);
  ASSERT_EQ(::chown((home_ + "/" + kFile).c_str(), 12345, 12345), 0);
  EXPECT_THAT(run({"claude-code"}).err, HasSubstr("belongs to another user"));
  EXPECT_EQ(read(kFile), kOthers);
}

TEST_F(SetupRun, WhereNoFolderCanBeMadeSaysSo) {
  write("file", "");
  variables_["CLAUDE_CONFIG_DIR"] = home_ + "/file/below";
  const Ended ended = run({"claude-code"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.err, HasSubstr(home_ + "/file/below"));
}

TEST_F(SetupRun, TellsOfSettingsThatKeepEveryHookFromRunning) {
  write(kFile, "{\"disableAllHooks\": true}");
  EXPECT_THAT(run({"claude-code"}).err, HasSubstr("\"disableAllHooks\" is true"));
}

TEST_F(SetupRun, WithoutAHookToRegisterFails) {
  hook_ = "";
  EXPECT_EQ(run({"claude-code"}).exit_code, 1);
  EXPECT_EQ(run({"claude-code", "--remove"}).exit_code, 0) << "for which none is needed";
  hook_ = "/opt/a b/bin/afar-hook";
  EXPECT_THAT(run({"claude-code", "--mcp"}).err, HasSubstr("there is no afar-mcp"));
}

TEST_F(SetupRun, WrongWordsExitTwo) {
  const struct {
    std::vector<std::string> words;
    std::string says;
  } cases[] = {
      {{}, "the agent's name is missing; known: claude-code"},
      {{"nobody"}, "there is no agent \"nobody\""},
      {{"claude-code", "codex"}, "does not take \"codex\""},
      {{"claude-code", "--scope", "all"}, "--scope takes user, project or local"},
      {{"claude-code", "--scope"}, "scope"},
      {{"claude-code", "--bogus"}, "bogus"},
      {{"claude-code", "--remove", "--permissions"}, "exclude each other"},
      {{"claude-code", "--socket=/s"}, "--socket does not go with setup"},
  };
  for (const auto& each : cases) {
    const Ended ended = run(each.words);
    EXPECT_EQ(ended.exit_code, 2) << each.says;
    EXPECT_EQ(ended.out, "");
    EXPECT_THAT(ended.err, HasSubstr(each.says));
  }
  EXPECT_FALSE(fs::exists(home_ + "/.claude"));
  EXPECT_EQ(run({"--help"}).exit_code, 0);
}

TEST_F(SetupRun, ShowsNoControlCharacters) {
  write(kFile, "{\n  \"a\": \"\x7f\"\n}");
  EXPECT_EQ(run({"claude-code", "--dry-run"}).out.find('\x7f'), std::string::npos);
  EXPECT_EQ(run({"claude-code", "\x1b[2J"}).err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace afar::setup
