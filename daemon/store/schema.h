// The tables (SCHEMA.md has every column) and how a database of an older schema is brought to this
// one.
#pragma once
#include <cstdint>
#include <span>

namespace afar::store {

// "afar" in ASCII, SQLite's application_id: tells our files from any other program's.
inline constexpr std::int32_t kApplicationId = 0x61666172;

// One step of the schema. `sql` takes a database of version `to - 1` to version `to`; it runs in
// one transaction, with foreign keys not enforced, so that it may rebuild tables.
struct Migration {
  int to;
  const char* sql;
};

// All steps in order, from the empty file on. A step that was released is never changed.
std::span<const Migration> migrations();

}  // namespace afar::store
