// Browsers that people came in with, and links that were not used yet.
#include <algorithm>

#include "daemon/store/query.h"
#include "daemon/store/store.h"

namespace afar {
namespace {

using store::Query;
using store::Sql;

constexpr std::string_view kCode = "code";
constexpr std::string_view kCookie = "cookie";

LoginRow row_of(const Query& query) {
  LoginRow row;
  row.id = query.integer(0);
  row.hash = query.hash(1);
  row.is_code = query.text(2) == kCode;
  row.responder = query.text(3);
  row.label = query.text(4);
  row.created_at = query.time(5);
  row.expires_at = query.time(6);
  if (!query.is_null(7)) row.last_seen_at = query.time(7);
  return row;
}

}  // namespace

void Store::insert_login(const LoginRow& row) {
  Query(*connection_, Sql::kInsertLogin)
      .with(row.hash, row.is_code ? kCode : kCookie, row.responder, row.label, row.created_at,
            row.expires_at, row.last_seen_at)
      .run();
}

std::optional<LoginRow> Store::find_login(const Hash& hash) {
  Query query(*connection_, Sql::kFindLogin);
  if (!query.with(hash).step()) return std::nullopt;
  return row_of(query);
}

std::vector<LoginRow> Store::logins(WallTime now) {
  std::vector<LoginRow> rows;
  Query query(*connection_, Sql::kListLogins);
  query.with(now);
  while (query.step()) rows.push_back(row_of(query));
  return rows;
}

void Store::see_login(std::int64_t id, WallTime at) {
  Query(*connection_, Sql::kSeeLogin).with(id, at).run();
}

bool Store::remove_login(std::int64_t id) {
  return Query(*connection_, Sql::kRemoveLogin).with(id).run() > 0;
}

void Store::remove_old_logins(WallTime now) {
  Query(*connection_, Sql::kRemoveOldLogins).with(now).run();
}

}  // namespace afar
