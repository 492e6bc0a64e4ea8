// Goal: what a surface has to show gets there, whatever fails in between, and nothing stands there
// that has ended. Method: a real store, surfaces whose sends the test answers, and restarts that
// leave only the database.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/unit/surfaces/outbox_fixture.h"

namespace afar {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST_F(OutboxTest, ShowsOnEverySurfaceAndClosesWithTheHandleThatItWasGiven) {
  const DialogId id = ask("s1");
  for (const std::string surface : {"command:a", "command:b"}) {
    const auto shown = next(surface);
    EXPECT_EQ(shown.action, "show");
    EXPECT_EQ(shown.card.dialog.id, id);
    EXPECT_THAT(shown.card.nonce, SizeIs(16));
    EXPECT_EQ(shown.card.handle, "");
    shown.sent(Shown{"handle of " + surface});
  }
  until("it is on record", [&] { return audit_kinds(id).size() == 3; });
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "shown", "shown"));
  answer(id);
  for (const std::string surface : {"command:a", "command:b"}) {
    const auto closed = next(surface);
    EXPECT_EQ(closed.action, "close");
    EXPECT_EQ(closed.card.handle, "handle of " + surface);
    EXPECT_EQ(closed.card.dialog.state, DialogState::kAnswered);
    closed.sent(Shown{closed.card.handle});
  }
  until("it is closed", [&] { return card("command:a", id).state == CardRow::State::kClosed; });
  settle();
  EXPECT_THAT(a_->sends, IsEmpty());
}

TEST_F(OutboxTest, ASendThatFailsIsTriedAgainWithTheSameNonceAndOnRecordOnce) {
  const DialogId id = ask("s1");
  auto send = next("command:a");
  const std::string nonce = send.card.nonce;
  for (int i = 0; i < 3; ++i) {
    send.sent(TryAgain{"502", {}});
    send = next("command:a");
    EXPECT_EQ(send.action, "show");
    EXPECT_EQ(send.card.nonce, nonce);
  }
  send.sent(Shown{"h"});
  until("it is shown", [&] { return card("command:a", id).state == CardRow::State::kShown; });
  EXPECT_EQ(card("command:a", id).why, "");
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "show_failed", "shown"));
}

TEST_F(OutboxTest, ASurfaceThatFailsDelaysNoOther) {
  const DialogId first = ask("s1");
  const DialogId second = ask("s2");
  const auto stuck_one = next("command:a");
  const auto stuck_two = next("command:a");
  for (const auto& id : {first, second}) {
    const auto shown = next("command:b");
    EXPECT_EQ(shown.card.dialog.id, id);
    shown.sent(Shown{"b"});
  }
  answer(first);
  EXPECT_EQ(next("command:b").action, "close");
  settle();
  EXPECT_THAT(a_->sends, IsEmpty()) << "two are under way, and no more than two";
}

TEST_F(OutboxTest, WhatIsGivenUpIsLeftAloneAndOnRecord) {
  const DialogId id = ask("s1");
  next("command:a").sent(GivenUp{"the bot was blocked"});
  until("it is given up", [&] { return card("command:a", id).state == CardRow::State::kGivenUp; });
  answer(id);
  settle();
  EXPECT_THAT(a_->sends, IsEmpty());
  EXPECT_THAT(audit_kinds(id), Contains("show_failed"));
}

TEST_F(OutboxTest, AfterARestartWhatWasNotConfirmedIsSentAgainAsTheSameCard) {
  const DialogId id = ask("s1");
  const std::string nonce = next("command:a").card.nonce;
  next("command:b").sent(Shown{"b"});
  until("b shows it", [&] { return card("command:b", id).state == CardRow::State::kShown; });
  restart();
  const auto again = next("command:a");
  EXPECT_EQ(again.action, "show");
  EXPECT_EQ(again.card.nonce, nonce);
  settle();
  EXPECT_THAT(b_->sends, IsEmpty()) << "what was confirmed is not sent again";
}

TEST_F(OutboxTest, WhatEndedWhileItWasOnItsWayIsClosedOnceItsCardIsKnown) {
  const DialogId id = ask("s1");
  const auto shown = next("command:a");
  answer(id);
  settle();
  EXPECT_THAT(a_->sends, IsEmpty()) << "one send of a card at a time";
  shown.sent(Shown{"late handle"});
  const auto closed = next("command:a");
  EXPECT_EQ(closed.action, "close");
  EXPECT_EQ(closed.card.handle, "late handle");
}

TEST_F(OutboxTest, WhatEndedBeforeItsTimeIsNeverShown) {
  ruling_.showing.notify_after = std::chrono::hours(1);
  const DialogId id = ask("s1");
  settle();
  answer(id);
  settle();
  EXPECT_THAT(a_->sends, IsEmpty());
  turn([&](CommitTurns::Job& job) { EXPECT_THAT(job.store.cards_of(id), IsEmpty()); });
}

TEST_F(OutboxTest, ARuleSaysWhere) {
  ruling_.showing.surfaces = {{"command:b"}};
  ask("s1");
  next("command:b");
  settle();
  EXPECT_THAT(a_->sends, IsEmpty());
}

TEST_F(OutboxTest, NobodyIsToldWhereARuleSaysNobody) {
  ruling_.showing.surfaces = std::vector<std::string>{};
  ask("s1");
  settle();
  EXPECT_THAT(a_->sends, IsEmpty());
  EXPECT_THAT(b_->sends, IsEmpty());
}

TEST_F(OutboxTest, ItEscalatesWhereNobodyAnsweredInTime) {
  ruling_.showing.surfaces = {{"command:a"}};
  ruling_.showing.escalate = {{Milliseconds(30), {"command:b"}}};
  const DialogId id = ask("s1");
  next("command:a").sent(Shown{"a"});
  next("command:b").sent(Shown{"b"});
  until("both are on record", [&] { return audit_kinds(id).size() == 3; });
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "shown", "escalated"));
}

TEST_F(OutboxTest, ItRemindsUntilSomebodyAnswers) {
  ruling_.showing.surfaces = {{"command:a"}};
  ruling_.showing.remind = Milliseconds(5);
  const DialogId id = ask("s1");
  next("command:a").sent(Shown{"a"});
  for (int i = 0; i < 2; ++i) {
    const auto reminded = next("command:a");
    EXPECT_EQ(reminded.action, "remind");
    reminded.sent(Shown{"a"});
  }
  until("both are on record", [&] { return audit_kinds(id).size() == 4; });
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "shown", "reminded", "reminded"));
}

TEST_F(OutboxTest, WhileAfarIsOffSurfacesAreSilent) {
  std::ofstream(folder_ / "off") << "";
  ask("s1");
  settle();
  EXPECT_THAT(a_->sends, IsEmpty());
  std::filesystem::remove(folder_ / "off");
  restart();
  EXPECT_EQ(next("command:a").action, "show");
}

TEST_F(OutboxTest, SecretsAreMaskedAndTheRecordKeepsThem) {
  const DialogId id = ask("s1");
  turn([&](CommitTurns::Job& job) {
    job.store.set_context(id, "The token is ghp_0123456789abcdefghijklmnopqrstuvwxyz, use it.");
  });
  restart();
  EXPECT_EQ(next("command:a").card.dialog.content.context, "The token is [masked], use it.");
  turn([&](CommitTurns::Job& job) {
    EXPECT_THAT(job.store.find(id)->dialog.content.context, ::testing::HasSubstr("ghp_0123"));
  });
}

}  // namespace
}  // namespace afar
