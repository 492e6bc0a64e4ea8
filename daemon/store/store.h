// The record on disk: the Ledger on SQLite, in one file that only its owner can read (SCHEMA.md).
// One thread uses a Store, and one process has one (the lock beside the database sees to that);
// long reads open a connection of their own (audit_verify.h). Writing needs a Transaction. Errors:
// StorageUnavailable where the disk or the file fails (the object recovers by itself when they do),
// DatabaseRefused where a person has to act. No message holds a value from the record.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/core/ledger.h"
#include "daemon/core/sha256.h"
#include "daemon/store/card_row.h"

namespace afar {

namespace store {
class Connection;
}

// Which dialogs a list shows: those that wait for an answer, also those left to the terminal (they
// can still be answered), or all on record.
enum class ListScope { kOpen, kOpenOrLeft, kAll };

// Some dialogs, oldest first. `next` is the cursor of the following page; nullopt at the end.
struct DialogPage {
  std::vector<Dialog> dialogs;
  std::optional<std::int64_t> next;
};

// The same with all that is on record of each.
struct RecordPage {
  std::vector<DialogRecord> records;
  std::optional<std::int64_t> next;
};

struct AuditFilter {
  std::optional<WallTime> since;   // events at this time or later
  std::optional<DialogId> dialog;  // events of this dialog only
  std::int64_t after = 0;          // events with a higher seq only
};

// One line of the audit as it stands on record.
struct AuditEvent {
  std::int64_t seq = 0;
  WallTime at{};
  std::string kind;
  std::optional<DialogId> dialog;
  Decider actor;
  std::optional<std::string> body;  // nullopt: the text was removed (forget)
  Hash hash{};
};

// Some events in the order of their seq. `next`: what `after` is for the following page; nullopt at
// the end.
struct AuditPage {
  std::vector<AuditEvent> events;
  std::optional<std::int64_t> next;
};

// How many events there are and the hash of the last one (32 zero bytes where there is none).
struct AuditHead {
  std::int64_t count = 0;
  Hash hash{};
};

enum class Forgotten { kDone, kNotFound, kNotEnded };

class Store : public Ledger {
 public:
  // Opens the database, creates it (mode 0600, its folder 0700) or brings it to this schema.
  explicit Store(const std::string& path);
  ~Store() override;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // One turn's changes, all or none. Rolls back when it goes out of scope without commit().
  class Transaction {
   public:
    // kRead: whatever would change something throws StorageUnavailable. Nothing is written then, so
    // that it can be committed where the disk takes nothing.
    enum class Access { kWrite, kRead };
    // After a failure it first reopens the database where that may help.
    explicit Transaction(Store& store, Access access = Access::kWrite);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    // When it returns, the changes are on the disk. When it throws, none of them is kept. (Where
    // the disk fails to sync and the process then dies before it commits again, SQLite may find the
    // last turn whole: as if it had been kept and the reply lost.)
    void commit();

   private:
    Store& store_;
    bool open_ = true;
  };

  bool knows(const DialogId& id) override;
  std::optional<DialogRecord> find(const DialogId& id) override;
  std::optional<DialogHead> find_head(const DialogId& id) override;
  std::optional<DialogHead> find_by_call(const SessionKey& session, const std::string& subagent,
                                         const std::string& call,
                                         const std::string& content_hash) override;
  std::vector<DialogHead> find_by_content(const SessionKey& session, const std::string& subagent,
                                          const std::string& tool,
                                          const std::string& content_hash) override;
  std::vector<DialogHead> find_of_tool(const SessionKey& session, const std::string& subagent,
                                       const std::string& tool) override;
  std::vector<DialogHead> open_in_session(const SessionKey& session) override;
  std::optional<DialogHead> find_answer_to_give(const SessionKey& session,
                                                const std::string& subagent,
                                                const std::string& tool,
                                                const std::string& content_hash) override;
  std::vector<DialogHead> answers_to_tell(const SessionKey& session, int most) override;
  std::vector<DialogHead> find_unclaimed(const SessionKey& session, const std::string& subagent,
                                         const std::string& tool,
                                         const std::string& content_hash) override;
  std::vector<DialogHead> expired_at(WallTime now, int most) override;
  std::optional<WallTime> next_expiry() override;
  std::int64_t count_open() override;
  std::vector<DialogHead> open_dialogs() override;

  // These throw std::logic_error outside a Transaction, and for a dialog that is not on record.
  void insert(const DialogRecord& record) override;
  void set_call(const DialogId& id, const std::string& call) override;
  void set_answers(const DialogId& id, const Answer& answers) override;
  void set_outcome(const DialogId& id, DialogState state, const Outcome& outcome) override;
  void reopen(const DialogId& id) override;
  void set_context(const DialogId& id, const std::string& context) override;
  void set_delivery(const DialogId& id, Delivery delivery) override;
  void set_to_give(const DialogId& id, bool to_give) override;

  void queue_resume(const DialogId& id, WallTime now) override;
  std::optional<SessionRow> find_session(const SessionKey& key) override;
  void save_session(const SessionRow& session) override;
  std::optional<Presence> said_presence() override;
  void save_said_presence(std::optional<Presence> presence) override;

  void append_audit(const AuditEntry& entry) override;

  // A page ends at 200 dialogs, or before the one whose texts would take it over 512 KiB (but has
  // one at least). `after`: 0, or the `next` of the page before.
  DialogPage list(ListScope scope, std::int64_t after = 0);
  RecordPage list_records(ListScope scope, std::int64_t after = 0);
  // A page ends at 1,000 events or 512 KiB of texts.
  // Those that are due or running, by their time, at most `most`; and of all the ones that failed
  // and are not done, the newest.
  std::vector<ResumeRow> resumes(int most);
  std::vector<ResumeRow> failed_resumes(int most);
  std::int64_t count_resumes();
  // Inside a Transaction.
  void set_resume(const ResumeRow& row);

  // What each surface still has to show or change. Writing needs a Transaction.
  void insert_card(const CardRow& row);
  void set_card(const CardRow& row);
  void remove_card(const std::string& surface, const DialogId& id);
  std::optional<CardRow> find_card(const std::string& surface, const DialogId& id);
  std::optional<CardRow> find_card_by_nonce(const std::string& surface, const std::string& nonce);
  std::vector<CardRow> cards_of(const DialogId& id);
  // By their time, those of the future too; at most `most`.
  std::vector<CardRow> due_cards(const std::string& surface, int most);
  // Those that were shown and whose dialogs are open, oldest first.
  std::vector<CardRow> open_cards(const std::string& surface);
  CardCounts count_cards(const std::string& surface);

  // Small facts of a surface's own.
  std::optional<std::string> find_fact(const std::string& surface, const std::string& key);
  std::vector<std::pair<std::string, std::string>> facts(const std::string& surface,
                                                         const std::string& prefix);
  // nullopt removes it.
  void save_fact(const std::string& surface, const std::string& key,
                 const std::optional<std::string>& value);

  void insert_login(const LoginRow& row);  // its id is the store's to give
  std::optional<LoginRow> find_login(const Hash& hash);
  // Browsers that may come in, in the order in which they did first.
  std::vector<LoginRow> logins(WallTime now);
  void see_login(std::int64_t id, WallTime at);
  bool remove_login(std::int64_t id);  // whether there was one
  void remove_old_logins(WallTime now);

  AuditPage audit_query(const AuditFilter& filter);
  AuditHead audit_head();
  // The 1,000 sessions that were heard of last, newest first.
  std::vector<SessionRow> sessions();

  // Removes what was asked, answered and said in a dialog that is neither open nor left: its own
  // texts and its texts in the audit, whose chain stays whole. Inside a Transaction. Find() then
  // gives the dialog without texts.
  Forgotten forget(const DialogId& id);

  // Moves what was committed from the log into the database file, if that is due. Cheap where it is
  // not; call it when a turn's replies are written, so that nobody waits for it. Never throws.
  void checkpoint_if_due() noexcept;

  const std::string& path() const;

 private:
  void note_state(const std::optional<DialogHead>& before, DialogState after);

  std::unique_ptr<store::Connection> connection_;
};

}  // namespace afar
