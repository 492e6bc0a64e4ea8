#include "daemon/store/query.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <stdexcept>

#include "daemon/store/connection.h"

namespace afar::store {

Query::Query(Connection& connection, Sql sql)
    : connection_(connection), sql_(sql), statement_(connection.statement(sql)) {}

Query::~Query() {
  statement_.tryReset();
  try {
    statement_.clearBindings();
  } catch (const SQLite::Exception&) {
    // Bound again before it runs again.
  }
}

template <typename Action>
auto Query::guarded(Action action) {
  try {
    return action();
  } catch (const SQLite::Exception& error) {
    connection_.fail(error, sql_);
  }
}

bool Query::step() {
  return guarded([&] { return statement_.executeStep(); });
}

int Query::run() {
  return guarded([&] { return statement_.exec(); });
}

bool Query::is_null(int column) const { return statement_.getColumn(column).isNull(); }

std::int64_t Query::integer(int column) const { return statement_.getColumn(column).getInt64(); }

WallTime Query::time(int column) const { return WallTime(Milliseconds(integer(column))); }

std::size_t Query::bytes(int column) const {
  return static_cast<std::size_t>(statement_.getColumn(column).getBytes());
}

std::string Query::text(int column) const { return statement_.getColumn(column).getString(); }

std::optional<std::string> Query::optional_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return text(column);
}

Hash Query::hash(int column) const {
  const SQLite::Column bytes = statement_.getColumn(column);
  const auto* data = static_cast<const std::uint8_t*>(bytes.getBlob());
  Hash hash{};
  if (bytes.getBytes() != static_cast<int>(hash.size())) {
    throw std::runtime_error(std::string("cannot ") + words_of(sql_).tried +
                             ": a hash on record does not have 32 bytes");
  }
  std::copy_n(data, hash.size(), hash.begin());
  return hash;
}

void Query::bind(int index, std::nullopt_t) {
  guarded([&] { statement_.bind(index); });
}

void Query::bind(int index, int value) { bind(index, std::int64_t{value}); }

void Query::bind(int index, std::int64_t value) {
  guarded([&] { statement_.bind(index, value); });
}

void Query::bind(int index, WallTime value) {
  bind(index, std::int64_t{value.time_since_epoch().count()});
}

void Query::bind(int index, const std::string& value) {
  guarded([&] { statement_.bind(index, value); });
}

void Query::bind(int index, std::string_view value) { bind(index, std::string(value)); }

void Query::bind(int index, const Hash& value) { bind(index, Blob{as_bytes(value)}); }

void Query::bind(int index, Blob value) {
  guarded(
      [&] { statement_.bind(index, value.bytes.data(), static_cast<int>(value.bytes.size())); });
}

}  // namespace afar::store
