// Every statement that the store runs, in one table: what it is for (said in errors) and its SQL.
// They are prepared at first use and kept as long as their connection.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace SQLite {
class Database;
class Statement;
}  // namespace SQLite

namespace afar::store {

enum class Sql {
  kBegin,
  kCommit,
  kKnows,
  kFindDialog,
  kFindHead,
  kFindByCall,
  kFindByContent,
  kFindOfTool,
  kOpenInSession,
  kFindUnclaimed,
  kFindAnswerToGive,
  kAnswersToTell,
  kExpiredAt,
  kNextExpiry,
  kOpenDialogs,
  kCountOpen,
  kInsertDialog,
  kInsertText,
  kSetCall,
  kSetAnswers,
  kSetOutcome,
  kReopen,
  kSetContext,
  kSetDelivery,
  kSetToGive,
  kListOpen,
  kListOpenOrLeft,
  kListAll,
  kListEnded,
  kListOutcomes,
  kQueueResume,
  kSetResume,
  kListResumes,
  kCountResumes,
  kListFailedResumes,
  kFindSession,
  kSaveSession,
  kListSessions,
  kSaidPresence,
  kSavePresence,
  kInsertCard,
  kSetCard,
  kRemoveCard,
  kFindCard,
  kFindCardByNonce,
  kCardsOfDialog,
  kDueCards,
  kOpenCards,
  kCountCards,
  kFindFact,
  kListFacts,
  kSaveFact,
  kRemoveFact,
  kInsertLogin,
  kFindLogin,
  kListLogins,
  kSeeLogin,
  kRemoveLogin,
  kRemoveOldLogins,
  kAuditHead,
  kAppendEvent,
  kAppendText,
  kFirstEventSince,
  kQueryEvents,
  kQueryEventsOfDialog,
  kForgetDialog,
  kForgetText,
  kForgetAuditTexts,
  kEnd,  // how many there are
};

struct Words {
  const char* tried;  // completes "cannot ..."
  const char* sql;
};
const Words& words_of(Sql sql);
// Whether it changes the record, so that it must run inside a transaction.
bool is_write(Sql sql);

class Statements {
 public:
  explicit Statements(SQLite::Database& database);
  ~Statements();
  Statements(const Statements&) = delete;
  Statements& operator=(const Statements&) = delete;

  // Ready to be bound. Throws SQLite::Exception.
  SQLite::Statement& get(Sql sql);
  // No statement stays half read: SQLite cannot end a transaction under one.
  void reset_all() noexcept;

 private:
  SQLite::Database& database_;
  std::vector<std::unique_ptr<SQLite::Statement>> kept_;
};

}  // namespace afar::store
