#include "daemon/store/migration.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "daemon/core/ledger.h"
#include "daemon/store/private_file.h"
#include "daemon/store/refused.h"

namespace afar::store {
namespace {

int number(SQLite::Database& database, const char* query) {
  return database.execAndGet(query).getInt();
}

// Under another name until it is whole, so that a copy of that name is always a good one.
void copy_beside(SQLite::Database& database, int version) {
  const std::string copy = database.getFilename() + ".schema-" + std::to_string(version);
  const std::string unfinished = copy + ".unfinished";
  std::remove(unfinished.c_str());
  try {
    make_private_file(unfinished);
    SQLite::Database target(unfinished, SQLite::OPEN_READWRITE);
    if (SQLite::Backup(target, database).executeStep() != SQLITE_DONE) {
      throw StorageUnavailable("cannot copy " + database.getFilename() + " to " + copy +
                               ": another program holds it; close it");
    }
  } catch (...) {
    std::remove(unfinished.c_str());
    throw;
  }
  if (std::rename(unfinished.c_str(), copy.c_str()) != 0) {
    throw StorageUnavailable("cannot rename " + unfinished + ": " + std::strerror(errno));
  }
}

}  // namespace

int identify(SQLite::Database& database, int newest) {
  const std::string& path = database.getFilename();
  const int application = number(database, "PRAGMA application_id");
  const int version = number(database, "PRAGMA user_version");
  if (application == 0 && version == 0 &&
      number(database, "SELECT count(*) FROM sqlite_master") == 0) {
    return kNewFile;
  }
  if (application != kApplicationId || version < 1) {
    throw DatabaseRefused(path +
                          " is a database of another program; it was not touched. Name "
                          "another file with --db or AFAR_DB");
  }
  if (version > newest) {
    throw DatabaseRefused(path + " has schema " + std::to_string(version) +
                          ", and this afar knows schemas up to " + std::to_string(newest) +
                          ". Install the newer afar again, or put back the copy that it made "
                          "(the file's name with .schema-" +
                          std::to_string(newest) + ")");
  }
  return version;
}

void migrate(SQLite::Database& database, int version, std::span<const Migration> steps) {
  if (version == steps.back().to) return;
  if (version != kNewFile) copy_beside(database, version);
  for (const Migration& step : steps) {
    if (step.to <= version) continue;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    database.exec(step.sql);
    database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.exec("PRAGMA user_version = " + std::to_string(step.to));
    transaction.commit();
  }
}

}  // namespace afar::store
