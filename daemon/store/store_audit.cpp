// The audit of the record: appended in the transaction of the change itself, read page by page.
#include <openssl/rand.h>

#include <array>
#include <limits>
#include <stdexcept>

#include "daemon/store/audit_hash.h"
#include "daemon/store/connection.h"
#include "daemon/store/query.h"
#include "daemon/store/store.h"

namespace afar {

using store::Query;
using store::Sql;

namespace {

// A page makes one message of the wire, and one that a person can read.
constexpr int kEventsMax = 1000;
constexpr std::size_t kTextBytesMax = std::size_t{512} * 1024;

using Salt = std::array<std::uint8_t, store::kSaltBytes>;

std::string_view bytes_of(const Salt& salt) {
  return {reinterpret_cast<const char*>(salt.data()), salt.size()};
}

Salt new_salt() {
  Salt salt{};
  if (RAND_bytes(salt.data(), static_cast<int>(salt.size())) != 1) {
    throw std::runtime_error("cannot append to the audit: no random numbers to be had");
  }
  return salt;
}

// From the columns EVENT.
AuditEvent event_from(const Query& row) {
  AuditEvent event;
  event.seq = row.integer(0);
  event.at = row.time(1);
  event.kind = row.text(2);
  event.dialog = row.optional_text(3);
  const auto kind = decider_kind_from(row.text(4));
  if (!kind) throw std::runtime_error("cannot query the audit: its record has an unknown word");
  event.actor = {*kind, row.text(5), row.text(6), row.text(7)};
  event.hash = row.hash(8);
  event.body = row.optional_text(9);
  return event;
}

}  // namespace

AuditHead Store::audit_head() {
  Query query(*connection_, Sql::kAuditHead);
  if (!query.step()) throw std::runtime_error("the audit's head is missing; verify the audit");
  return {query.integer(0), query.hash(1)};
}

void Store::append_audit(const AuditEntry& entry) {
  const AuditHead head = audit_head();
  const std::int64_t seq = head.count + 1;
  const Salt salt = new_salt();
  store::AuditHasher hasher;
  const Hash body_hash = hasher.of_text(bytes_of(salt), entry.body);
  const Decider& actor = entry.actor;
  const Hash hash = hasher.of_event({as_bytes(head.hash), seq, entry.at.time_since_epoch().count(),
                                     entry.kind, entry.dialog, to_word(actor.kind), actor.name,
                                     actor.surface, actor.rule, as_bytes(body_hash)});
  Query(*connection_, Sql::kAppendEvent)
      .with(seq, entry.at, entry.kind, entry.dialog, to_word(actor.kind), actor.name, actor.surface,
            actor.rule, body_hash, head.hash, hash)
      .run();
  Query(*connection_, Sql::kAppendText).with(seq, store::Blob{bytes_of(salt)}, entry.body).run();
}

AuditPage Store::audit_query(const AuditFilter& filter) {
  const std::int64_t at_least = filter.since ? filter.since->time_since_epoch().count()
                                             : std::numeric_limits<std::int64_t>::min();
  std::int64_t after = filter.after;
  if (filter.since && !filter.dialog && after == 0) {
    // The first page skips what is older by the index; the next ones go on from there.
    Query first(*connection_, Sql::kFirstEventSince);
    if (!first.with(at_least).step() || first.is_null(0)) return {};
    after = first.integer(0) - 1;
  }
  Query query(*connection_, filter.dialog ? Sql::kQueryEventsOfDialog : Sql::kQueryEvents);
  if (filter.dialog) {
    query.with(after, at_least, kEventsMax + 1, *filter.dialog);
  } else {
    query.with(after, at_least, kEventsMax + 1);
  }
  AuditPage page;
  std::size_t bytes = 0;
  while (query.step()) {
    AuditEvent event = event_from(query);
    bytes += event.body ? event.body->size() : 0;
    const bool is_full = page.events.size() == kEventsMax || bytes > kTextBytesMax;
    if (is_full && !page.events.empty()) {
      page.next = page.events.back().seq;
      break;
    }
    page.events.push_back(std::move(event));
  }
  return page;
}

}  // namespace afar
