// Goal: whatever is edited, removed, moved or cut in the audit is found, at the event where it is,
// and a text that was removed is no fault. Method: a chain of five events, tampered with in every
// column.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "daemon/store/audit_verify.h"
#include "daemon/store/refused.h"
#include "tests/unit/store/raw_database.h"
#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

constexpr int kEvents = 5;

void make_chain(const std::string& path) {
  Store store(path);
  for (int i = 0; i < kEvents; ++i) append(store, entry_of("opened", "body"));
}

struct Case {
  const char* name;
  const char* sql;
  std::optional<std::int64_t> seq;
  const char* problem;
};
std::ostream& operator<<(std::ostream& out, const Case& each) { return out << each.name; }

class Tampering : public ::testing::TestWithParam<Case> {};

TEST_P(Tampering, IsFound) {
  const TemporaryFolder folder;
  make_chain(folder.file("afar.db"));
  {
    RawDatabase raw(folder.file("afar.db"));
    raw.drop_triggers();
    raw.run(GetParam().sql);
  }
  const AuditCheck check = verify_audit(folder.file("afar.db"));
  EXPECT_FALSE(check.ok);
  ASSERT_TRUE(check.problem);
  EXPECT_NE(check.problem->find(GetParam().problem), std::string::npos) << *check.problem;
  EXPECT_EQ(check.seq, GetParam().seq);
}

INSTANTIATE_TEST_SUITE_P(
    Column, Tampering,
    ::testing::Values(
        Case{"at", "UPDATE audit_event SET at = at + 1 WHERE seq = 3", 3, "changed"},
        Case{"kind", "UPDATE audit_event SET kind = 'denied' WHERE seq = 3", 3, "changed"},
        Case{"dialog", "UPDATE audit_event SET dialog = 'aaaaa' WHERE seq = 3", 3, "changed"},
        Case{"dialog_null", "UPDATE audit_event SET dialog = NULL WHERE seq = 3", 3, "changed"},
        Case{"dialog_empty", "UPDATE audit_event SET dialog = '' WHERE seq = 3", 3, "form"},
        Case{"actor_kind", "UPDATE audit_event SET actor_kind = 'policy' WHERE seq = 3", 3,
             "changed"},
        Case{"actor_name", "UPDATE audit_event SET actor_name = 'bea' WHERE seq = 3", 3, "changed"},
        Case{"actor_surface", "UPDATE audit_event SET actor_surface = '' WHERE seq = 3", 3,
             "changed"},
        Case{"actor_rule", "UPDATE audit_event SET actor_rule = 'r' WHERE seq = 3", 3, "changed"},
        // A character moved from one field to the next: what separates them is hashed too.
        Case{"field_border",
             "UPDATE audit_event SET actor_name = 'an', actor_surface = 'ncli' WHERE seq = 3", 3,
             "changed"},
        Case{"body_hash", "UPDATE audit_event SET body_hash = zeroblob(32) WHERE seq = 3", 3,
             "text was changed"},
        Case{"body_hash_removed_text",
             "DELETE FROM audit_text WHERE seq = 3;"
             "UPDATE audit_event SET body_hash = zeroblob(32) WHERE seq = 3",
             3, "the event was changed"},
        Case{"prev_hash", "UPDATE audit_event SET prev_hash = zeroblob(32) WHERE seq = 3", 3,
             "does not follow"},
        Case{"prev_hash_first", "UPDATE audit_event SET prev_hash = hash WHERE seq = 1", 1,
             "does not follow"},
        Case{"hash", "UPDATE audit_event SET hash = zeroblob(32) WHERE seq = 3", 3, "changed"},
        Case{"hash_last", "UPDATE audit_event SET hash = zeroblob(32) WHERE seq = 5", 5, "changed"},
        Case{"hash_short", "UPDATE audit_event SET hash = zeroblob(31) WHERE seq = 3", 3, "form"},
        Case{"salt", "UPDATE audit_text SET salt = zeroblob(16) WHERE seq = 3", 3,
             "text was changed"},
        Case{"salt_and_text",
             "UPDATE audit_text SET text = substr(text, 2), salt = CAST(salt || 'b' AS BLOB) WHERE "
             "seq = 3",
             3, "text was changed"},
        Case{"text", "UPDATE audit_text SET text = 'bodx' WHERE seq = 3", 3, "text was changed"},
        Case{"head_count", "UPDATE audit_head SET count = 6", 6, "tail is missing"},
        Case{"head_count_less", "UPDATE audit_head SET count = 4", 5, "counts only 4"},
        Case{"head_hash", "UPDATE audit_head SET hash = zeroblob(32)", std::nullopt,
             "not that of the last"},
        Case{"head_gone", "DELETE FROM audit_head", std::nullopt, "head is missing"}));

#define SWAP(table, a, b)                                                          \
  "UPDATE " table " SET seq = -1 WHERE seq = " a "; UPDATE " table " SET seq = " a \
  " WHERE seq = " b "; UPDATE " table " SET seq = " b " WHERE seq = -1;"
#define CUT(seq) "DELETE FROM audit_text WHERE seq " seq ";DELETE FROM audit_event WHERE seq " seq
INSTANTIATE_TEST_SUITE_P(
    Row, Tampering,
    ::testing::Values(
        Case{"first_removed", CUT("= 1"), 1, "missing"},
        Case{"middle_removed", CUT("= 3"), 3, "missing"},
        Case{"two_removed", CUT("IN (2, 3)"), 2, "missing"},
        Case{"tail_cut", CUT("= 5"), 5, "tail is missing"},
        Case{"all_removed", CUT("> 0"), 1, "tail is missing"},
        Case{"tail_cut_and_counted", CUT("= 5") "; UPDATE audit_head SET count = 4", std::nullopt,
             "not that of the last"},
        Case{"swapped", SWAP("audit_event", "2", "3") SWAP("audit_text", "2", "3"), 2,
             "does not follow"},
        Case{"texts_swapped", SWAP("audit_text", "2", "3"), 2, "text was changed"},
        Case{"renumbered",
             "UPDATE audit_event SET seq = 4 WHERE seq = 5 AND (SELECT 0);"
             "UPDATE audit_text SET seq = 9 WHERE seq = 5;"
             "UPDATE audit_event SET seq = 9 WHERE seq = 5",
             5, "missing"},
        Case{"before_the_first",
             "INSERT INTO audit_event SELECT 0, at, kind, dialog, actor_kind,"
             " actor_name, actor_surface, actor_rule, body_hash, prev_hash, hash FROM audit_event"
             " WHERE seq = 1",
             1, "before the first"},
        Case{"doubled",
             "INSERT INTO audit_event SELECT 6, at, kind, dialog, actor_kind,"
             " actor_name, actor_surface, actor_rule, body_hash, prev_hash, hash FROM audit_event"
             " WHERE seq = 5",
             6, "does not follow"},
        Case{"text_of_nothing", "INSERT INTO audit_text VALUES (9, zeroblob(16), '')", 9,
             "no event"},
        Case{"text_before", "INSERT INTO audit_text VALUES (-1, zeroblob(16), '')", -1,
             "no event"}));

class Verify : public ::testing::Test {
 protected:
  Verify() { make_chain(path()); }
  std::string path() const { return folder_.file("afar.db"); }

  TemporaryFolder folder_;
};

TEST_F(Verify, IsContentWithAWholeChain) {
  const AuditCheck check = verify_audit(path());
  EXPECT_TRUE(check.ok);
  EXPECT_EQ(check.count, kEvents);
  EXPECT_EQ(check.removed, 0);
  EXPECT_FALSE(check.problem);
  EXPECT_FALSE(check.seq);
  EXPECT_EQ(check.hash, Store(path()).audit_head().hash);
}

TEST_F(Verify, CountsRemovedTexts) {
  // Not even a trigger is in the way of retention.
  RawDatabase(path()).run("DELETE FROM audit_text WHERE seq IN (1, 3, 5)");
  const AuditCheck check = verify_audit(path());
  EXPECT_TRUE(check.ok) << *check.problem;
  EXPECT_EQ(check.removed, 3);
}

TEST_F(Verify, RunsBesideAWriter) {
  Store store(path());
  Store::Transaction transaction(store);
  store.append_audit(entry_of("answered", "x"));
  EXPECT_EQ(verify_audit(path()).count, kEvents);
  transaction.commit();
  EXPECT_EQ(verify_audit(path()).count, kEvents + 1);
}

TEST_F(Verify, ReadsACopyInAFolderThatCannotBeWritten) {
  const std::string folder = folder_.file("archive");
  std::filesystem::create_directory(folder);
  std::filesystem::copy(path(), folder + "/a b%3f?#.db");
  std::filesystem::permissions(folder, std::filesystem::perms(0500));
  const AuditCheck check = verify_audit(folder + "/a b%3f?#.db");
  std::filesystem::permissions(folder, std::filesystem::perms(0700));
  EXPECT_TRUE(check.ok) << *check.problem;
  EXPECT_EQ(check.count, kEvents);
}

TEST_F(Verify, CallsADamagedFileAProblem) {
  const auto pages =
      RawDatabase(path()).number("SELECT rootpage FROM sqlite_master WHERE name = 'audit_event'");
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp((pages - 1) * 4096);
  file << std::string(4096, '\x5a');
  file.close();
  const AuditCheck check = verify_audit(path());
  EXPECT_FALSE(check.ok);
  EXPECT_NE(check.problem->find("damaged"), std::string::npos) << *check.problem;
}

TEST_F(Verify, RefusesWhatIsNoDatabaseOfOurs) {
  std::ofstream(folder_.file("text")) << "just some text that is long enough to be looked at";
  EXPECT_THROW(verify_audit(folder_.file("text")), DatabaseRefused);
  { std::ofstream empty(folder_.file("empty")); }
  EXPECT_THROW(verify_audit(folder_.file("empty")), DatabaseRefused);
  RawDatabase(path()).run("PRAGMA user_version = 999");
  EXPECT_THROW(verify_audit(path()), DatabaseRefused);
  EXPECT_THROW(verify_audit(folder_.file("nothing")), StorageUnavailable);
}

}  // namespace
}  // namespace afar
