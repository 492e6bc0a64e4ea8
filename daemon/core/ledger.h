// The record as the core sees it: dialogs, sessions and the audit, inside one transaction per turn.
// The store implements it on SQLite; tests may implement it in memory. The ledger is the state: the
// core keeps no bodies, and nothing that a crash may not lose, in memory.
// Every function may throw StorageUnavailable; the turn is then rolled back as a whole.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/core/presence.h"
#include "daemon/core/ruling.h"
#include "shared/dialog/dialog.h"
#include "shared/dialog/request.h"

namespace afar {

// The disk is full, failing or read-only. Nothing of the turn is kept; trying again later may help.
class StorageUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct SessionKey {
  std::string agent;
  std::string session;
  auto operator<=>(const SessionKey&) const = default;
};

// A dialog with what only the daemon needs to know.
struct DialogRecord {
  Dialog dialog;             // dialog.waiters is not kept
  std::string content_hash;  // hex SHA-256 of what was asked (core/request_key.h)
  std::string tool;
  Phase phase = Phase::kBefore;
  std::string rule;  // the rule that let it open; empty: the built-in one
  // Who alone may answer, by that rule as it was then; empty: everybody who may at all.
  std::vector<std::string> approvers{};
  Late late = Late::kCurrent;  // by that rule as it was then
  Showing showing{};           // by that rule as it was then
};

// A dialog without its texts: what the core looks at to find the right one.
struct DialogHead {
  DialogId id;
  DialogKind kind = DialogKind::kUserQuestion;
  DialogState state = DialogState::kOpen;
  Delivery delivery = Delivery::kNone;
  Decider::Kind ended_by = Decider::Kind::kPolicy;  // meaningful once it ended
  std::string call;
  std::string subagent;
  std::string tool;
  std::string content_hash;
  std::int64_t generation = 0;
  Phase phase = Phase::kBefore;
  // Open, with an outcome: the agent was told something for now, and the answer comes later.
  bool parked = false;
  // The agent's run was ended for it, and comes back with the same call when it is resumed.
  bool deferred = false;
  // Its answer is kept for the same question asked again.
  bool to_give = false;
  WallTime created_at{};
  WallTime expires_at{};
};

struct SessionRow {
  SessionKey key;
  std::int64_t generation = 0;
  std::string cwd;
  std::string project;
  std::string last_event;  // start, prompt, stop, end, idle, needs_input
  WallTime last_event_at{};
  std::optional<WallTime> last_prompt_at;  // by the person
};

// One line of the audit before it gets its number and hashes. `body` is JSON text.
struct AuditEntry {
  WallTime at{};
  std::string kind;  // the words of PROTOCOL.md: opened, answered, ...
  std::optional<DialogId> dialog;
  Decider actor;
  std::string body;
};

// An agent's run that ended for a question, and is to go on now that it is answered.
struct ResumeRow {
  enum class State {
    kDue,
    kRunning,  // started, by this daemon or by the one before
    kDone,
    kFailed,  // given up: a person has to look
  };
  DialogId dialog;
  State state = State::kDue;
  int attempts = 0;
  WallTime due_at{};
  std::string why;  // of the last failure; empty: there was none
};
std::string_view to_word(ResumeRow::State state);

class Ledger {
 public:
  virtual ~Ledger() = default;

  // Whether any dialog on record, ended ones too, has this id.
  virtual bool knows(const DialogId& id) = 0;
  virtual std::optional<DialogRecord> find(const DialogId& id) = 0;
  virtual std::optional<DialogHead> find_head(const DialogId& id) = 0;
  // The newest dialog of this session and subagent with this call and content.
  virtual std::optional<DialogHead> find_by_call(const SessionKey& session,
                                                 const std::string& subagent,
                                                 const std::string& call,
                                                 const std::string& content_hash) = 0;
  // Those of this session, subagent, tool and content that are open or left, oldest first.
  virtual std::vector<DialogHead> find_by_content(const SessionKey& session,
                                                  const std::string& subagent,
                                                  const std::string& tool,
                                                  const std::string& content_hash) = 0;
  // Those of this session, subagent and tool that are open or left, oldest first.
  virtual std::vector<DialogHead> find_of_tool(const SessionKey& session,
                                               const std::string& subagent,
                                               const std::string& tool) = 0;
  // Those of this session (all subagents) that are open, oldest first.
  virtual std::vector<DialogHead> open_in_session(const SessionKey& session) = 0;
  // The newest few of this session, subagent, tool and content that have no call, in any state,
  // newest first: which of equal questions an agent's result belongs to is known only from its
  // answers.
  virtual std::vector<DialogHead> find_unclaimed(const SessionKey& session,
                                                 const std::string& subagent,
                                                 const std::string& tool,
                                                 const std::string& content_hash) = 0;
  // The newest of this session, subagent, tool and content whose answer is kept to be given.
  virtual std::optional<DialogHead> find_answer_to_give(const SessionKey& session,
                                                        const std::string& subagent,
                                                        const std::string& tool,
                                                        const std::string& content_hash) = 0;
  // Those of this session that a person answered after its agent had gone on, and of which nothing
  // was told to it yet; oldest first, at most `most`.
  virtual std::vector<DialogHead> answers_to_tell(const SessionKey& session, int most) = 0;
  // All that are open or left and whose expires_at is not after `now`; at most `most`.
  virtual std::vector<DialogHead> expired_at(WallTime now, int most) = 0;
  // The earliest expires_at among those; nullopt where there are none.
  virtual std::optional<WallTime> next_expiry() = 0;
  virtual std::int64_t count_open() = 0;
  // All that are open, oldest first: once, at start.
  virtual std::vector<DialogHead> open_dialogs() = 0;

  virtual void insert(const DialogRecord& record) = 0;
  virtual void set_call(const DialogId& id, const std::string& call) = 0;
  virtual void set_answers(const DialogId& id, const Answer& answers) = 0;
  virtual void set_outcome(const DialogId& id, DialogState state, const Outcome& outcome) = 0;
  // Open again, without an outcome; answers stay.
  virtual void reopen(const DialogId& id) = 0;
  virtual void set_context(const DialogId& id, const std::string& context) = 0;
  virtual void set_delivery(const DialogId& id, Delivery delivery) = 0;
  virtual void set_to_give(const DialogId& id, bool to_give) = 0;

  // Due at once; one that is there already becomes due again.
  virtual void queue_resume(const DialogId& id, WallTime now) = 0;

  virtual std::optional<SessionRow> find_session(const SessionKey& key) = 0;
  virtual void save_session(const SessionRow& session) = 0;

  // What the person said of their presence, to hold until they say otherwise; nullopt: nothing.
  virtual std::optional<Presence> said_presence() = 0;
  virtual void save_said_presence(std::optional<Presence> presence) = 0;

  virtual void append_audit(const AuditEntry& entry) = 0;
};

}  // namespace afar
