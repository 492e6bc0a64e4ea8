#include "daemon/store/connection.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include <filesystem>
#include <stdexcept>

#include "daemon/core/ledger.h"
#include "daemon/store/database.h"
#include "daemon/store/failure.h"

namespace afar::store {
namespace {

// A checkpoint costs two fsyncs and a write for each page that changed, so it pays to gather some;
// the log of a turn is about twenty pages of 4 KiB.
constexpr int kLogPagesDue = 1000;
// Where nobody called checkpoint_if_due for so long (16 MiB of log), the commit does it itself.
constexpr int kLogPagesMax = 4000;

// Called by SQLite after each commit. What it returns would be the result of a commit that is done.
int note_log_pages(void* pages, sqlite3*, const char*, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

}  // namespace

// Absolute, since it may be opened again in another working directory.
Connection::Connection(const std::string& path, Access access)
    : path_(std::filesystem::absolute(path)), access_(access) {
  open();
}

Connection::~Connection() {
  roll_back();
  close();
}

void Connection::open() {
  database_ = access_ == Access::kRead ? open_for_reading(path_) : open_database(path_);
  statements_ = std::make_unique<Statements>(*database_);
  sqlite3_wal_hook(database_->getHandle(), note_log_pages, &log_pages_);
  open_count.reset();
  spoiled_ = false;
}

void Connection::close() noexcept {
  statements_.reset();
  database_.reset();
}

// SQLite would go on writing to a file that was deleted or replaced, where nobody finds it again.
bool Connection::was_moved() const {
  int moved = 0;
  return sqlite3_file_control(database_->getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) ==
             SQLITE_OK &&
         moved != 0;
}

void Connection::begin(bool reads) {
  if (turn_ != Turn::kNone) throw std::logic_error("a transaction is under way already");
  if (database_ && was_moved()) spoiled_ = true;
  run(Sql::kBegin);
  turn_ = Turn::kRunning;
  reads_ = reads;
}

void Connection::commit() {
  if (turn_ == Turn::kNone) throw std::logic_error("there is no transaction to commit");
  run(Sql::kCommit);
  turn_ = Turn::kNone;
  log_has_text_ = log_has_text_ || removes_text_;
  removes_text_ = false;
  if (log_has_text_ || log_pages_ >= kLogPagesMax) checkpoint_if_due();
}

void Connection::roll_back() noexcept {
  if (turn_ == Turn::kNone) return;
  turn_ = Turn::kNone;
  removes_text_ = false;
  open_count.reset();
  if (!database_) return;
  statements_->reset_all();
  // SQLite has rolled back by itself after some errors.
  if (sqlite3_get_autocommit(database_->getHandle()) != 0) return;
  if (database_->tryExec("ROLLBACK") != SQLITE_OK) spoiled_ = true;
}

SQLite::Statement& Connection::statement(Sql sql) {
  if (turn_ == Turn::kFailed) {
    throw StorageUnavailable("the transaction on " + path_ + " has failed; nothing of it is kept");
  }
  if (turn_ == Turn::kRunning && reads_ && is_write(sql)) {
    throw StorageUnavailable("cannot " + std::string(words_of(sql).tried) + " in " + path_ +
                             ": nothing can be kept at the moment");
  }
  if (turn_ == Turn::kNone && is_write(sql)) {
    throw std::logic_error(std::string("cannot ") + words_of(sql).tried + " outside a transaction");
  }
  if (turn_ == Turn::kNone && (spoiled_ || !database_)) {
    close();
    try {
      open();
    } catch (const DatabaseRefused& error) {
      // Refused while running, after it was fine at the start: to callers just as gone as a dead
      // disk.
      throw StorageUnavailable(error.what());
    }
  }
  try {
    return statements_->get(sql);
  } catch (const SQLite::Exception& error) {
    fail(error, sql);
  }
}

void Connection::fail(const SQLite::Exception& error, Sql sql) {
  if (turn_ == Turn::kRunning) {
    // SQLite's own rollback mends what this did; a full disk can still be read.
    turn_ = Turn::kFailed;
  } else if (turn_ == Turn::kNone && spoils_connection(error)) {
    spoiled_ = true;
  }
  throw_failure(error, words_of(sql).tried, path_);
}

void Connection::run(Sql sql) {
  SQLite::Statement& prepared = statement(sql);
  try {
    prepared.exec();
    prepared.reset();
  } catch (const SQLite::Exception& error) {
    prepared.tryReset();
    fail(error, sql);
  }
}

void Connection::checkpoint_if_due() noexcept {
  if (!database_ || spoiled_ || turn_ != Turn::kNone) return;
  if (!log_has_text_ && log_pages_ < kLogPagesDue) return;
  sqlite3* const handle = database_->getHandle();
  // A long reader is not waited for; there will be another turn. Errors are met again by the next
  // turn.
  sqlite3_busy_timeout(handle, 0);
  const int mode = log_has_text_ ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
  int in_log = 0;
  int copied = 0;
  const int result = sqlite3_wal_checkpoint_v2(handle, "main", mode, &in_log, &copied);
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  if (result != SQLITE_OK) return;
  log_has_text_ = false;
  if (in_log == copied) log_pages_ = 0;
}

}  // namespace afar::store
