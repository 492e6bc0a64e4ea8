// Goal: the hook, the daemon and the command look in the same places, and trust no folder that
// others can write to. Method: a table of environments; folders made wrong on purpose.
#include "shared/os/paths.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "tests/unit/shared/temporary_folder.h"

namespace afar {
namespace {

Environment fake(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(std::string(name));
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

const std::string kUid = std::to_string(::getuid());

// Where the socket is without a runtime directory: what the machine has decides.
std::string fallback_socket() {
  struct stat info {};
  const std::string run_user = "/run/user/" + kUid;
  const bool there =
      ::lstat(run_user.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::getuid();
  return (there ? run_user + "/afar" : "/tmp/afar-" + kUid) + "/afard.sock";
}

struct Case {
  const char* name;
  std::map<std::string, std::string> environment;
  PathOverrides overrides;
  Paths expected;
};

TEST(PathsTest, EveryEnvironmentLeadsWhereTheContractSays) {
  const Paths usual{"/run/me/afar/afard.sock",
                    "/home/me/.local/state/afar/afar.db",
                    "/home/me/.config/afar/config.json",
                    "/home/me/.local/state/afar",
                    "/home/me/.local/state/afar/afar.lock",
                    "/home/me/.local/state/afar/spawn.lock"};
  Paths no_runtime = usual;
  no_runtime.socket = fallback_socket();
  Paths all_xdg{"/run/me/afar/afard.sock", "/x/state/afar/afar.db",   "/x/config/afar/config.json",
                "/x/state/afar",           "/x/state/afar/afar.lock", "/x/state/afar/spawn.lock"};
  Paths own_database = usual;
  own_database.database = "/data/mine.db";
  own_database.lock = "/data/afar.lock";
  own_database.spawn_lock = "/data/spawn.lock";
  Paths variables = own_database;
  variables.socket = "/s";
  variables.config = "/c.json";
  variables.config_named = true;
  const Paths nowhere{"/run/me/afar/afard.sock",
                      "/dev/null/.local/state/afar/afar.db",
                      "/dev/null/.config/afar/config.json",
                      "/dev/null/.local/state/afar",
                      "/dev/null/.local/state/afar/afar.lock",
                      "/dev/null/.local/state/afar/spawn.lock"};
  const std::vector<Case> cases{
      {"usual", {{"HOME", "/home/me"}, {"XDG_RUNTIME_DIR", "/run/me"}}, {}, usual},
      {"no runtime directory", {{"HOME", "/home/me"}}, {}, no_runtime},
      {"XDG",
       {{"HOME", "/home/me"},
        {"XDG_RUNTIME_DIR", "/run/me"},
        {"XDG_STATE_HOME", "/x/state"},
        {"XDG_CONFIG_HOME", "/x/config"}},
       {},
       all_xdg},
      {"the XDG specification: a relative path is to be ignored",
       {{"HOME", "/home/me"},
        {"XDG_RUNTIME_DIR", "run/me"},
        {"XDG_STATE_HOME", "./state"},
        {"XDG_CONFIG_HOME", "config"}},
       {},
       no_runtime},
      {"variables",
       {{"HOME", "/home/me"},
        {"AFAR_SOCKET", "/s"},
        {"AFAR_DB", "/data/mine.db"},
        {"AFAR_CONFIG", "/c.json"}},
       {},
       variables},
      {"options win over variables",
       {{"HOME", "/home/me"},
        {"XDG_RUNTIME_DIR", "/run/me"},
        {"AFAR_SOCKET", "/other"},
        {"AFAR_DB", "/other.db"},
        {"AFAR_CONFIG", "/other.json"}},
       {"/s", "/data/mine.db", "/c.json"},
       variables},
      {"a database of its own",
       {{"HOME", "/home/me"}, {"XDG_RUNTIME_DIR", "/run/me"}, {"AFAR_DB", "/data/mine.db"}},
       {},
       own_database},
      {"a relative HOME", {{"HOME", "me"}, {"XDG_RUNTIME_DIR", "/run/me"}}, {}, nowhere},
      {"no HOME", {{"XDG_RUNTIME_DIR", "/run/me"}}, {}, nowhere}};
  for (const auto& [name, environment, overrides, expected] : cases) {
    const Paths found = find_paths(fake(environment), overrides);
    EXPECT_EQ(found.socket, expected.socket) << name;
    EXPECT_EQ(found.database, expected.database) << name;
    EXPECT_EQ(found.config, expected.config) << name;
    EXPECT_EQ(found.state_dir, expected.state_dir) << name;
    EXPECT_EQ(found.lock, expected.lock) << name;
    EXPECT_EQ(found.spawn_lock, expected.spawn_lock) << name;
  }
}

TEST(PathsTest, ALockStandsBesideADatabaseWithoutAFolder) {
  const Paths paths = find_paths(fake({{"HOME", "/home/me"}}), {"", "mine.db", ""});
  EXPECT_EQ(paths.lock, "./afar.lock");
}

TEST(PathsTest, AnEmptyVariableIsNotSet) {
  ASSERT_EQ(::setenv("AFAR_PROBE", "", 1), 0);
  EXPECT_EQ(system_environment()("AFAR_PROBE"), std::nullopt);
  ASSERT_EQ(::setenv("AFAR_PROBE", "x", 1), 0);
  EXPECT_EQ(system_environment()("AFAR_PROBE"), "x");
  ASSERT_EQ(::unsetenv("AFAR_PROBE"), 0);
  EXPECT_EQ(system_environment()("AFAR_PROBE"), std::nullopt);
}

TEST(PathsTest, AnAgentIsSeenByItsVariables) {
  EXPECT_FALSE(runs_inside_agent(fake({{"HOME", "/home/me"}})));
  EXPECT_TRUE(runs_inside_agent(fake({{"CLAUDECODE", "1"}})));
  EXPECT_TRUE(runs_inside_agent(fake({{"AI_AGENT", "some"}})));
}

mode_t mode_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 0777 : 0;
}

TEST(PrivateFolderTest, MakesWhatIsMissingForUsAlone) {
  const TemporaryFolder folder;
  EXPECT_EQ(make_private_folder_of(folder.file("a/b/c/file")), std::nullopt);
  for (const char* made : {"a", "a/b", "a/b/c"}) {
    EXPECT_EQ(mode_of(folder.file(made)), 0700u) << made;
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("a/b/c/file")));
  EXPECT_EQ(make_private_folder_of(folder.file("a/b/c/file")), std::nullopt);
}

TEST(PrivateFolderTest, AFileInTheWayIsNamed) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("a")) << "text";
  const auto wrong = make_private_folder_of(folder.file("a/file"));
  ASSERT_TRUE(wrong);
  EXPECT_NE(wrong->find(folder.file("a")), std::string::npos);
  EXPECT_TRUE(make_private_folder_of(folder.file("a/b/file")));
}

// Anybody can make names below /tmp, before we do.
TEST(PrivateFolderTest, BelowTmpOnlyAFolderOfOursAloneWillDo) {
  const TemporaryFolder ours("/tmp/afar-test-XXXXXX");
  EXPECT_EQ(make_private_folder_of(ours.file("afard.sock")), std::nullopt);
  for (const mode_t open_to_others : {0701u, 0710u, 0720u, 0750u, 0755u, 0777u}) {
    ASSERT_EQ(::chmod(ours.path().c_str(), open_to_others), 0);
    EXPECT_TRUE(make_private_folder_of(ours.file("afard.sock"))) << std::oct << open_to_others;
  }
}

TEST(PrivateFolderTest, BelowTmpASymlinkIsNotTaken) {
  const TemporaryFolder target;
  const std::string link = "/tmp/afar-link-" + std::to_string(::getpid());
  std::filesystem::create_directory_symlink(target.path(), link);
  const auto wrong = make_private_folder_of(link + "/afard.sock");
  std::filesystem::remove(link);
  ASSERT_TRUE(wrong);
  EXPECT_NE(wrong->find("symlink"), std::string::npos) << *wrong;
}

TEST(PrivateFolderTest, BelowTmpAnotherUsersFolderIsNotTaken) {
  const TemporaryFolder theirs("/tmp/afar-theirs-XXXXXX");
  constexpr uid_t kNobody = 65534;
  // Only root can give a folder away; for anybody else the folder stays ours, and will do.
  const bool given_away = ::chown(theirs.path().c_str(), kNobody, static_cast<gid_t>(-1)) == 0;
  const auto wrong = make_private_folder_of(theirs.file("afard.sock"));
  EXPECT_EQ(wrong.has_value(), given_away);
  EXPECT_EQ(wrong.value_or("").find("another user") != std::string::npos, given_away);
}

}  // namespace
}  // namespace afar
