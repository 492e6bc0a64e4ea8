// Goal: no question that the core asks in a turn reads more the longer the record is. Method:
// SQLite's own plan of each statement names what it scans; a scan or a sort is listed here with its
// reason.
#include <gtest/gtest.h>

#include <map>

#include "daemon/store/statements.h"
#include "tests/unit/store/raw_database.h"
#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

using store::Sql;

// Those that read all of something, and why that may be.
const std::map<Sql, const char*> kMayScan{
    {Sql::kNextExpiry, "walks an index and stops at the first row"},
    {Sql::kListSessions, "asked by a person"},
    {Sql::kListResumes, "walks an index of what is to be resumed, and takes some of it"},
    {Sql::kCountResumes, "walks an index of what is to be resumed"},
    {Sql::kListFailedResumes, "asked by a person"},
    {Sql::kListOpenOrLeft, "a page of rows that were found by an index"},
    {Sql::kListEnded, "asked by a person, and read beside the loop"},
    {Sql::kListOutcomes, "asked by a person, and read beside the loop"},
    {Sql::kListLogins, "the browsers of a few people, asked by one of them"},
    {Sql::kRemoveOldLogins, "the browsers of a few people, when one comes in"},
    {Sql::kSaidPresence, "has one row"},
    {Sql::kAuditHead, "has one row"},
};
// Those that sort what they found, and why that is little.
const std::map<Sql, const char*> kMaySort{
    {Sql::kFindByContent, "equal questions of one session that are alive"},
    {Sql::kFindOfTool, "what one session was asked by one tool and is alive"},
    {Sql::kOpenInSession, "what one session waits for"},
    {Sql::kListOpenOrLeft, "numbers only"},
    {Sql::kListSessions, "asked by a person"},
};

TEST(Plan, UsesAnIndexForEveryStatement) {
  const TemporaryFolder folder;
  { Store store(folder.file("afar.db")); }
  RawDatabase raw(folder.file("afar.db"));
  for (int each = 0; each < static_cast<int>(Sql::kEnd); ++each) {
    const auto sql = static_cast<Sql>(each);
    const std::string text = store::words_of(sql).sql;
    SQLite::Statement plan(raw.handle(), "EXPLAIN QUERY PLAN " + text);
    while (plan.executeStep()) {
      const std::string line = plan.getColumn(3).getString();
      if (line.rfind("SCAN", 0) == 0 && line != "SCAN CONSTANT ROW") {
        EXPECT_TRUE(kMayScan.contains(sql)) << text << "\n" << line;
      }
      if (line.find("TEMP B-TREE") != std::string::npos) {
        EXPECT_TRUE(kMaySort.contains(sql)) << text << "\n" << line;
      }
    }
  }
}

}  // namespace
}  // namespace afar
