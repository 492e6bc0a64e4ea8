// Opens the database file: makes sure that it is ours, private and of this schema, and sets what a
// connection needs. A connection belongs to whoever opened it, and to one thread at a time.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "daemon/store/refused.h"
#include "daemon/store/schema.h"

namespace SQLite {
class Database;
}

namespace afar::store {

// How long a turn waits for another program's lock (a person's sqlite3 shell). A hook gives up on
// the daemon after 5 s, and should hear storage_unavailable before.
inline constexpr int kBusyTimeoutMs = 2000;

// Opens for writing. Creates the file with mode 0600 whatever the umask, its folder 0700; takes an
// older schema to the newest of `steps`, after a copy of the file was made beside it. Throws
// DatabaseRefused or StorageUnavailable.
std::unique_ptr<SQLite::Database> open_database(const std::string& path,
                                                std::span<const Migration> steps = migrations());

// Opens an existing database of this schema for reading only; also a copy in a folder that cannot
// be written. Throws DatabaseRefused or StorageUnavailable.
std::unique_ptr<SQLite::Database> open_for_reading(const std::string& path);

}  // namespace afar::store
