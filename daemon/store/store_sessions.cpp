// What the record knows of agents' sessions.
#include "daemon/store/connection.h"
#include "daemon/store/query.h"
#include "daemon/store/store.h"

namespace afar {

using store::Query;
using store::Sql;

namespace {

// More than anybody reads, and with room to spare in one message of the wire.
constexpr int kSessionsMax = 1000;

// From the columns SESSION.
SessionRow session_from(const Query& row) {
  SessionRow session;
  session.key = {row.text(0), row.text(1)};
  session.generation = row.integer(2);
  session.cwd = row.text(3);
  session.project = row.text(4);
  session.last_event = row.text(5);
  session.last_event_at = row.time(6);
  if (!row.is_null(7)) session.last_prompt_at = row.time(7);
  return session;
}

}  // namespace

std::optional<SessionRow> Store::find_session(const SessionKey& key) {
  Query query(*connection_, Sql::kFindSession);
  if (!query.with(key.agent, key.session).step()) return std::nullopt;
  return session_from(query);
}

void Store::save_session(const SessionRow& session) {
  Query(*connection_, Sql::kSaveSession)
      .with(session.key.agent, session.key.session, session.generation, session.cwd,
            session.project, session.last_event, session.last_event_at, session.last_prompt_at)
      .run();
}

std::optional<Presence> Store::said_presence() {
  Query query(*connection_, Sql::kSaidPresence);
  if (!query.step()) return std::nullopt;
  return presence_from(query.text(0));
}

void Store::save_said_presence(std::optional<Presence> presence) {
  Query(*connection_, Sql::kSavePresence).with(presence ? to_word(*presence) : "auto").run();
}

std::vector<SessionRow> Store::sessions() {
  std::vector<SessionRow> sessions;
  Query query(*connection_, Sql::kListSessions);
  query.with(kSessionsMax);
  while (query.step()) sessions.push_back(session_from(query));
  return sessions;
}

}  // namespace afar
