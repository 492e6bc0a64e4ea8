#include "daemon/store/schema.h"

#include <array>

#include "shared/version.h"

namespace afar::store {
namespace {

// Version 1. The partial indices hold what is alive, so that no question of the core's gets slower
// with what has ended. The texts of dialogs stand apart: an UPDATE rewrites its whole row.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE dialog (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  subagent TEXT NOT NULL,
  call TEXT NOT NULL,
  generation INTEGER NOT NULL,
  tool TEXT NOT NULL,
  phase TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  rule TEXT NOT NULL,
  origin TEXT NOT NULL,
  delivery TEXT NOT NULL,
  outcome_state TEXT,
  outcome_at INTEGER,
  outcome_by TEXT,
  outcome_name TEXT,
  outcome_surface TEXT,
  outcome_rule TEXT,
  outcome_stop INTEGER,
  outcome_message TEXT,
  answers TEXT
) STRICT;
CREATE INDEX dialog_by_call ON dialog (agent, session, subagent, call, content_hash);
CREATE INDEX dialog_live ON dialog (agent, session, state, subagent, tool, content_hash)
  WHERE state IN ('open', 'left');
CREATE INDEX dialog_waiting ON dialog (state) WHERE state IN ('open', 'left');
CREATE INDEX dialog_expiring ON dialog (expires_at) WHERE state IN ('open', 'left');

CREATE TABLE dialog_text (
  dialog INTEGER PRIMARY KEY REFERENCES dialog (seq),
  content TEXT NOT NULL,
  context TEXT NOT NULL
) STRICT;

CREATE TABLE session (
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  generation INTEGER NOT NULL,
  cwd TEXT NOT NULL,
  project TEXT NOT NULL,
  last_event TEXT NOT NULL,
  last_event_at INTEGER NOT NULL,
  last_prompt_at INTEGER,
  PRIMARY KEY (agent, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_event (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  dialog TEXT CHECK (dialog <> ''),
  actor_kind TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  actor_surface TEXT NOT NULL,
  actor_rule TEXT NOT NULL,
  body_hash BLOB NOT NULL CHECK (length(body_hash) = 32),
  prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX audit_by_dialog ON audit_event (dialog) WHERE dialog IS NOT NULL;
CREATE INDEX audit_by_time ON audit_event (at);

CREATE TABLE audit_text (
  seq INTEGER PRIMARY KEY REFERENCES audit_event (seq),
  salt BLOB NOT NULL CHECK (length(salt) = 16),
  text TEXT NOT NULL
) STRICT;

CREATE TABLE audit_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  count INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO audit_head (one, count, hash) VALUES (1, 0, zeroblob(32));

-- The BEFORE INSERT triggers refuse REPLACE also from a program that has not set recursive_triggers.
CREATE TRIGGER audit_event_follows BEFORE INSERT ON audit_event
WHEN NEW.seq IS NOT (SELECT count + 1 FROM audit_head)
  OR NEW.prev_hash IS NOT (SELECT hash FROM audit_head)
BEGIN SELECT RAISE(ABORT, 'audit events are only ever appended'); END;
CREATE TRIGGER audit_event_moves_head AFTER INSERT ON audit_event
BEGIN UPDATE audit_head SET count = NEW.seq, hash = NEW.hash; END;
CREATE TRIGGER audit_event_keeps BEFORE UPDATE ON audit_event
BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END;
CREATE TRIGGER audit_event_stays BEFORE DELETE ON audit_event
BEGIN SELECT RAISE(ABORT, 'audit events are never deleted'); END;

CREATE TRIGGER audit_text_follows BEFORE INSERT ON audit_text
WHEN NEW.seq IS NOT (SELECT count FROM audit_head)
  OR EXISTS (SELECT 1 FROM audit_text WHERE seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'audit texts are only ever appended'); END;
CREATE TRIGGER audit_text_keeps BEFORE UPDATE ON audit_text
BEGIN SELECT RAISE(ABORT, 'audit texts are never changed'); END;

CREATE TRIGGER audit_head_is_one BEFORE INSERT ON audit_head
WHEN EXISTS (SELECT 1 FROM audit_head)
BEGIN SELECT RAISE(ABORT, 'there is one audit head'); END;
CREATE TRIGGER audit_head_follows BEFORE UPDATE ON audit_head
WHEN NEW.one IS NOT 1 OR NEW.count IS NOT OLD.count + 1
  OR NEW.hash IS NOT (SELECT hash FROM audit_event WHERE seq = NEW.count)
BEGIN SELECT RAISE(ABORT, 'the audit head only follows its events'); END;
CREATE TRIGGER audit_head_stays BEFORE DELETE ON audit_head
BEGIN SELECT RAISE(ABORT, 'the audit head is never deleted'); END;
)sql";

// Version 2. Who alone may answer a dialog (JSON). Agents' runs that ended for a question, and are
// to go on now that it is answered.
constexpr const char* kVersion2 = R"sql(
CREATE INDEX dialog_to_give ON dialog (agent, session, subagent, content_hash)
  WHERE state = 'answered' AND delivery = 'undelivered';
ALTER TABLE dialog ADD COLUMN approvers TEXT NOT NULL DEFAULT '[]';
CREATE TABLE resume (
  dialog INTEGER PRIMARY KEY REFERENCES dialog (seq),
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  why TEXT NOT NULL
) STRICT;
CREATE INDEX resume_due ON resume (due_at) WHERE state IN ('due', 'running');
)sql";

// Version 3. What becomes of answers that come late, and what the person said of their presence.
constexpr const char* kVersion3 = R"sql(
ALTER TABLE dialog ADD COLUMN late TEXT NOT NULL DEFAULT 'current';
ALTER TABLE dialog ADD COLUMN deferred INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dialog ADD COLUMN to_give INTEGER NOT NULL DEFAULT 0;
UPDATE dialog SET deferred = 1 WHERE outcome_state = 'deferred';
UPDATE dialog SET to_give = 1 WHERE state = 'answered' AND delivery = 'undelivered'
  AND outcome_by = 'person' AND kind IN ('user_question', 'plan_approval');
DROP INDEX dialog_to_give;
CREATE INDEX dialog_to_give ON dialog (agent, session, subagent, content_hash)
  WHERE to_give = 1;
CREATE INDEX dialog_to_tell ON dialog (agent, session)
  WHERE state = 'answered' AND delivery = 'undelivered';
CREATE TABLE presence (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  said TEXT NOT NULL
) STRICT;
)sql";

// Version 4. Where a dialog is shown, what each surface still has to show or change, small facts of
// the surfaces' own, and browsers that people came in with.
constexpr const char* kVersion4 = R"sql(
ALTER TABLE dialog ADD COLUMN showing TEXT NOT NULL DEFAULT '{}';
CREATE TABLE card (
  surface TEXT NOT NULL,
  dialog INTEGER NOT NULL REFERENCES dialog (seq),
  nonce TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  wanted INTEGER NOT NULL,
  shown INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER,
  escalated INTEGER NOT NULL,
  handle TEXT NOT NULL,
  why TEXT NOT NULL,
  PRIMARY KEY (surface, dialog)
) STRICT, WITHOUT ROWID;
CREATE INDEX card_of_dialog ON card (dialog);
CREATE INDEX card_alive ON card (surface, state) WHERE due_at IS NOT NULL OR state <> 'closed';
CREATE INDEX card_due ON card (surface, due_at) WHERE due_at IS NOT NULL;
CREATE TABLE fact (
  surface TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (surface, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE login (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  kind TEXT NOT NULL,
  responder TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_seen_at INTEGER
) STRICT;
)sql";

constexpr std::array kMigrations{Migration{1, kVersion1}, Migration{2, kVersion2},
                                 Migration{3, kVersion3}, Migration{4, kVersion4}};
static_assert(kMigrations.back().to == kSchemaVersion);

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace afar::store
