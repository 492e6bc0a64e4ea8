// Goal: a plan or a permission asked by several events of the agent is one dialog, and how the
// agent reports its end is understood. Method: a call as its events bring it, with what each leaves
// out.
#include <gmock/gmock.h>

#include "daemon/core/policy.h"
#include "daemon/core/rules.h"
#include "tests/unit/core/broker_fixture.h"

namespace afar {
namespace {

using ::testing::ElementsAre;

class LeaveTest : public BrokerTest {
 protected:
  LeaveTest() {
    ruling_ = Ruling{};
    ruling_->mode = Mode::kRace;
  }

  // A permission whose options are these.
  static OpenRequest permission(const std::string& call, Phase phase,
                                const std::vector<std::string>& options) {
    OpenRequest request = call.empty() ? beside() : before(call);
    request.kind = DialogKind::kPermission;
    request.tool = "Bash";
    request.phase = phase;
    request.can_race = true;
    request.content.title = "Bash: make deploy";
    request.content.body = "make deploy";
    request.content.questions[0].options.clear();
    for (const auto& id : options) {
      request.content.questions[0].options.push_back({id, id, "", "", false});
    }
    return request;
  }
  static OpenRequest before_call(const std::string& call) {
    OpenRequest request = permission(call, Phase::kBefore, {"allow", "deny"});
    request.unasked = true;
    return request;
  }
  static OpenRequest beside_call() {
    return permission("", Phase::kBeside, {"allow", "allow_always", "deny"});
  }
  // As the permission prompt tool asks: it knows the call, and no dialog stands behind it.
  static OpenRequest prompted(const std::string& call) {
    OpenRequest request = permission(call, Phase::kBefore, {"allow", "deny"});
    request.can_race = false;
    request.must_ask = true;
    return request;
  }
  static SettleRequest ran(const std::string& call) {
    const OpenRequest asked = before_call(call);
    return {asked.kind, asked.content, asked.origin, asked.tool, choose("allow")};
  }
};

TEST_F(LeaveTest, ACallIsFoundByItsContentWhateverCanBeChosen) {
  EXPECT_EQ(open(before_call("c1"), 1), "");
  const DialogId id = open(beside_call(), 2);
  ASSERT_NE(id, "");
  EXPECT_EQ(dialog(id).origin.call, "c1");
  EXPECT_NE(dialog(id).content.questions[0].find_option("allow_always"), nullptr);
}

TEST_F(LeaveTest, TheTerminalAllowed) {
  open(before_call("c1"), 1);
  const DialogId id = open(beside_call(), 2);
  turn([&](Turn& t) { EXPECT_EQ(broker_.settle(t, ran("c1")), id); });
  EXPECT_EQ(dialog(id).outcome->by.kind, Decider::Kind::kTerminal);
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "terminal_answered"));
  ASSERT_EQ(told(2).size(), 1u);
  EXPECT_EQ(told(2)[0].outcome.state, OutcomeState::kLeft);
}

TEST_F(LeaveTest, HowAPersonAllowedDoesNotShowInTheAgentsReport) {
  open(before_call("c1"), 1);
  const DialogId id = open(beside_call(), 2);
  answer(id, "allow_always");
  turn([&](Turn& t) { broker_.settle(t, ran("c1")); });
  EXPECT_EQ(dialog(id).outcome->delivery, Delivery::kDelivered);
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "answered", "delivered"));
}

TEST_F(LeaveTest, ACallThatRanAgainstThePersonsNoIsOnRecord) {
  open(before_call("c1"), 1);
  const DialogId id = open(beside_call(), 2);
  answer(id, "deny");
  turn([&](Turn& t) { broker_.settle(t, ran("c1")); });
  EXPECT_EQ(dialog(id).answers, choose("deny"));
  EXPECT_THAT(audit_kinds(id), ElementsAre("opened", "answered", "terminal_answered"));
}

TEST_F(LeaveTest, ACallThatRanWithAnotherInputIsFoundByItsId) {
  open(before_call("c1"), 1);
  const DialogId id = open(beside_call(), 2);
  SettleRequest edited = ran("c1");
  edited.content.body = "make deploy-to-staging";
  turn([&](Turn& t) { EXPECT_EQ(broker_.settle(t, edited), id); });
  EXPECT_EQ(state(id), DialogState::kAnswered);
}

TEST_F(LeaveTest, ThePromptToolAndTheEventAreOneCardWhicheverComesFirst) {
  open(before_call("c1"), 1);
  const DialogId first = open(prompted("c1"), 2);
  EXPECT_EQ(open(beside_call(), 3), first);
  answer(first, "allow");
  EXPECT_EQ(told(2).size() + told(3).size(), 2u);

  open(before_call("c2"), 4);
  const DialogId second = open(beside_call(), 5);
  EXPECT_NE(second, first);
  EXPECT_EQ(open(prompted("c2"), 6), second);
}

// A late answer to a permission is no leave for the same call made again.
TEST_F(LeaveTest, ALateAllowAllowsNothing) {
  open(before_call("c1"), 1);
  const DialogId id = open(beside_call(), 2);
  turn([&](Turn& t) { broker_.session_event(t, {SessionEvent::What::kStop, beside().origin}, 0); });
  EXPECT_EQ(state(id), DialogState::kLeft);
  EXPECT_TRUE(std::get<AnswerDone>(answer(id, "allow")).late);
  EXPECT_EQ(open(before_call("c2"), 3), "");
  ASSERT_EQ(told(3).size(), 1u);
  EXPECT_EQ(told(3)[0].outcome.state, OutcomeState::kLeft);
  const DialogId again = open(beside_call(), 4);
  EXPECT_NE(again, id);
  EXPECT_TRUE(told(4).empty());
}

TEST(LeavePolicy, PermissionsAreRelayedWhereTheOperatorTurnedThemOn) {
  OpenRequest request;
  request.kind = DialogKind::kPermission;
  request.phase = Phase::kBeside;
  for (const bool interactive : {true, false}) {
    request.origin.interactive = interactive;
    request.relay = false;
    EXPECT_EQ(built_in_ruling(request).mode, Mode::kLocal);
    request.relay = true;
    EXPECT_EQ(built_in_ruling(request).mode, interactive ? Mode::kRace : Mode::kBlock);
    EXPECT_EQ(built_in_ruling(request).on_timeout,
              interactive ? OnTimeout::kLocal : OnTimeout::kPark);
    request.unasked = true;
    EXPECT_EQ(built_in_ruling(request).mode, Mode::kLocal);
    request.unasked = false;
  }
}

TEST(LeavePolicy, ThePlanModesEntryIsRefusedOrLetPass) {
  OpenRequest request;
  request.kind = DialogKind::kPlanEntry;
  for (const Mode mode : {Mode::kRace, Mode::kBlock, Mode::kDefer, Mode::kDefault, Mode::kLocal}) {
    EXPECT_EQ(mode_on_host(mode, request), Mode::kLocal);
  }
  EXPECT_EQ(mode_on_host(Mode::kDeny, request), Mode::kDeny);
}

TEST(LeavePolicy, ACallThatNobodyAskedAboutIsOnlyForARuleThatNamesSuchCalls) {
  OpenRequest request;
  request.kind = DialogKind::kPermission;
  request.tool = "Bash";
  const auto applies = [&](std::vector<DialogKind> kinds, bool tool) {
    When when;
    when.kind = std::move(kinds);
    if (tool) when.tool.push_back(std::get<Glob>(Glob::compile("Bash")));
    return !first_mismatch(when, request, {});
  };
  EXPECT_TRUE(applies({}, false));
  request.unasked = true;
  EXPECT_FALSE(applies({}, false));
  EXPECT_FALSE(applies({}, true));
  EXPECT_FALSE(applies({DialogKind::kPermission}, false));
  EXPECT_FALSE(applies({DialogKind::kUserQuestion}, true));
  EXPECT_TRUE(applies({DialogKind::kPermission}, true));
}

}  // namespace
}  // namespace afar
