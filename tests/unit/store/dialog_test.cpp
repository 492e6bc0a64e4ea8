// Goal: the ledger gives back what it was given, byte for byte, and finds what the core asks for.
// Method: a store in a temporary folder, opened anew where the disk should be what answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const SessionKey kSession{"claude-code", "s1"};

std::vector<DialogId> ids(const std::vector<DialogHead>& heads) {
  std::vector<DialogId> ids(heads.size());
  std::transform(heads.begin(), heads.end(), ids.begin(),
                 [](const DialogHead& head) { return head.id; });
  return ids;
}

class LedgerOnDisk : public ::testing::Test {
 protected:
  // A plain dialog that `change` makes another one.
  template <typename Change>
  void put_changed(int number, Change change) {
    DialogRecord record = plain_record(id_of(number));
    change(record);
    put(store_, record);
  }

  TemporaryFolder folder_;
  Store store_{folder_.file("afar.db")};
};

TEST_F(LedgerOnDisk, KeepsEveryFieldByteForByte) {
  const DialogRecord record = full_record("tbxkq");
  put(store_, record);
  put(store_, plain_record("plain"));
  Store again(folder_.file("afar.db"));
  EXPECT_EQ(in_words(*again.find("tbxkq")), in_words(record));
  EXPECT_EQ(in_words(*again.find("plain")), in_words(plain_record("plain")));
  EXPECT_FALSE(again.find("aaaaa"));
  const SessionKey session{record.dialog.origin.agent, record.dialog.origin.session};
  const auto head = again.find_by_call(session, record.dialog.origin.subagent,
                                       record.dialog.origin.call, record.content_hash);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->id, "tbxkq");
  EXPECT_EQ(head->call, record.dialog.origin.call);
}

TEST_F(LedgerOnDisk, RefusesTextThatIsNotUtf8InsteadOfChangingIt) {
  DialogRecord record = plain_record("tbxkq");
  record.dialog.content.title = "\xff";
  EXPECT_ANY_THROW(put(store_, record));
  EXPECT_FALSE(store_.knows("tbxkq"));
}

TEST_F(LedgerOnDisk, KnowsWhatIsOnRecordAndTakesNoIdTwice) {
  EXPECT_FALSE(store_.knows("tbxkq"));
  put(store_, plain_record("tbxkq"));
  end(store_, "tbxkq", OutcomeState::kExpired);
  EXPECT_TRUE(store_.knows("tbxkq"));
  EXPECT_THROW(put(store_, plain_record("tbxkq")), std::runtime_error);
}

TEST_F(LedgerOnDisk, HeadSaysHowItStands) {
  put_changed(0, [](DialogRecord& record) {
    record.dialog.origin.generation = 3;
    record.dialog.origin.subagent = "explore";
    record.phase = Phase::kBeside;
  });
  auto head = store_.find_head(id_of(0));
  ASSERT_TRUE(head);
  EXPECT_EQ(head->state, DialogState::kOpen);
  EXPECT_EQ(head->delivery, Delivery::kNone);
  EXPECT_EQ(head->generation, 3);
  EXPECT_EQ(head->subagent, "explore");
  EXPECT_EQ(head->call, "c1");
  EXPECT_EQ(head->tool, "AskUserQuestion");
  EXPECT_EQ(head->content_hash, "h1");
  EXPECT_EQ(head->phase, Phase::kBeside);
  EXPECT_EQ(head->created_at, at_ms(1'000));
  EXPECT_EQ(head->expires_at, at_ms(2'000));
  EXPECT_FALSE(head->deferred);

  end(store_, id_of(0), OutcomeState::kDeferred);
  EXPECT_TRUE(store_.find_head(id_of(0))->deferred);
  EXPECT_TRUE(store_.find_head(id_of(0))->parked);
  EXPECT_EQ(store_.find_head(id_of(0))->state, DialogState::kOpen);

  end(store_, id_of(0), OutcomeState::kAnswered);
  head = store_.find_head(id_of(0));
  EXPECT_FALSE(head->parked);
  EXPECT_TRUE(head->deferred) << "its run is still to come back with the same call";
  EXPECT_EQ(head->state, DialogState::kAnswered);
  EXPECT_EQ(head->delivery, Delivery::kPending);
  EXPECT_EQ(head->ended_by, Decider::Kind::kPerson);
  EXPECT_FALSE(store_.find_head("zzzzz"));
}

TEST_F(LedgerOnDisk, FindsTheNewestOfACall) {
  for (const int number : {0, 1, 2}) put(store_, plain_record(id_of(number)));
  put_changed(3, [](DialogRecord& record) { record.dialog.origin.call = "c2"; });
  put_changed(4, [](DialogRecord& record) { record.dialog.origin.subagent = "sub"; });
  put_changed(5, [](DialogRecord& record) { record.content_hash = "h2"; });
  put_changed(6, [](DialogRecord& record) { record.dialog.origin.session = "s2"; });
  put_changed(7, [](DialogRecord& record) { record.dialog.origin.agent = "codex"; });
  end(store_, id_of(2), OutcomeState::kAnswered);
  EXPECT_EQ(store_.find_by_call(kSession, "", "c1", "h1")->id, id_of(2));
  EXPECT_EQ(store_.find_by_call(kSession, "sub", "c1", "h1")->id, id_of(4));
  EXPECT_FALSE(store_.find_by_call(kSession, "", "c3", "h1"));
}

TEST_F(LedgerOnDisk, FindsByContentWhatIsOpenOrLeft) {
  for (const int number : {0, 1, 2, 3}) put(store_, plain_record(id_of(number)));
  put_changed(4, [](DialogRecord& record) { record.tool = "Bash"; });
  end(store_, id_of(0), OutcomeState::kLeft);
  end(store_, id_of(2), OutcomeState::kAnswered);
  EXPECT_THAT(ids(store_.find_by_content(kSession, "", "AskUserQuestion", "h1")),
              ElementsAre(id_of(0), id_of(1), id_of(3)));
  EXPECT_THAT(ids(store_.find_by_content(kSession, "sub", "AskUserQuestion", "h1")), IsEmpty());
  EXPECT_THAT(ids(store_.find_by_content(kSession, "", "AskUserQuestion", "h2")), IsEmpty());
}

TEST_F(LedgerOnDisk, FindsTheNewestFewWithoutACallInAnyState) {
  const auto without_call = [](DialogRecord& record) { record.dialog.origin.call = ""; };
  for (int number = 0; number < 10; ++number) put_changed(number, without_call);
  put(store_, plain_record(id_of(10)));
  end(store_, id_of(9), OutcomeState::kCancelled);
  EXPECT_THAT(
      ids(store_.find_unclaimed(kSession, "", "AskUserQuestion", "h1")),
      ElementsAre(id_of(9), id_of(8), id_of(7), id_of(6), id_of(5), id_of(4), id_of(3), id_of(2)));
  EXPECT_THAT(ids(store_.find_unclaimed(kSession, "", "Bash", "h1")), IsEmpty());
}

TEST_F(LedgerOnDisk, FindsWhatIsOpenInASession) {
  for (const int number : {3, 1, 2}) put(store_, plain_record(id_of(number)));
  put_changed(4, [](DialogRecord& record) { record.dialog.origin.subagent = "sub"; });
  put_changed(5, [](DialogRecord& record) { record.dialog.origin.session = "s2"; });
  end(store_, id_of(1), OutcomeState::kLeft);
  EXPECT_THAT(ids(store_.open_in_session(kSession)), ElementsAre(id_of(3), id_of(2), id_of(4)));
  EXPECT_THAT(ids(store_.open_dialogs()), ElementsAre(id_of(3), id_of(2), id_of(4), id_of(5)));
}

TEST_F(LedgerOnDisk, FindsWhatExpires) {
  EXPECT_FALSE(store_.next_expiry());
  int number = 0;
  for (const auto state : {OutcomeState::kDeferred, OutcomeState::kLeft, OutcomeState::kDefaulted,
                           OutcomeState::kAnswered, OutcomeState::kCancelled}) {
    put_changed(number,
                [&](DialogRecord& record) { record.dialog.expires_at = at_ms(5'000 - number); });
    end(store_, id_of(number++), state);
  }
  EXPECT_EQ(store_.next_expiry(), at_ms(4'999));
  EXPECT_THAT(ids(store_.expired_at(at_ms(4'998), 10)), IsEmpty());
  EXPECT_THAT(ids(store_.expired_at(at_ms(5'000), 10)), ElementsAre(id_of(1), id_of(0)));
  EXPECT_THAT(ids(store_.expired_at(at_ms(5'000), 1)), ElementsAre(id_of(1)));
}

TEST_F(LedgerOnDisk, CountsTheOpenOnesAlsoAfterARollback) {
  EXPECT_EQ(store_.count_open(), 0);
  put(store_, plain_record(id_of(0)));
  put(store_, plain_record(id_of(1)));
  EXPECT_EQ(store_.count_open(), 2);
  {
    Store::Transaction dropped(store_);
    store_.insert(plain_record(id_of(2)));
    EXPECT_EQ(store_.count_open(), 3);
  }
  EXPECT_EQ(store_.count_open(), 2);
  end(store_, id_of(0), OutcomeState::kDeferred);
  EXPECT_EQ(store_.count_open(), 2);
  end(store_, id_of(0), OutcomeState::kLeft);
  EXPECT_EQ(store_.count_open(), 1);
  Store::Transaction transaction(store_);
  store_.reopen(id_of(0));
  EXPECT_EQ(store_.count_open(), 2);
  store_.set_outcome(id_of(0), DialogState::kAnswered, outcome_of(OutcomeState::kAnswered));
  store_.set_outcome(id_of(0), DialogState::kAnswered, outcome_of(OutcomeState::kAnswered));
  EXPECT_EQ(store_.count_open(), 1);
  transaction.commit();
  EXPECT_EQ(Store(folder_.file("afar.db")).count_open(), 1);
}

TEST_F(LedgerOnDisk, ChangesOneDialog) {
  put(store_, plain_record(id_of(0)));
  put(store_, plain_record(id_of(1)));
  DialogRecord expected = plain_record(id_of(0));
  expected.dialog.origin.call = std::string("c\0 2", 4);
  expected.dialog.answers.questions["q1"] = {{"o2"}, std::nullopt, "a note"};
  expected.dialog.content.context = "Two caches would do.";
  expected.dialog.state = DialogState::kAnswered;
  expected.dialog.outcome = outcome_of(OutcomeState::kAnswered);
  expected.dialog.outcome->delivery = Delivery::kDelivered;
  {
    Store::Transaction transaction(store_);
    store_.set_call(id_of(0), expected.dialog.origin.call);
    store_.set_answers(id_of(0), expected.dialog.answers);
    store_.set_context(id_of(0), expected.dialog.content.context);
    store_.set_outcome(id_of(0), DialogState::kAnswered, outcome_of(OutcomeState::kAnswered));
    store_.set_delivery(id_of(0), Delivery::kDelivered);
    transaction.commit();
  }
  EXPECT_EQ(in_words(*store_.find(id_of(0))), in_words(expected));
  EXPECT_EQ(in_words(*store_.find(id_of(1))), in_words(plain_record(id_of(1))));
  {
    Store::Transaction transaction(store_);
    store_.reopen(id_of(0));
    transaction.commit();
  }
  expected.dialog.state = DialogState::kOpen;
  expected.dialog.outcome.reset();
  EXPECT_EQ(in_words(*store_.find(id_of(0))), in_words(expected));
  EXPECT_EQ(store_.find_head(id_of(0))->delivery, Delivery::kNone);
}

TEST_F(LedgerOnDisk, RefusesToChangeADialogThatIsNotThere) {
  Store::Transaction transaction(store_);
  EXPECT_THROW(store_.set_call("zzzzz", "c"), std::logic_error);
  EXPECT_THROW(store_.set_answers("zzzzz", {}), std::logic_error);
  EXPECT_THROW(store_.set_delivery("zzzzz", Delivery::kStale), std::logic_error);
  EXPECT_THROW(store_.reopen("zzzzz"), std::logic_error);
  EXPECT_THROW(store_.set_outcome("zzzzz", DialogState::kLeft, outcome_of(OutcomeState::kLeft)),
               std::logic_error);
}

TEST_F(LedgerOnDisk, KeepsSessions) {
  SessionRow session{{"claude-code", "s1"}, 4, "/src/afar", "afar", "prompt", at_ms(10), at_ms(9)};
  EXPECT_FALSE(store_.find_session(session.key));
  const auto save = [this](const SessionRow& row) {
    Store::Transaction transaction(store_);
    store_.save_session(row);
    transaction.commit();
  };
  save(session);
  save({{"claude-code", "s2"}, 0, "", "", "start", at_ms(20), std::nullopt});
  session.generation = 5;
  session.last_event = "stop";
  session.last_event_at = at_ms(30);
  save(session);
  const auto found = store_.find_session(session.key);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->generation, 5);
  EXPECT_EQ(found->cwd, "/src/afar");
  EXPECT_EQ(found->project, "afar");
  EXPECT_EQ(found->last_event, "stop");
  EXPECT_EQ(found->last_event_at, at_ms(30));
  EXPECT_EQ(found->last_prompt_at, at_ms(9));
  const auto all = store_.sessions();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].key.session, "s1");
  EXPECT_EQ(all[1].key.session, "s2");
  EXPECT_FALSE(all[1].last_prompt_at);
}

}  // namespace
}  // namespace afar
