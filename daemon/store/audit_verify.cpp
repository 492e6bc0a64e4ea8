#include "daemon/store/audit_verify.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include <string_view>

#include "daemon/store/audit_hash.h"
#include "daemon/store/database.h"
#include "daemon/store/failure.h"

namespace afar {
namespace {

// What is wrong and where; caught at the end of this file.
struct Found {
  std::optional<std::int64_t> seq;
  std::string problem;
};

std::string_view bytes(const SQLite::Column& column) {
  const auto* data = static_cast<const char*>(column.getBlob());
  return {data, static_cast<std::size_t>(column.getBytes())};
}

bool is_blob_of(const SQLite::Column& column, std::size_t size) {
  return column.isBlob() && static_cast<std::size_t>(column.getBytes()) == size;
}

// Two cursors side by side, events and texts, both in the order of seq: no look-up for each event.
class Walk {
 public:
  explicit Walk(SQLite::Database& database)
      : events_(database,
                "SELECT seq, at, kind, dialog, actor_kind, actor_name, actor_surface, actor_rule,"
                " body_hash, prev_hash, hash FROM audit_event ORDER BY seq"),
        texts_(database, "SELECT seq, salt, text FROM audit_text ORDER BY seq"),
        has_text_(texts_.executeStep()) {}

  // Adds to `check` up to the end or the first problem, which it throws.
  void run(AuditCheck& check) {
    while (events_.executeStep()) {
      const std::int64_t seq = events_.getColumn(0).getInt64();
      if (seq != check.count + 1) {
        throw Found{check.count + 1, seq > check.count ? "the event is missing"
                                                       : "an event stands before the first one"};
      }
      check_types(seq);
      check_links(seq, check.hash);
      check_text(seq, check);
      check_hash(seq, check.hash);
      check.count = seq;
    }
    if (has_text_) throw Found{text_seq(), "a text belongs to no event"};
  }

 private:
  std::int64_t text_seq() { return texts_.getColumn(0).getInt64(); }

  void check_types(std::int64_t seq) {
    bool is_sound = events_.getColumn(1).isInteger() && is_blob_of(events_.getColumn(8), 32) &&
                    is_blob_of(events_.getColumn(9), 32) && is_blob_of(events_.getColumn(10), 32);
    for (const int text : {2, 4, 5, 6, 7}) is_sound = is_sound && events_.getColumn(text).isText();
    const SQLite::Column dialog = events_.getColumn(3);
    is_sound = is_sound && (dialog.isNull() || (dialog.isText() && dialog.getBytes() > 0));
    if (!is_sound) throw Found{seq, "the event does not have the form of one"};
  }

  void check_links(std::int64_t seq, const Hash& before) {
    if (bytes(events_.getColumn(9)) != as_bytes(before)) {
      throw Found{seq, "the event does not follow the one before it"};
    }
  }

  void check_text(std::int64_t seq, AuditCheck& check) {
    if (has_text_ && text_seq() < seq) throw Found{text_seq(), "a text belongs to no event"};
    if (!has_text_ || text_seq() > seq) {
      ++check.removed;
      return;
    }
    const SQLite::Column salt = texts_.getColumn(1);
    const SQLite::Column text = texts_.getColumn(2);
    if (!is_blob_of(salt, store::kSaltBytes) || !text.isText() ||
        as_bytes(hasher_.of_text(bytes(salt), bytes(text))) != bytes(events_.getColumn(8))) {
      throw Found{seq, "the event's text was changed"};
    }
    has_text_ = texts_.executeStep();
  }

  // Leaves the event's hash in `hash`, which is that of the event before.
  void check_hash(std::int64_t seq, Hash& hash) {
    store::EventFields event;
    event.prev_hash = as_bytes(hash);
    event.seq = seq;
    event.at_ms = events_.getColumn(1).getInt64();
    event.kind = bytes(events_.getColumn(2));
    if (!events_.isColumnNull(3)) event.dialog = bytes(events_.getColumn(3));
    event.actor_kind = bytes(events_.getColumn(4));
    event.actor_name = bytes(events_.getColumn(5));
    event.actor_surface = bytes(events_.getColumn(6));
    event.actor_rule = bytes(events_.getColumn(7));
    event.body_hash = bytes(events_.getColumn(8));
    hash = hasher_.of_event(event);
    if (bytes(events_.getColumn(10)) != as_bytes(hash)) throw Found{seq, "the event was changed"};
  }

  store::AuditHasher hasher_;
  SQLite::Statement events_;
  SQLite::Statement texts_;
  bool has_text_;
};

void check_head(SQLite::Database& database, const AuditCheck& check) {
  SQLite::Statement head(database, "SELECT count, hash FROM audit_head");
  if (!head.executeStep()) throw Found{std::nullopt, "the audit's head is missing"};
  const std::int64_t count = head.getColumn(0).getInt64();
  if (count > check.count) {
    throw Found{check.count + 1, "the tail is missing: the head counts " + std::to_string(count) +
                                     " events, and there are " + std::to_string(check.count)};
  }
  if (count < check.count) {
    throw Found{count + 1, "the head counts only " + std::to_string(count) + " events of " +
                               std::to_string(check.count)};
  }
  if (bytes(head.getColumn(1)) != as_bytes(check.hash)) {
    throw Found{std::nullopt, "the head's hash is not that of the last event"};
  }
  if (head.executeStep()) throw Found{std::nullopt, "there is more than one head"};
}

void verify(SQLite::Database& database, AuditCheck& check) {
  // One moment's state, whatever is committed meanwhile. Reading only: nothing to commit.
  SQLite::Transaction moment(database);
  Walk(database).run(check);
  check_head(database, check);
}

}  // namespace

AuditCheck verify_audit(const std::string& path) {
  const auto database = store::open_for_reading(path);
  AuditCheck check;
  try {
    verify(*database, check);
    check.ok = true;
  } catch (const Found& found) {
    check.problem = found.problem;
    check.seq = found.seq;
  } catch (const SQLite::Exception& error) {
    if (!store::means_damage(error)) store::throw_failure(error, "verify the audit", path);
    check.problem = "the database file is damaged";
    check.seq = check.count + 1;
  }
  return check;
}

}  // namespace afar
