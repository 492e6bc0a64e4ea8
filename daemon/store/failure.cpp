#include "daemon/store/failure.h"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <stdexcept>

#include "daemon/core/ledger.h"

namespace afar::store {
namespace {

// SQLite's extended codes keep the plain one in the low byte.
int plain_code(const SQLite::Exception& error) { return error.getErrorCode() & 0xff; }

// What to do about it; nullptr where it is no trouble of the storage.
const char* remedy_for(int code) {
  switch (code) {
    case SQLITE_FULL:
      return "free some space, and it goes on by itself";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return "another program holds the database; close it";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return "check that the file and its folder are there and can be written";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return "the file is damaged; put a backup in its place, or move it away to begin a new one";
    case SQLITE_IOERR:
    case SQLITE_NOLFS:
      return "check the disk and its quota; it goes on by itself when they are well";
    case SQLITE_NOMEM:
      return "the memory is used up";
    default:
      return nullptr;
  }
}

}  // namespace

void throw_failure(const SQLite::Exception& error, const std::string& tried,
                   const std::string& path) {
  const std::string happened = "cannot " + tried + " in " + path + ": " + error.what() +
                               " (SQLite " + std::to_string(error.getExtendedErrorCode()) + ")";
  // No room for the log's index is an I/O error to SQLite.
  const int code =
      error.getExtendedErrorCode() == SQLITE_IOERR_SHMSIZE ? SQLITE_FULL : plain_code(error);
  if (const char* remedy = remedy_for(code)) {
    throw StorageUnavailable(happened + "; " + remedy);
  }
  throw std::runtime_error(happened);
}

bool spoils_connection(const SQLite::Exception& error) {
  switch (plain_code(error)) {
    case SQLITE_FULL:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_NOMEM:
      return false;
    default:
      return remedy_for(plain_code(error)) != nullptr;
  }
}

bool means_damage(const SQLite::Exception& error) {
  return plain_code(error) == SQLITE_CORRUPT || plain_code(error) == SQLITE_NOTADB;
}

}  // namespace afar::store
