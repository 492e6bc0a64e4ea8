// The store's connection: one transaction at a time, kept statements, and the way back after a
// failure. One thread. Its errors are those of store.h.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "daemon/store/statements.h"

namespace SQLite {
class Database;
class Exception;
class Statement;
}  // namespace SQLite

namespace afar::store {

class Connection {
 public:
  // kRead: a second one beside the store's own, that only reads.
  enum class Access { kWrite, kRead };
  explicit Connection(const std::string& path, Access access = Access::kWrite);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // `reads`: a write in it throws StorageUnavailable.
  void begin(bool reads = false);
  void commit();
  void roll_back() noexcept;

  // A kept statement, ready to be bound. Throws std::logic_error for a write outside a transaction,
  // and StorageUnavailable for anything inside one that has failed: SQLite may have ended it, and
  // what came after would be kept on its own.
  SQLite::Statement& statement(Sql sql);
  // Notes what the error does to this connection, and throws it as throw_failure does.
  [[noreturn]] void fail(const SQLite::Exception& error, Sql sql);

  // Once this transaction is committed, no trace stays of what it removed, in the log either.
  void leave_no_trace() { removes_text_ = true; }
  void checkpoint_if_due() noexcept;

  const std::string& path() const { return path_; }

  // How many dialogs are open, where that is known: counting them takes longer the more there are.
  std::optional<std::int64_t> open_count;

 private:
  enum class Turn { kNone, kRunning, kFailed };

  void open();
  void close() noexcept;
  bool was_moved() const;
  void run(Sql sql);

  std::string path_;
  Access access_;
  std::unique_ptr<SQLite::Database> database_;
  std::unique_ptr<Statements> statements_;
  Turn turn_ = Turn::kNone;
  bool reads_ = false;         // the transaction may not write
  bool spoiled_ = false;       // to be opened anew
  bool removes_text_ = false;  // the transaction does
  bool log_has_text_ = false;  // that was removed, so that the log is to be emptied
  int log_pages_ = 0;  // committed and not in the database file yet, as the last commit told
};

}  // namespace afar::store
