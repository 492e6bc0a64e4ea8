// Goal: lists come in pages that together show each dialog once, oldest first; forgetting leaves no
// text. Method: more dialogs than a page holds, and the file's own bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "daemon/store/audit_verify.h"
#include "tests/unit/store/raw_database.h"
#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

using ::testing::ElementsAre;

std::vector<DialogId> ids(const DialogPage& page) {
  std::vector<DialogId> ids;
  for (const auto& dialog : page.dialogs) ids.push_back(dialog.id);
  return ids;
}

class List : public ::testing::Test {
 protected:
  void put_all(int count, const std::string& body = "") {
    Store::Transaction transaction(store_);
    for (int number = 0; number < count; ++number) {
      DialogRecord record = plain_record(id_of(number));
      record.dialog.content.body = body;
      store_.insert(record);
    }
    transaction.commit();
  }

  TemporaryFolder folder_;
  Store store_{folder_.file("afar.db")};
};

TEST_F(List, ShowsWhatIsAskedFor) {
  put_all(4);
  end(store_, id_of(0), OutcomeState::kAnswered);
  end(store_, id_of(1), OutcomeState::kLeft);
  end(store_, id_of(2), OutcomeState::kDeferred);
  EXPECT_THAT(ids(store_.list(ListScope::kOpen)), ElementsAre(id_of(2), id_of(3)));
  EXPECT_THAT(ids(store_.list(ListScope::kOpenOrLeft)), ElementsAre(id_of(1), id_of(2), id_of(3)));
  EXPECT_THAT(ids(store_.list(ListScope::kAll)),
              ElementsAre(id_of(0), id_of(1), id_of(2), id_of(3)));
  EXPECT_EQ(store_.list(ListScope::kAll).dialogs[0].content.questions[0].text, "Which cache?");
}

TEST_F(List, EndsAPageAtTwoHundred) {
  put_all(401);
  for (const auto scope : {ListScope::kOpen, ListScope::kOpenOrLeft, ListScope::kAll}) {
    std::vector<DialogId> seen;
    std::vector<std::size_t> sizes;
    std::optional<std::int64_t> next = 0;
    while (next) {
      const DialogPage page = store_.list(scope, *next);
      for (const auto& id : ids(page)) seen.push_back(id);
      sizes.push_back(page.dialogs.size());
      next = page.next;
    }
    EXPECT_THAT(sizes, ElementsAre(200, 200, 1));
    ASSERT_EQ(seen.size(), 401u);
    for (int number = 0; number < 401; ++number) {
      EXPECT_EQ(seen[static_cast<std::size_t>(number)], id_of(number));
    }
  }
}

TEST_F(List, HasNoNextWhereAPageEndsWithTheLast) {
  EXPECT_FALSE(store_.list(ListScope::kAll).next);
  put_all(200);
  EXPECT_FALSE(store_.list(ListScope::kAll).next);
}

TEST_F(List, EndsAPageBeforeItGetsTooLong) {
  put_all(5, std::string(200'000, 'x'));
  const DialogPage page = store_.list(ListScope::kOpen);
  EXPECT_EQ(page.dialogs.size(), 2u);
  ASSERT_TRUE(page.next);
  EXPECT_EQ(ids(store_.list(ListScope::kOpen, *page.next))[0], id_of(2));
}

TEST_F(List, ShowsADialogThatIsLongerThanAPage) {
  put_all(2, std::string(2'000'000, 'x'));
  const DialogPage page = store_.list(ListScope::kOpen);
  EXPECT_EQ(page.dialogs.size(), 1u);
  EXPECT_TRUE(page.next);
}

bool file_holds(const std::string& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return bytes.find(text) != std::string::npos;
}

TEST_F(List, ForgettingLeavesNoTextAndAWholeChain) {
  const std::string secret = "the-secret-text";
  DialogRecord record = plain_record("tbxkq");
  record.dialog.content.body = secret;
  record.dialog.content.context = secret;
  put(store_, record);
  put(store_, plain_record("other"));
  {
    Store::Transaction transaction(store_);
    store_.append_audit(entry_of("opened", secret));
    Answer answer;
    answer.questions["q1"] = {{}, secret, secret};
    store_.set_answers("tbxkq", answer);
    Outcome outcome = outcome_of(OutcomeState::kAnswered);
    outcome.message = secret;
    store_.set_outcome("tbxkq", DialogState::kAnswered, outcome);
    AuditEntry entry = entry_of("answered", "kept");
    entry.dialog = "other";
    store_.append_audit(entry);
    transaction.commit();
  }
  const std::string path = folder_.file("afar.db");
  ASSERT_TRUE(file_holds(path, secret) || file_holds(path + "-wal", secret));
  {
    Store::Transaction transaction(store_);
    EXPECT_EQ(store_.forget("tbxkq"), Forgotten::kDone);
    EXPECT_EQ(store_.forget("other"), Forgotten::kNotEnded);
    EXPECT_EQ(store_.forget("zzzzz"), Forgotten::kNotFound);
    transaction.commit();
  }
  EXPECT_FALSE(file_holds(path, secret));
  EXPECT_FALSE(file_holds(path + "-wal", secret));

  const auto found = store_.find("tbxkq");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->dialog.content.questions.empty());
  EXPECT_TRUE(found->dialog.answers.questions.empty());
  EXPECT_EQ(found->dialog.outcome->state, OutcomeState::kAnswered);
  EXPECT_EQ(found->dialog.outcome->by.name, "ann");
  const auto events = store_.audit_query({}).events;
  ASSERT_EQ(events.size(), 2u);
  EXPECT_FALSE(events[0].body);
  EXPECT_EQ(events[1].body, "kept");
  const AuditCheck check = verify_audit(path);
  EXPECT_TRUE(check.ok) << *check.problem;
  EXPECT_EQ(check.removed, 1);
}

TEST_F(List, ForgettingBesideAReaderLeavesNoTextOnceTheReaderIsGone) {
  const std::string secret = "the-secret-text";
  DialogRecord record = plain_record("tbxkq");
  record.dialog.content.body = secret;
  put(store_, record);
  end(store_, "tbxkq", OutcomeState::kCancelled);
  const std::string path = folder_.file("afar.db");
  {
    RawDatabase reader(path);
    reader.run("BEGIN");
    reader.number("SELECT count(*) FROM dialog");
    {
      Store::Transaction transaction(store_);
      store_.forget("tbxkq");
      transaction.commit();
    }
    { const Store::Transaction dropped(store_); }
    EXPECT_TRUE(file_holds(path + "-wal", secret));
  }
  store_.checkpoint_if_due();
  EXPECT_FALSE(file_holds(path, secret));
  EXPECT_FALSE(file_holds(path + "-wal", secret));
}

TEST_F(List, ForgetsNothingWhereTheTransactionIsDropped) {
  put(store_, plain_record("tbxkq"));
  end(store_, "tbxkq", OutcomeState::kCancelled);
  {
    Store::Transaction transaction(store_);
    EXPECT_EQ(store_.forget("tbxkq"), Forgotten::kDone);
  }
  EXPECT_FALSE(store_.find("tbxkq")->dialog.content.questions.empty());
}

}  // namespace
}  // namespace afar
