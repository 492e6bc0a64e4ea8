#include "daemon/store/statements.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace afar::store {
namespace {

// The columns that dialog_rows.cpp reads, in its order.
#define HEAD                                                                                   \
  "id, kind, state, delivery, outcome_by, outcome_state, call, subagent, tool, content_hash, " \
  "generation, phase, created_at, expires_at, deferred, to_give"
#define WHOLE                                                                                   \
  "d.id, d.kind, d.state, d.created_at, d.expires_at, d.call, d.generation, d.tool, d.phase, "  \
  "d.content_hash, d.rule, d.origin, d.delivery, d.outcome_state, d.outcome_at, d.outcome_by, " \
  "d.outcome_name, d.outcome_surface, d.outcome_rule, d.outcome_stop, d.outcome_message, "      \
  "d.answers, t.content, t.context, d.approvers, d.late, d.showing"
#define SESSION \
  "agent, session, generation, cwd, project, last_event, last_event_at, last_prompt_at"
#define EVENT                                                                                  \
  "e.seq, e.at, e.kind, e.dialog, e.actor_kind, e.actor_name, e.actor_surface, e.actor_rule, " \
  "e.hash, t.text"
#define CARD                                                                                  \
  "c.surface, d.id, c.nonce, c.state, c.wanted, c.shown, c.attempts, c.due_at, c.escalated, " \
  "c.handle, c.why"
#define CARD_OF " WHERE surface = ?1 AND dialog = (SELECT seq FROM dialog WHERE id = ?2)"
// Word for word what the partial indices say, so that SQLite sees that they apply.
#define LIVE "state IN ('open', 'left')"

struct Entry {
  Sql sql;
  Words words;
};

constexpr Entry kTable[] = {
    {Sql::kBegin, {"begin a transaction", "BEGIN IMMEDIATE"}},
    {Sql::kCommit, {"commit", "COMMIT"}},

    {Sql::kKnows, {"look up a dialog", "SELECT 1 FROM dialog WHERE id = ?1"}},
    {Sql::kFindDialog,
     {"read a dialog",
      "SELECT " WHOLE
      " FROM dialog d LEFT JOIN dialog_text t ON t.dialog = d.seq WHERE d.id = ?1"}},
    {Sql::kFindHead, {"read a dialog", "SELECT " HEAD " FROM dialog WHERE id = ?1"}},
    {Sql::kFindByCall,
     {"look up a dialog by its call",
      "SELECT " HEAD
      " FROM dialog INDEXED BY dialog_by_call WHERE agent = ?1 AND session = ?2 AND subagent = ?3"
      " AND call = ?4 AND content_hash = ?5 ORDER BY seq DESC LIMIT 1"}},
    {Sql::kFindByContent,
     {"look up dialogs by their content",
      "SELECT " HEAD " FROM dialog INDEXED BY dialog_live WHERE agent = ?1 AND session = ?2"
      " AND " LIVE " AND subagent = ?3 AND tool = ?4 AND content_hash = ?5 ORDER BY seq"}},
    {Sql::kFindOfTool,
     {"look up dialogs of a tool",
      "SELECT " HEAD " FROM dialog INDEXED BY dialog_live WHERE agent = ?1 AND session = ?2"
      " AND " LIVE " AND subagent = ?3 AND tool = ?4 ORDER BY seq"}},
    {Sql::kOpenInSession,
     {"look up a session's dialogs",
      "SELECT " HEAD " FROM dialog INDEXED BY dialog_live WHERE agent = ?1 AND session = ?2"
      " AND " LIVE " AND state = 'open' ORDER BY seq"}},
    {Sql::kFindUnclaimed,
     {"look up dialogs without a call",
      "SELECT " HEAD " FROM dialog INDEXED BY dialog_by_call WHERE agent = ?1 AND session = ?2"
      " AND subagent = ?3 AND call = '' AND content_hash = ?5 AND tool = ?4"
      " ORDER BY seq DESC LIMIT ?6"}},
    {Sql::kFindAnswerToGive,
     {"look up an answer to give",
      "SELECT " HEAD " FROM dialog INDEXED BY dialog_to_give WHERE agent = ?1 AND session = ?2"
      " AND subagent = ?3 AND content_hash = ?5 AND tool = ?4 AND to_give = 1"
      " ORDER BY seq DESC LIMIT 1"}},
    {Sql::kAnswersToTell,
     {"look up answers to tell",
      "SELECT " HEAD " FROM dialog INDEXED BY dialog_to_tell WHERE agent = ?1 AND session = ?2"
      " AND state = 'answered' AND delivery = 'undelivered' AND outcome_by = 'person'"
      " ORDER BY seq LIMIT ?3"}},
    {Sql::kExpiredAt,
     {"look up what expires", "SELECT " HEAD " FROM dialog INDEXED BY dialog_expiring WHERE " LIVE
                              " AND expires_at <= ?1 ORDER BY expires_at, seq LIMIT ?2"}},
    {Sql::kNextExpiry,
     {"look up what expires", "SELECT expires_at FROM dialog INDEXED BY dialog_expiring WHERE " LIVE
                              " ORDER BY expires_at LIMIT 1"}},
    {Sql::kOpenDialogs,
     {"look up the open dialogs",
      "SELECT " HEAD " FROM dialog INDEXED BY dialog_waiting WHERE " LIVE
      " AND state = 'open' ORDER BY seq"}},
    {Sql::kCountOpen,
     {"count the open dialogs",
      "SELECT count(*) FROM dialog INDEXED BY dialog_waiting WHERE " LIVE " AND state = 'open'"}},

    {Sql::kInsertDialog,
     {"record a dialog",
      "INSERT INTO dialog (id, kind, state, created_at, expires_at, agent, session, subagent, call,"
      " generation, tool, phase, content_hash, rule, origin, answers, approvers, late, delivery, "
      "showing)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
      " 'none', ?19)"}},
    {Sql::kInsertText,
     {"record a dialog's texts",
      "INSERT INTO dialog_text (dialog, content, context) SELECT seq, ?2, ?3 FROM dialog WHERE id "
      "= ?1"}},
    {Sql::kSetCall, {"record a dialog's call", "UPDATE dialog SET call = ?2 WHERE id = ?1"}},
    {Sql::kSetAnswers, {"record an answer", "UPDATE dialog SET answers = ?2 WHERE id = ?1"}},
    {Sql::kSetOutcome,
     {"record an outcome",
      "UPDATE dialog SET state = ?2, outcome_state = ?3, outcome_at = ?4, outcome_by = ?5,"
      " outcome_name = ?6, outcome_surface = ?7, outcome_rule = ?8, outcome_stop = ?9,"
      " outcome_message = ?10, delivery = ?11,"
      " deferred = (?3 = 'deferred') OR (deferred AND ?2 = 'answered') WHERE id = ?1"}},
    {Sql::kReopen,
     {"open a dialog again",
      "UPDATE dialog SET state = 'open', outcome_state = NULL, outcome_at = NULL,"
      " outcome_by = NULL, outcome_name = NULL, outcome_surface = NULL, outcome_rule = NULL,"
      " outcome_stop = NULL, outcome_message = NULL, delivery = 'none',"
      " deferred = 0 WHERE id = ?1"}},
    {Sql::kSetContext,
     {"record a dialog's context",
      "UPDATE dialog_text SET context = ?2"
      " WHERE dialog = (SELECT seq FROM dialog WHERE id = ?1)"}},
    {Sql::kSetDelivery, {"record a delivery", "UPDATE dialog SET delivery = ?2 WHERE id = ?1"}},
    {Sql::kSetToGive, {"keep an answer", "UPDATE dialog SET to_give = ?2 WHERE id = ?1"}},

    {Sql::kListOpen,
     {"list dialogs",
      "SELECT d.seq, " WHOLE " FROM dialog d INDEXED BY dialog_waiting LEFT JOIN dialog_text t"
      " ON t.dialog = d.seq WHERE d." LIVE " AND d.state = 'open' AND d.seq > ?1"
      " ORDER BY d.seq LIMIT ?2"}},
    {Sql::kListOpenOrLeft,
     {"list dialogs",
      "SELECT d.seq, " WHOLE " FROM (SELECT seq FROM dialog INDEXED BY dialog_waiting WHERE " LIVE
      " AND seq > ?1 ORDER BY seq LIMIT ?2) w CROSS JOIN dialog d ON d.seq = w.seq"
      " LEFT JOIN dialog_text t ON t.dialog = d.seq ORDER BY w.seq"}},
    {Sql::kListAll,
     {"list dialogs",
      "SELECT d.seq, " WHOLE " FROM dialog d LEFT JOIN dialog_text t ON t.dialog = d.seq"
      " WHERE d.seq > ?1 ORDER BY d.seq LIMIT ?2"}},
    {Sql::kListEnded,
     {"list what has ended",
      "SELECT d.seq, " WHOLE " FROM dialog d LEFT JOIN dialog_text t ON t.dialog = d.seq"
      " WHERE (?1 = 0 OR d.seq < ?1) AND d.state <> 'open' AND (?2 = '' OR d.state = ?2)"
      " AND (?3 = '' OR t.content LIKE ?3 ESCAPE '!' OR t.context LIKE ?3 ESCAPE '!'"
      " OR d.answers LIKE ?3 ESCAPE '!' OR d.origin LIKE ?3 ESCAPE '!' OR d.id LIKE ?3 ESCAPE '!'"
      " OR d.outcome_name LIKE ?3 ESCAPE '!' OR d.outcome_rule LIKE ?3 ESCAPE '!')"
      " ORDER BY d.seq DESC"}},
    {Sql::kListOutcomes,
     {"list outcomes",
      "SELECT created_at, outcome_at, state, outcome_by, outcome_name, outcome_surface,"
      " outcome_rule FROM dialog WHERE outcome_at >= ?1 AND state <> 'open'"}},

    {Sql::kQueueResume,
     {"record a run to resume",
      "INSERT INTO resume (dialog, state, attempts, due_at, why)"
      " SELECT seq, 'due', 0, ?2, '' FROM dialog WHERE id = ?1"
      " ON CONFLICT (dialog) DO UPDATE SET state = 'due', due_at = excluded.due_at"}},
    {Sql::kSetResume,
     {"record a run to resume",
      "UPDATE resume SET state = ?2, attempts = ?3, due_at = ?4, why = ?5"
      " WHERE dialog = (SELECT seq FROM dialog WHERE id = ?1)"}},
    {Sql::kListResumes,
     {"look up what to resume",
      "SELECT d.id, r.state, r.attempts, r.due_at, r.why FROM resume r INDEXED BY resume_due"
      " JOIN dialog d ON d.seq = r.dialog WHERE r.state IN ('due', 'running')"
      " ORDER BY r.due_at LIMIT ?1"}},
    {Sql::kCountResumes,
     {"count what to resume",
      "SELECT count(*) FROM resume INDEXED BY resume_due WHERE state IN ('due', 'running')"}},
    {Sql::kListFailedResumes,
     {"look up what failed to resume",
      "SELECT d.id, r.state, r.attempts, r.due_at, r.why FROM resume r"
      " JOIN dialog d ON d.seq = r.dialog WHERE r.why <> '' AND r.state <> 'done'"
      " ORDER BY r.dialog DESC LIMIT ?1"}},
    {Sql::kFindSession,
     {"read a session", "SELECT " SESSION " FROM session WHERE agent = ?1 AND session = ?2"}},
    {Sql::kSaveSession,
     {"record a session",
      "INSERT INTO session (" SESSION ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
      " ON CONFLICT (agent, session) DO UPDATE SET generation = ?3, cwd = ?4, project = ?5,"
      " last_event = ?6, last_event_at = ?7, last_prompt_at = ?8"}},
    {Sql::kListSessions,
     {"list sessions",
      "SELECT " SESSION " FROM session ORDER BY last_event_at DESC, agent, session LIMIT ?1"}},

    {Sql::kSaidPresence, {"read the presence", "SELECT said FROM presence"}},
    {Sql::kSavePresence,
     {"record the presence",
      "INSERT INTO presence (one, said) VALUES (1, ?1)"
      " ON CONFLICT (one) DO UPDATE SET said = excluded.said"}},

    {Sql::kInsertCard,
     {"record a card",
      "INSERT INTO card (surface, dialog, nonce, state, wanted, shown, attempts, due_at, escalated,"
      " handle, why) SELECT ?1, seq, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM dialog"
      " WHERE id = ?2"}},
    {Sql::kSetCard,
     {"record a card",
      "UPDATE card SET state = ?3, wanted = ?4, shown = ?5, attempts = ?6, due_at = ?7,"
      " escalated = ?8, handle = ?9, why = ?10" CARD_OF}},
    {Sql::kRemoveCard, {"remove a card", "DELETE FROM card" CARD_OF}},
    {Sql::kFindCard,
     {"look up a card", "SELECT " CARD " FROM card c JOIN dialog d ON d.seq = c.dialog"
                        " WHERE c.surface = ?1 AND d.id = ?2"}},
    {Sql::kFindCardByNonce,
     {"look up a card", "SELECT " CARD " FROM card c JOIN dialog d ON d.seq = c.dialog"
                        " WHERE c.nonce = ?2 AND c.surface = ?1"}},
    {Sql::kCardsOfDialog,
     {"look up cards",
      "SELECT " CARD " FROM dialog d JOIN card c INDEXED BY card_of_dialog ON c.dialog = d.seq"
      " WHERE d.id = ?1 ORDER BY c.surface"}},
    {Sql::kDueCards,
     {"look up cards",
      "SELECT " CARD " FROM card c INDEXED BY card_due JOIN dialog d ON d.seq = c.dialog"
      " WHERE c.surface = ?1 AND c.due_at IS NOT NULL ORDER BY c.due_at, c.dialog LIMIT ?2"}},
    {Sql::kOpenCards,
     {"look up cards",
      "SELECT " CARD " FROM dialog d INDEXED BY dialog_waiting JOIN card c ON c.dialog = d.seq"
      " WHERE d." LIVE " AND d.state = 'open' AND c.surface = ?1 AND c.shown > 0"
      " ORDER BY d.seq"}},
    {Sql::kCountCards,
     {"count cards",
      "SELECT state, count(due_at), count(*), max(CASE WHEN due_at IS NOT NULL THEN why END)"
      " FROM card INDEXED BY card_alive WHERE surface = ?1"
      " AND (due_at IS NOT NULL OR state <> 'closed') GROUP BY state"}},
    {Sql::kFindFact, {"read a fact", "SELECT value FROM fact WHERE surface = ?1 AND key = ?2"}},
    {Sql::kListFacts,
     {"read facts",
      "SELECT key, value FROM fact WHERE surface = ?1 AND substr(key, 1, length(?2)) = ?2"
      " ORDER BY key"}},
    {Sql::kSaveFact,
     {"record a fact",
      "INSERT INTO fact (surface, key, value) VALUES (?1, ?2, ?3)"
      " ON CONFLICT (surface, key) DO UPDATE SET value = excluded.value"}},
    {Sql::kRemoveFact, {"remove a fact", "DELETE FROM fact WHERE surface = ?1 AND key = ?2"}},
    {Sql::kInsertLogin,
     {"record a login",
      "INSERT INTO login (hash, kind, responder, label, created_at, expires_at, last_seen_at)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"}},
    {Sql::kFindLogin,
     {"look up a login",
      "SELECT id, hash, kind, responder, label, created_at, expires_at, last_seen_at FROM login"
      " WHERE hash = ?1"}},
    {Sql::kListLogins,
     {"list logins",
      "SELECT id, hash, kind, responder, label, created_at, expires_at, last_seen_at FROM login"
      " WHERE kind = 'cookie' AND expires_at > ?1 ORDER BY id"}},
    {Sql::kSeeLogin, {"record a login", "UPDATE login SET last_seen_at = ?2 WHERE id = ?1"}},
    {Sql::kRemoveLogin, {"remove a login", "DELETE FROM login WHERE id = ?1"}},
    {Sql::kRemoveOldLogins, {"remove logins", "DELETE FROM login WHERE expires_at <= ?1"}},

    {Sql::kAuditHead, {"read the audit's head", "SELECT count, hash FROM audit_head"}},
    {Sql::kAppendEvent,
     {"append to the audit",
      "INSERT INTO audit_event (seq, at, kind, dialog, actor_kind, actor_name, actor_surface,"
      " actor_rule, body_hash, prev_hash, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
      " ?11)"}},
    {Sql::kAppendText,
     {"append to the audit", "INSERT INTO audit_text (seq, salt, text) VALUES (?1, ?2, ?3)"}},
    {Sql::kFirstEventSince,
     {"query the audit",
      "SELECT min(seq) FROM audit_event INDEXED BY audit_by_time WHERE at >= ?1"}},
    // The unary plus keeps SQLite on the order of seq, where it can stop at the end of a page.
    {Sql::kQueryEvents,
     {"query the audit",
      "SELECT " EVENT " FROM audit_event e LEFT JOIN audit_text t ON t.seq = e.seq"
      " WHERE e.seq > ?1 AND +e.at >= ?2 ORDER BY e.seq LIMIT ?3"}},
    {Sql::kQueryEventsOfDialog,
     {"query the audit",
      "SELECT " EVENT " FROM audit_event e INDEXED BY audit_by_dialog LEFT JOIN audit_text t"
      " ON t.seq = e.seq WHERE e.seq > ?1 AND +e.at >= ?2 AND e.dialog = ?4 ORDER BY e.seq"
      " LIMIT ?3"}},

    {Sql::kForgetDialog,
     {"forget a dialog", "UPDATE dialog SET answers = NULL, outcome_message = NULL WHERE id = ?1"}},
    {Sql::kForgetText,
     {"forget a dialog's texts",
      "DELETE FROM dialog_text WHERE dialog = (SELECT seq FROM dialog WHERE id = ?1)"}},
    {Sql::kForgetAuditTexts,
     {"forget a dialog's texts in the audit",
      "DELETE FROM audit_text WHERE seq IN (SELECT seq FROM audit_event WHERE dialog = ?1)"}},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < std::size(kTable); ++i) {
    if (static_cast<std::size_t>(kTable[i].sql) != i) return false;
  }
  return std::size(kTable) == static_cast<std::size_t>(Sql::kEnd);
}
static_assert(is_in_order(), "the table has every statement, in the order of the enumeration");

}  // namespace

const Words& words_of(Sql sql) { return kTable[static_cast<std::size_t>(sql)].words; }

bool is_write(Sql sql) {
  const char first = *words_of(sql).sql;
  return first == 'I' || first == 'U' || first == 'D';
}

Statements::Statements(SQLite::Database& database)
    : database_(database), kept_(static_cast<std::size_t>(Sql::kEnd)) {}

Statements::~Statements() = default;

SQLite::Statement& Statements::get(Sql sql) {
  auto& statement = kept_[static_cast<std::size_t>(sql)];
  if (!statement) statement = std::make_unique<SQLite::Statement>(database_, words_of(sql).sql);
  return *statement;
}

void Statements::reset_all() noexcept {
  for (const auto& statement : kept_) {
    if (statement) statement->tryReset();
  }
}

}  // namespace afar::store
