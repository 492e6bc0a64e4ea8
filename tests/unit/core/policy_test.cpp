#include "daemon/core/policy.h"

#include <gtest/gtest.h>

#include "daemon/core/rules.h"

namespace afar {
namespace {

TEST(Policy, BuiltInForEveryKind) {
  struct Case {
    DialogKind kind;
    bool interactive;
    Mode mode;
    OnTimeout on_timeout;
  };
  for (const auto& each : {
           Case{DialogKind::kUserQuestion, true, Mode::kRace, OnTimeout::kLocal},
           Case{DialogKind::kPlanApproval, true, Mode::kRace, OnTimeout::kLocal},
           Case{DialogKind::kElicitation, true, Mode::kLocal, OnTimeout::kLocal},
           Case{DialogKind::kPermission, true, Mode::kLocal, OnTimeout::kLocal},
           Case{DialogKind::kPlanEntry, true, Mode::kLocal, OnTimeout::kLocal},
           Case{DialogKind::kUserQuestion, false, Mode::kBlock, OnTimeout::kPark},
           Case{DialogKind::kPlanApproval, false, Mode::kBlock, OnTimeout::kPark},
           Case{DialogKind::kElicitation, false, Mode::kBlock, OnTimeout::kLocal},
           Case{DialogKind::kPermission, false, Mode::kLocal, OnTimeout::kLocal},
       }) {
    OpenRequest request;
    request.kind = each.kind;
    request.origin.interactive = each.interactive;
    const Ruling ruling = built_in_ruling(request);
    EXPECT_EQ(ruling.mode, each.mode) << to_word(each.kind) << each.interactive;
    EXPECT_EQ(ruling.on_timeout, each.on_timeout) << to_word(each.kind) << each.interactive;
    EXPECT_EQ(ruling.rule, "built-in");
    EXPECT_EQ(ruling.wait, std::nullopt);
    EXPECT_EQ(ruling.expires, std::chrono::days(7));
  }
}

// A tool that the operator named to ask through: permissions are relayed there, and nowhere else.
TEST(Policy, WhatMustBeAskedIsAskedWhateverItIs) {
  for (const auto kind : kDialogKinds) {
    for (const bool interactive : {true, false}) {
      OpenRequest request;
      request.kind = kind;
      request.origin.interactive = interactive;
      request.must_ask = true;
      const Ruling ruling = built_in_ruling(request);
      EXPECT_EQ(mode_on_host(ruling.mode, request), Mode::kBlock) << to_word(kind) << interactive;
      const bool parks = kind != DialogKind::kElicitation;
      EXPECT_EQ(ruling.on_timeout, parks ? OnTimeout::kPark : OnTimeout::kLocal)
          << to_word(kind) << interactive;
    }
  }
}

// No later answer could reach the server that waits for the form.
TEST(Policy, AFormIsNotParked) {
  Rule rule;
  rule.then.on_timeout = OnTimeout::kPark;
  OpenRequest request;
  EXPECT_EQ(ruling_by(rule, request).on_timeout, OnTimeout::kPark);
  request.kind = DialogKind::kElicitation;
  EXPECT_EQ(ruling_by(rule, request).on_timeout, OnTimeout::kLocal);
}

TEST(Policy, ARaceNeedsADialogOfTheAgentsOwn) {
  OpenRequest request;
  EXPECT_EQ(mode_on_host(Mode::kRace, request), Mode::kBlock);
  request.can_race = true;
  EXPECT_EQ(mode_on_host(Mode::kRace, request), Mode::kRace);
  request.can_race = false;
  request.phase = Phase::kBeside;
  EXPECT_EQ(mode_on_host(Mode::kRace, request), Mode::kRace);
  EXPECT_EQ(mode_on_host(Mode::kLocal, request), Mode::kLocal);
}

}  // namespace
}  // namespace afar
