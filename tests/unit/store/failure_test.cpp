// Goal: a transaction is kept whole or not at all, whatever the disk does, and the store goes on by
// itself when the disk does. Method: a limit on the file's size (as a full disk), files taken away,
// another program's lock, and kill -9 in the middle of commits.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>

#include "daemon/store/audit_verify.h"
#include "daemon/store/refused.h"
#include "shared/os/fd.h"
#include "tests/unit/store/raw_database.h"
#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Failing : public ::testing::Test {
 protected:
  std::string path() const { return folder_.file("afar.db"); }

  TemporaryFolder folder_;
};

// What a turn that cannot be kept says.
std::string failure_of(const std::function<void()>& turn) {
  try {
    turn();
  } catch (const StorageUnavailable& failure) {
    return failure.what();
  }
  return "";
}

TEST_F(Failing, NothingIsKeptOfADroppedTransaction) {
  Store store(path());
  {
    Store::Transaction transaction(store);
    store.insert(plain_record("tbxkq"));
    store.append_audit(entry_of("opened", "x"));
    store.save_session({{"a", "s"}, 1, "", "", "open", at_ms(1), std::nullopt});
    EXPECT_TRUE(store.knows("tbxkq"));
  }
  EXPECT_FALSE(store.knows("tbxkq"));
  EXPECT_FALSE(store.find_session({"a", "s"}));
  EXPECT_EQ(store.audit_head().count, 0);
}

TEST_F(Failing, WritingNeedsATransaction) {
  Store store(path());
  EXPECT_THROW(store.insert(plain_record("tbxkq")), std::logic_error);
  EXPECT_THROW(store.append_audit(entry_of("opened", "x")), std::logic_error);
  EXPECT_FALSE(store.knows("tbxkq"));
  Store::Transaction transaction(store);
  EXPECT_THROW(Store::Transaction second(store), std::logic_error);
}

// Runs in a process of its own, since the limit would hit the test's output too.
int in_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void limit_file_size(rlim_t bytes) {
  struct rlimit limit {};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

// What the child found wrong; 0: nothing.
enum Wrong { kNothing, kNoFailure, kKeptSomething, kNotUsable, kBadChain, kThrew };

Wrong use_full_disk(const std::string& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  Store store(path);
  put(store, plain_record("first"));
  append(store, entry_of("opened", "first"));
  const auto log = static_cast<rlim_t>(fs::file_size(path + "-wal"));
  // Full at some point within a transaction: at once, in its middle, at its commit.
  for (const rlim_t room : {0u, 4'000u, 30'000u, 150'000u, 1'000'000u, 2'500'000u}) {
    limit_file_size(log + room + 1);
    const std::string failure = failure_of([&] {
      Store::Transaction transaction(store);
      for (int i = 0; i < 200; ++i) {
        DialogRecord record = plain_record(id_of(i));
        record.dialog.content.body = std::string(20'000, 'x');
        store.insert(record);
        store.append_audit(entry_of("opened", "body"));
      }
      transaction.commit();
    });
    if (failure.empty()) return kNoFailure;
    if (store.knows(id_of(0)) || !store.knows("first")) return kKeptSomething;
    if (store.audit_head().count != 1 || store.count_open() != 1) return kKeptSomething;
    limit_file_size(0);
    Store::Transaction transaction(store);
    store.set_delivery("first", Delivery::kStale);
    transaction.commit();
  }
  put(store, plain_record(id_of(0)));
  append(store, entry_of("opened", "after"));
  if (store.audit_head().count != 2) return kNotUsable;
  return verify_audit(path).ok ? kNothing : kBadChain;
}

TEST_F(Failing, AFullDiskKeepsNothingOfTheTurnAndIsRecoveredFrom) {
  EXPECT_EQ(in_child([this] {
              try {
                return use_full_disk(path());
              } catch (const std::exception& error) {
                ::dprintf(STDERR_FILENO, "%s\n", error.what());
                return kThrew;
              }
            }),
            kNothing);
}

TEST_F(Failing, NothingAfterAnErrorIsKeptOnItsOwn) {
  Store store(path());
  put(store, plain_record("first"));
  RawDatabase(path()).run(
      "CREATE TRIGGER broken BEFORE UPDATE ON dialog BEGIN SELECT RAISE(ROLLBACK, 'no'); END");
  {
    Store::Transaction transaction(store);
    store.append_audit(entry_of("opened", "x"));
    EXPECT_THROW(store.set_delivery("first", Delivery::kStale), std::runtime_error);
    // SQLite has ended the transaction; what follows must not be kept on its own.
    EXPECT_ANY_THROW(store.append_audit(entry_of("opened", "y")));
    EXPECT_ANY_THROW(transaction.commit());
  }
  EXPECT_EQ(store.audit_head().count, 0);
  append(store, entry_of("opened", "z"));
  EXPECT_EQ(store.audit_head().count, 1);
}

TEST_F(Failing, AnotherProgramsLockIsWaitedForAndThenReported) {
  Store store(path());
  put(store, plain_record("first"));
  {
    RawDatabase other(path());
    other.run("BEGIN IMMEDIATE");
    EXPECT_THAT(failure_of([&] { put(store, plain_record("tbxkq")); }),
                HasSubstr("another program holds the database"));
    EXPECT_TRUE(store.knows("first"));
    other.run("ROLLBACK");
  }
  put(store, plain_record("tbxkq"));
  EXPECT_TRUE(store.knows("tbxkq"));
}

TEST_F(Failing, ADeletedFileIsMadeAnew) {
  Store store(path());
  put(store, plain_record("first"));
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path() + suffix);
  put(store, plain_record("tbxkq"));
  EXPECT_TRUE(Store(path()).knows("tbxkq"));
  EXPECT_FALSE(store.knows("first"));
  EXPECT_EQ(store.count_open(), 1);
}

TEST_F(Failing, AFileThatCannotBeMadeAnewIsUnavailableUntilItCan) {
  Store store(folder_.file("state/afar.db"));
  fs::remove_all(folder_.file("state"));
  fs::create_symlink("/nonexistent/folder", folder_.file("state"));
  const auto turn = [&] { put(store, plain_record("tbxkq")); };
  EXPECT_NE(failure_of(turn), "");
  EXPECT_NE(failure_of(turn), "");
  EXPECT_NE(failure_of([&] { store.count_open(); }), "");
  fs::remove(folder_.file("state"));
  turn();
  EXPECT_TRUE(store.knows("tbxkq"));
}

TEST_F(Failing, ADamagedFileIsReported) {
  Store store(path());
  DialogRecord record = plain_record("tbxkq");
  record.dialog.content.title = "secret-title";
  put(store, record);
  store.checkpoint_if_due();
  RawDatabase(path()).run("PRAGMA wal_checkpoint(TRUNCATE)");
  const auto page =
      RawDatabase(path()).number("SELECT rootpage FROM sqlite_master WHERE name = 'dialog'");
  const UniqueFd file(::open(path().c_str(), O_WRONLY | O_CLOEXEC));
  const std::string rubbish(4096, '\x5a');
  ASSERT_EQ(::pwrite(file.get(), rubbish.data(), rubbish.size(), (page - 1) * 4096), 4096);
  Store again(path());
  const std::string failure = failure_of([&] { again.find("tbxkq"); });
  EXPECT_THAT(failure, HasSubstr("damaged"));
  EXPECT_THAT(failure, HasSubstr("cannot read a dialog in " + path()));
}

TEST_F(Failing, NoValueIsInAMessage) {
  Store store(path());
  DialogRecord record = plain_record("tbxkq");
  record.dialog.origin.session = "secret-session";
  put(store, record);
  try {
    put(store, record);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("UNIQUE"));
    EXPECT_THAT(error.what(), Not(HasSubstr("secret")));
    EXPECT_THAT(error.what(), Not(HasSubstr("tbxkq")));
  }
}

TEST_F(Failing, TheLogStaysShort) {
  Store store(path());
  for (int i = 0; i < 300; ++i) {
    put(store, plain_record(id_of(i)));
    store.checkpoint_if_due();
  }
  EXPECT_LT(fs::file_size(path() + "-wal"), 6u << 20);
}

TEST_F(Failing, TheLogStaysBoundedWhereNobodyAsksForCheckpoints) {
  Store store(path());
  const AuditEntry entry = entry_of("opened", std::string(200'000, 'x'));
  for (int i = 0; i < 150; ++i) append(store, entry);
  EXPECT_LT(fs::file_size(path() + "-wal"), 20u << 20);
}

TEST_F(Failing, TheLogShrinksAfterALongReader) {
  Store store(path());
  const AuditEntry entry = entry_of("opened", std::string(1'000'000, 'x'));
  {
    RawDatabase reader(path());
    reader.run("BEGIN");
    reader.number("SELECT count(*) FROM audit_event");
    for (int i = 0; i < 30; ++i) append(store, entry);
    EXPECT_GT(fs::file_size(path() + "-wal"), 20u << 20);
  }
  store.checkpoint_if_due();
  append(store, entry);
  EXPECT_LE(fs::file_size(path() + "-wal"), 16u << 20);
}

// Commits until it is killed, and says each time what is committed.
[[noreturn]] void commit_for_ever(const std::string& path, int report) {
  Store store(path);
  for (int i = static_cast<int>(store.audit_head().count);; ++i) {
    Store::Transaction transaction(store);
    store.insert(plain_record(id_of(i)));
    store.append_audit(entry_of("opened", std::string(static_cast<std::size_t>(i), 'b')));
    transaction.commit();
    store.checkpoint_if_due();
    if (::write(report, &i, sizeof i) != sizeof i) ::_exit(1);
  }
}

TEST_F(Failing, WhatWasReportedAsCommittedSurvivesKill) {
  int last = -1;
  for (int round = 0; round < 12; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    UniqueFd reports(ends[0]);
    UniqueFd report(ends[1]);
    const pid_t child = ::fork();
    if (child == 0) commit_for_ever(path(), report.get());
    report.reset();
    // Killed after some commits more each round, somewhere in the next one.
    int left = 3 + round * 7;
    int reported = last;
    while (left-- > 0 && ::read(reports.get(), &reported, sizeof reported) == sizeof reported) {
    }
    ::usleep(static_cast<useconds_t>(round * 171));
    ::kill(child, SIGKILL);
    while (::read(reports.get(), &reported, sizeof reported) == sizeof reported) {
    }
    ::waitpid(child, nullptr, 0);
    ASSERT_GT(reported, last);
    last = reported;

    Store store(path());
    const AuditCheck check = verify_audit(path());
    ASSERT_TRUE(check.ok) << *check.problem;
    ASSERT_GE(check.count, last + 1);
    ASSERT_LE(check.count, last + 2);
    for (int i = 0; i <= last; ++i) ASSERT_TRUE(store.knows(id_of(i))) << i;
    ASSERT_EQ(store.count_open(), check.count);
  }
}

}  // namespace
}  // namespace afar
