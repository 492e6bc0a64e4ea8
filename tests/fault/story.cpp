#include "tests/fault/story.h"

#include <gmock/gmock.h>

#include "tests/fault/revive.h"

namespace afar::test {

using nlohmann::json;

namespace {

const std::map<int, int> kSome = {{1, 2}, {3, 1}};
const std::map<int, int> kRest = {{2, 3}, {4, 1}};
const std::map<int, int> kAll = {{1, 2}, {2, 3}, {3, 1}, {4, 1}};

}  // namespace

const Story::Step Story::kSteps[5] = {{"open", &Story::open_three},
                                      {"answer", &Story::answer_one},
                                      {"partial answer", &Story::answer_some_of_four},
                                      {"settle", &Story::settle_the_picker},
                                      {"dismiss", &Story::dismiss_another}};

Story::Story(Stage& stage, bool may_die)
    : stage_(stage),
      may_die_(may_die),
      headless_(stage, Agent::Kind::kHeadless),
      interactive_(stage),
      person_(stage) {}

void Story::take(std::size_t step) { (this->*kSteps[step].take)(); }

void Story::open_three() {
  ask("one", headless_, before("one", "toolu_1"));
  ask("four", headless_, four("four"));
  ask("picker", interactive_, beside("picker"));
}

void Story::answer_one() {
  const std::string id = id_of("one");
  if (id.empty()) return;
  if (!done([&] { return person_.answer(id, {{1, 2}}); })) return;
  calls_.at("one").answers = labels(calls_.at("one").event, {{1, 2}});
  take_end("one");
  if (may_die_) return;
  // The hook's confirmation, unless it is what fails.
  (void)until("the confirmation is on record, or the turn has failed", [&] {
    const auto dialog = person_.show(id);
    return (dialog && dialog->at("outcome").at("delivery") == "delivered") ||
           stage_.connect().counter("failed_turns") > 0;
  });
}

void Story::answer_some_of_four() {
  const std::string id = id_of("four");
  if (!id.empty()) done([&] { return person_.answer(id, kSome); });
}

void Story::settle_the_picker() {
  // Says nothing, whether it could tell the daemon or not.
  const HookEnd told = interactive_.run(after("picker", "toolu_9", "Blue"));
  EXPECT_EQ(told.exit, (Exit{0, 0}));
  EXPECT_EQ(told.out, "");
  calls_.at("picker").settled = true;
}

void Story::dismiss_another() {
  ask("another", headless_, before("another", "toolu_2"));
  const std::string id = id_of("another");
  if (id.empty()) return;
  if (!done([&] { return person_.dismiss(id); })) return;
  calls_.at("another").dismissed = true;
  take_end("another");
}

void Story::ask(const std::string& session, Agent& agent, const Event& event) {
  Call& call = calls_[session];
  call.event = event;
  call.hook.emplace(agent.hook(event, {{"--if-unavailable", "deny"}, {}}));
  (void)until("the hook of " + session + " waits or has ended",
              [&] { return call.hook->has_ended() || !id_of(session).empty(); });
  if (call.hook->has_ended()) take_end(session);
}

std::string Story::id_of(const std::string& session) {
  std::string id;
  const auto look = [&] {
    const auto dialogs = person_.list();
    if (!dialogs) return 1;
    if (const auto dialog = of_session(*dialogs, session)) id = dialog->at("id");
    return 0;
  };
  done(look);
  return id;
}

bool Story::done(const std::function<int()>& command) {
  constexpr int kDone = 0;
  constexpr int kEnded = 4;
  int code = command();
  if (!may_die_) return code == kDone;
  // What was kept and not told has ended the dialog all the same.
  return code == kDone || until("a command is done: " + person_.complaint(), [&] {
           if (stage_.living_daemon() == 0) revive(stage_);
           code = command();
           return code == kDone || code == kEnded;
         });
}

void Story::take_end(const std::string& session) {
  Call& call = calls_.at(session);
  const HookEnd end = call.hook->end();
  call.hook.reset();
  const Decision decision = decision_of(call.event, end);
  if (call.dismissed) {
    EXPECT_EQ(decision.told, Told::kDenied) << session;
    EXPECT_THAT(decision.words, ::testing::HasSubstr("dismissed")) << session;
  } else if (!call.answers.empty()) {
    EXPECT_EQ(decision.told, Told::kAnswered) << session << end.err;
    EXPECT_EQ(decision.answers, call.answers) << session;
  } else if (call.settled) {
    EXPECT_EQ(decision.told, Told::kNothing) << session;
  } else {
    EXPECT_EQ(decision.told, Told::kDenied) << session << end.err;
    EXPECT_THAT(decision.words, ::testing::HasSubstr("Nobody answered")) << session;
    ++fallen_back_;
    EXPECT_FALSE(may_die_) << "with a daemon that comes back, a hook is served: " << end.err;
  }
}

void Story::end() {
  for (auto& [session, call] : calls_) {
    if (!call.hook) continue;
    if (call.settled && call.hook->has_ended()) {
      take_end(session);
      continue;
    }
    const std::string id = id_of(session);
    if (id.empty()) {
      ADD_FAILURE() << session << " waits for a dialog that is not on record";
      continue;
    }
    stage_.connect().until_waiters(id, 1);
    const auto& given = session == "four" ? (may_die_ ? kRest : kAll) : std::map<int, int>{{1, 2}};
    EXPECT_EQ(person_.answer(id, given), 0) << session << person_.complaint();
    call.settled = false;
    call.answers = labels(call.event, session == "four" ? kAll : std::map<int, int>{{1, 2}});
    take_end(session);
    person_.learned_that_agent_has_answer(id);
  }
}

}  // namespace afar::test
