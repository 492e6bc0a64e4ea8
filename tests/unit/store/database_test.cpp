// Goal: the file is ours alone, no other program's file is touched, and a schema moves forward
// only, with a copy made first. Method: files, modes, symlinks and versions put in the way.
#include "daemon/store/database.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "shared/version.h"
#include "tests/unit/store/raw_database.h"
#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

namespace fs = std::filesystem;

int mode_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? static_cast<int>(info.st_mode & 07777) : -1;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void make_empty(const std::string& path) { const std::ofstream file(path); }

// Why it was refused.
std::string refusal_of(const std::string& path) {
  try {
    Store store(path);
  } catch (const DatabaseRefused& refused) {
    return refused.what();
  }
  return "";
}

class DatabaseFile : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::string path_ = folder_.file("state/afar.db");
};

TEST_F(DatabaseFile, IsOursAloneWhateverTheUmask) {
  for (const mode_t mask : {0000u, 0022u, 0777u}) {
    const std::string path = folder_.file(std::to_string(mask) + ".db");
    const mode_t before = ::umask(mask);
    {
      Store store(path);
      put(store, plain_record("tbxkq"));
      EXPECT_EQ(mode_of(path), 0600);
      EXPECT_EQ(mode_of(path + "-wal"), 0600);
      EXPECT_EQ(mode_of(path + "-shm"), 0600);
    }
    ::umask(before);
  }
  Store store(path_);
  EXPECT_EQ(mode_of(fs::path(path_).parent_path()), 0700);
}

TEST_F(DatabaseFile, IsClosedToOthersWhereItWasOpen) {
  { Store store(path_); }
  fs::permissions(path_, fs::perms(0644));
  Store store(path_);
  EXPECT_EQ(mode_of(path_), 0600);
}

TEST_F(DatabaseFile, IsNoSymlink) {
  { Store store(path_); }
  fs::create_symlink(path_, folder_.file("link.db"));
  EXPECT_NE(refusal_of(folder_.file("link.db")).find("symlink"), std::string::npos);
  fs::create_symlink(folder_.file("nowhere"), folder_.file("dangling.db"));
  EXPECT_NE(refusal_of(folder_.file("dangling.db")).find("symlink"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_.file("nowhere")));
  // A home reached through one is fine.
  fs::create_directory_symlink(folder_.file("state"), folder_.file("home"));
  EXPECT_NO_THROW(Store(folder_.file("home/afar.db")));
}

TEST_F(DatabaseFile, IsNoFolder) {
  fs::create_directories(path_);
  EXPECT_NE(refusal_of(path_).find("not a plain file"), std::string::npos);
}

TEST_F(DatabaseFile, HasItsSettings) {
  const auto database = store::open_database(path_);
  const auto setting = [&](const char* name) {
    return database->execAndGet(std::string("PRAGMA ") + name).getString();
  };
  EXPECT_EQ(setting("application_id"), std::to_string(0x61666172));
  EXPECT_EQ(setting("user_version"), std::to_string(kSchemaVersion));
  EXPECT_EQ(setting("journal_mode"), "wal");
  EXPECT_EQ(setting("synchronous"), "2");
  EXPECT_EQ(setting("fullfsync"), "1");
  EXPECT_EQ(setting("checkpoint_fullfsync"), "1");
  EXPECT_EQ(setting("foreign_keys"), "1");
  EXPECT_EQ(setting("recursive_triggers"), "1");
  EXPECT_EQ(setting("secure_delete"), "1");
  EXPECT_EQ(setting("busy_timeout"), "2000");
}

TEST_F(DatabaseFile, OfAnotherProgramIsNotTouched) {
  const std::string text = folder_.file("notes.txt");
  std::ofstream(text) << std::string(5000, 'n');
  EXPECT_NE(refusal_of(text).find("not an SQLite database"), std::string::npos);
  EXPECT_EQ(bytes_of(text), std::string(5000, 'n'));

  const std::string other = folder_.file("other.db");
  make_empty(other);
  RawDatabase(other).run("CREATE TABLE bookmark (url TEXT)");
  const std::string before = bytes_of(other);
  EXPECT_NE(refusal_of(other).find("another program"), std::string::npos);
  EXPECT_EQ(bytes_of(other), before);

  const std::string tagged = folder_.file("tagged.db");
  make_empty(tagged);
  RawDatabase(tagged).run("PRAGMA application_id = 1234; PRAGMA user_version = 1");
  EXPECT_NE(refusal_of(tagged).find("another program"), std::string::npos);
}

TEST_F(DatabaseFile, OfANewerSchemaIsRefusedWithBothNumbers) {
  { Store store(path_); }
  RawDatabase(path_).run("PRAGMA user_version = 77");
  const std::string refusal = refusal_of(path_);
  EXPECT_NE(refusal.find("schema 77"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("up to " + std::to_string(kSchemaVersion)), std::string::npos) << refusal;
  EXPECT_EQ(RawDatabase(path_).number("PRAGMA user_version"), 77);
}

TEST_F(DatabaseFile, ThatIsEmptyOrWasLeftHalfMadeIsTakenAsNew) {
  make_empty(folder_.file("empty.db"));
  EXPECT_NO_THROW(Store(folder_.file("empty.db")));
  make_empty(folder_.file("half.db"));
  RawDatabase(folder_.file("half.db")).run("PRAGMA journal_mode = WAL");
  EXPECT_NO_THROW(Store(folder_.file("half.db")));
}

TEST_F(DatabaseFile, ThatCannotBeMadeIsUnavailable) {
  make_empty(folder_.file("file"));
  EXPECT_THROW(Store(folder_.file("file/afar.db")), StorageUnavailable);
}

class Migrating : public DatabaseFile {
 protected:
  // The schema of today and then more.
  std::vector<store::Migration> steps_and(std::initializer_list<const char*> more) {
    std::vector<store::Migration> steps(store::migrations().begin(), store::migrations().end());
    for (const char* sql : more) steps.push_back({steps.back().to + 1, sql});
    return steps;
  }
  std::string copy() const { return path_ + ".schema-" + std::to_string(kSchemaVersion); }
};

TEST_F(Migrating, MakesACopyFirstAndKeepsWhatIsThere) {
  {
    Store store(path_);
    put(store, plain_record("tbxkq"));
  }
  EXPECT_FALSE(fs::exists(copy()));
  {
    const auto database = store::open_database(
        path_, steps_and({"ALTER TABLE dialog ADD COLUMN colour TEXT", "CREATE TABLE more (x)"}));
    EXPECT_EQ(database->execAndGet("PRAGMA user_version").getInt(), kSchemaVersion + 2);
    EXPECT_EQ(database->execAndGet("SELECT count(colour IS NULL) FROM dialog").getInt(), 1);
  }
  EXPECT_EQ(mode_of(copy()), 0600);
  EXPECT_NE(refusal_of(path_), "");
  Store before(copy());
  EXPECT_TRUE(before.knows("tbxkq"));
}

TEST_F(Migrating, StopsAtTheLastWholeStep) {
  {
    Store store(path_);
    put(store, plain_record("tbxkq"));
  }
  const auto broken =
      steps_and({"CREATE TABLE more (x)", "CREATE TABLE half (x); SELECT nonsense"});
  EXPECT_ANY_THROW(store::open_database(path_, broken));
  RawDatabase raw(path_);
  EXPECT_EQ(raw.number("PRAGMA user_version"), kSchemaVersion + 1);
  EXPECT_EQ(raw.number("SELECT count(*) FROM sqlite_master WHERE name = 'more'"), 1);
  EXPECT_EQ(raw.number("SELECT count(*) FROM sqlite_master WHERE name = 'half'"), 0);
  EXPECT_EQ(raw.number("SELECT count(*) FROM dialog"), 1);
  EXPECT_FALSE(fs::exists(copy() + ".unfinished"));
}

TEST_F(Migrating, MakesNoCopyOfANewFile) {
  store::open_database(path_, steps_and({"CREATE TABLE more (x)"}));
  EXPECT_FALSE(fs::exists(copy()));
  EXPECT_EQ(RawDatabase(path_).number("PRAGMA user_version"), kSchemaVersion + 1);
}

}  // namespace
}  // namespace afar
