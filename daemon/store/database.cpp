#include "daemon/store/database.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>
#include <unistd.h>

#include <string_view>

#include "daemon/store/failure.h"
#include "daemon/store/migration.h"
#include "daemon/store/private_file.h"

// STRICT tables.
static_assert(SQLITE_VERSION_NUMBER >= 3037000, "SQLite 3.37 or newer is needed");

namespace afar::store {
namespace {

// For every connection. Sorting stays in memory: no texts in temporary files, and no need of a
// disk.
constexpr const char* kSettings =
    "PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA temp_store = MEMORY;";

// fullfsync: on macOS a plain fsync does not reach the disk. The log shrinks to this size after a
// long reader let it grow. secure_delete: what forget removes is overwritten. wal_autocheckpoint is
// off because Connection checkpoints between turns.
constexpr const char* kDurability =
    "PRAGMA synchronous = FULL;"
    "PRAGMA fullfsync = ON;"
    "PRAGMA checkpoint_fullfsync = ON;"
    "PRAGMA journal_size_limit = 16777216;"
    "PRAGMA wal_autocheckpoint = 0;"
    "PRAGMA secure_delete = ON;";

constexpr const char* kConstraints =
    "PRAGMA foreign_keys = ON;"
    "PRAGMA recursive_triggers = ON;";

void keep_a_log(SQLite::Database& database) {
  const std::string mode = database.execAndGet("PRAGMA journal_mode = WAL").getString();
  if (mode != "wal") {
    throw DatabaseRefused(database.getFilename() +
                          " stands where SQLite cannot keep its log (journal mode " + mode +
                          "); name a file on a local disk with --db or AFAR_DB");
  }
}

[[noreturn]] void refuse_or_fail(const SQLite::Exception& error, const std::string& path) {
  if ((error.getErrorCode() & 0xff) == SQLITE_NOTADB) {
    throw DatabaseRefused(path +
                          " is not an SQLite database; it was not touched. Name another file with "
                          "--db or AFAR_DB");
  }
  throw_failure(error, "open the database", path);
}

// As SQLite reads it: a file that nobody writes, so neither log nor locks are needed.
std::string immutable_uri(std::string_view path) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%') {
      uri += "%25";
    } else if (c == '?') {
      uri += "%3f";
    } else if (c == '#') {
      uri += "%23";
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

std::unique_ptr<SQLite::Database> open_readable(const std::string& path, const std::string& name,
                                                int flags) {
  auto database = std::make_unique<SQLite::Database>(
      name, SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX | flags, kBusyTimeoutMs);
  database->exec(kSettings);
  if (identify(*database, migrations().back().to) == kNewFile) {
    throw DatabaseRefused(path + " is empty: no database of afar's");
  }
  return database;
}

}  // namespace

std::unique_ptr<SQLite::Database> open_database(const std::string& path,
                                                std::span<const Migration> steps) {
  const std::string real = make_private_file(path);
  try {
    auto database = std::make_unique<SQLite::Database>(
        real, SQLite::OPEN_READWRITE | SQLite::OPEN_NOFOLLOW | SQLite::OPEN_NOMUTEX,
        kBusyTimeoutMs);
    database->exec(kSettings);
    // Before anything is written: another program's file stays as it is.
    const int version = identify(*database, steps.back().to);
    keep_a_log(*database);
    database->exec(kDurability);
    migrate(*database, version, steps);
    database->exec(kConstraints);
    return database;
  } catch (const SQLite::Exception& error) {
    refuse_or_fail(error, real);
  }
}

std::unique_ptr<SQLite::Database> open_for_reading(const std::string& path) {
  try {
    try {
      return open_readable(path, path, 0);
    } catch (const SQLite::Exception& error) {
      const int code = error.getErrorCode() & 0xff;
      const bool has_log = ::access((path + "-wal").c_str(), F_OK) == 0;
      if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || has_log ||
          ::access(path.c_str(), R_OK) != 0) {
        throw;
      }
    }
    // Reading a file in WAL mode needs a log beside it, which this folder does not let us make.
    return open_readable(path, immutable_uri(path), SQLite::OPEN_URI);
  } catch (const SQLite::Exception& error) {
    refuse_or_fail(error, path);
  }
}

}  // namespace afar::store
