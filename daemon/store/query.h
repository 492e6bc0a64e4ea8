// One use of a kept statement: bind, step, read. When it goes out of scope the statement is reset
// and lets go of what was bound. Errors as in store.h, besides std::runtime_error for a record that
// makes no sense.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/core/sha256.h"
#include "daemon/store/statements.h"
#include "shared/dialog/time.h"

namespace afar::store {

class Connection;

// Bytes that are bound as a BLOB.
struct Blob {
  std::string_view bytes;
};

class Query {
 public:
  Query(Connection& connection, Sql sql);
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  // Binds ?1, ?2, ... Copies what it is given.
  template <typename... Values>
  Query& with(const Values&... values) {
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }

  bool step();  // whether there is a row to read
  int run();    // to the end; how many rows it changed

  // Columns of the row, from 0.
  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  WallTime time(int column) const;
  std::size_t bytes(int column) const;  // of a text
  std::string text(int column) const;   // NUL included; empty for NULL
  std::optional<std::string> optional_text(int column) const;
  Hash hash(int column) const;

 private:
  void bind(int index, std::nullopt_t);
  void bind(int index, bool) = delete;  // as is what would silently become one
  void bind(int index, const char*) = delete;
  void bind(int index, int value);
  void bind(int index, std::int64_t value);
  void bind(int index, WallTime value);
  void bind(int index, const std::string& value);
  void bind(int index, std::string_view value);
  void bind(int index, const Hash& value);
  void bind(int index, Blob value);
  template <typename Value>
  void bind(int index, const std::optional<Value>& value) {
    value ? bind(index, *value) : bind(index, std::nullopt);
  }

  // Runs an action on the statement and turns SQLite's errors into ours.
  template <typename Action>
  auto guarded(Action action);

  Connection& connection_;
  Sql sql_;
  SQLite::Statement& statement_;
};

}  // namespace afar::store
