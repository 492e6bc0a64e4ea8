// Brings a database to a schema, step by step.
#pragma once
#include <span>

#include "daemon/store/schema.h"

namespace SQLite {
class Database;
}

namespace afar::store {

// Whether the file is new (nothing in it), or else its schema's version. Changes nothing. Throws
// DatabaseRefused where the file is another program's or newer than `newest`, SQLite::Exception
// otherwise.
int identify(SQLite::Database& database, int newest);
inline constexpr int kNewFile = 0;

// Runs the steps that are missing, each in one transaction. An existing database is copied first,
// to
// `<its name>.schema-<its version>` (mode 0600, an earlier copy of that name is replaced).
// Throws SQLite::Exception or StorageUnavailable; the database then stands at the last whole step.
void migrate(SQLite::Database& database, int version, std::span<const Migration> steps);

}  // namespace afar::store
