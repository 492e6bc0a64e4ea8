// Goal: what has ended is found by its words, in pages, and counted; beside a store that writes.
#include "daemon/store/history.h"

#include <gtest/gtest.h>

#include "daemon/store/statistics.h"
#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

class HistoryTest : public ::testing::Test {
 protected:
  DialogId put_ended(int number, const std::string& title, OutcomeState state,
                     const Decider& by = {Decider::Kind::kPerson, "ann", "web", ""},
                     Milliseconds after = Milliseconds(1000)) {
    DialogRecord record = plain_record(id_of(number));
    record.dialog.content.title = title;
    record.dialog.origin.call = title;
    put(store_, record);
    Outcome outcome = outcome_of(state);
    outcome.by = by;
    outcome.at = record.dialog.created_at + after;
    Store::Transaction transaction(store_);
    store_.set_outcome(record.dialog.id, state_after(state), outcome);
    transaction.commit();
    return record.dialog.id;
  }
  std::vector<DialogId> found(const HistoryWanted& wanted) {
    std::vector<DialogId> ids;
    for (const auto& dialog : read(wanted).dialogs) ids.push_back(dialog.id);
    return ids;
  }
  HistoryPage read(const HistoryWanted& wanted) {
    return read_history(path_, wanted, [](const DialogRecord& record) -> std::optional<Dialog> {
      if (record.dialog.content.title == "hidden") return std::nullopt;
      return record.dialog;
    });
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.file("afar.db");
  Store store_{path_};
};

TEST_F(HistoryTest, WhatHasEndedComesNewestFirstAndWhatIsOpenDoesNot) {
  put_ended(0, "one", OutcomeState::kAnswered);
  put_ended(1, "two", OutcomeState::kExpired);
  put(store_, plain_record(id_of(2)));
  put_ended(3, "hidden", OutcomeState::kAnswered);
  EXPECT_EQ(found({}), (std::vector<DialogId>{id_of(1), id_of(0)}));
  EXPECT_EQ(found({{}, DialogState::kExpired, 0}), std::vector<DialogId>{id_of(1)});
}

TEST_F(HistoryTest, AllWordsHaveToBeFoundInAnyCaseAndAnywhere) {
  put_ended(0, "A \"quoted\" 100% cache_key\nline", OutcomeState::kAnswered);
  put_ended(1, "Another", OutcomeState::kAnswered);
  const std::vector<DialogId> first{id_of(0)};
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"\"QUOTED\""},
                                             {"100%"},
                                             {"cache_"},
                                             {"key", "quoted", "redis", "claude-code"},
                                             {id_of(0)}}) {
    EXPECT_EQ(found({words, std::nullopt, 0}), first) << words[0];
  }
  for (const char* none : {"cache-", "100_", "multi_select", "\\n", "quotedx"}) {
    EXPECT_EQ(found({{none}, std::nullopt, 0}), std::vector<DialogId>{}) << none;
  }
  EXPECT_EQ(found({{"ann"}, std::nullopt, 0}).size(), 2u);
}

TEST_F(HistoryTest, PagesFollowEachOther) {
  for (int i = 0; i < 120; ++i) put_ended(i, std::to_string(i), OutcomeState::kAnswered);
  std::vector<DialogId> all;
  HistoryWanted wanted;
  int pages = 0;
  while (true) {
    const auto page = read(wanted);
    ++pages;
    for (const auto& dialog : page.dialogs) all.push_back(dialog.id);
    if (!page.next) break;
    wanted.before = *page.next;
  }
  EXPECT_EQ(pages, 3);
  ASSERT_EQ(all.size(), 120u);
  EXPECT_EQ(all.front(), id_of(119));
  EXPECT_EQ(all.back(), id_of(0));
}

TEST_F(HistoryTest, AnswersAreTimedAndOutcomesCounted) {
  for (int i = 1; i <= 10; ++i) {
    put_ended(i, std::to_string(i), OutcomeState::kAnswered,
              {Decider::Kind::kPerson, i <= 7 ? "ann" : "bea", i <= 7 ? "web" : "cli", ""},
              std::chrono::seconds(i * 10));
  }
  put_ended(11, "11", OutcomeState::kDefaulted, {Decider::Kind::kPolicy, "", "", "night"});
  const auto statistics = read_statistics(path_, std::nullopt);
  EXPECT_EQ(statistics.answers.count, 10);
  EXPECT_EQ(statistics.answers.median, Milliseconds(50'000));
  EXPECT_EQ(statistics.answers.p90, Milliseconds(90'000));
  EXPECT_EQ(statistics.people.at("ann").count, 7);
  EXPECT_EQ(statistics.people.at("ann").median, Milliseconds(40'000));
  EXPECT_EQ(statistics.surfaces.at("cli").count, 3);
  EXPECT_EQ(statistics.outcomes,
            (std::map<std::string, std::int64_t>{{"answered", 10}, {"defaulted", 1}}));
  EXPECT_EQ(statistics.rules, (std::map<std::string, std::int64_t>{{"night", 1}}));
  std::vector<std::int64_t> counts;
  for (const auto& bucket : statistics.buckets) counts.push_back(bucket.count);
  EXPECT_EQ(counts, (std::vector<std::int64_t>{1, 2, 3, 4, 0, 0, 0, 0, 0}));
}

TEST_F(HistoryTest, WhereNothingHasEndedThereIsNothing) {
  EXPECT_EQ(found({}), std::vector<DialogId>{});
  const auto statistics = read_statistics(path_, std::nullopt);
  EXPECT_EQ(statistics.answers.count, 0);
  EXPECT_EQ(statistics.answers.median, std::nullopt);
}

TEST_F(HistoryTest, OnlyWhatEndedSinceThenIsCounted) {
  put_ended(0, "old", OutcomeState::kAnswered, {Decider::Kind::kPerson, "ann", "web", ""},
            Milliseconds(1000));
  put_ended(1, "new", OutcomeState::kAnswered, {Decider::Kind::kPerson, "ann", "web", ""},
            Milliseconds(9000));
  EXPECT_EQ(read_statistics(path_, at_ms(5'000)).answers.count, 1);
}

}  // namespace
}  // namespace afar
